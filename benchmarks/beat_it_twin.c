/* Beat It Or Eat It solved backwards, plainly, to compare with: every position once, every move once.
 *
 *     twin SUITS LENGTH FILE
 *
 * writes the distance of every hand that leads into FILE, a byte each, and prints the seconds, the positions
 * and how many positions with a card to be covered have each distance, 0 to 254. Hands and tables are sets of
 * bits, bit rank * suits + suit for a card. A lead state is the leader's hand and the table; a position to be
 * covered is the hand of whose turn it is, the table, and its top card. Distances are odd for a win and even
 * for a loss.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LEAD = 31, LEVELS = 254 };
typedef struct { uint32_t hand, table; uint8_t top, level; } Position;

static int suits, cards;
static uint32_t all, suit_bits[4];
static uint32_t *in_threes;
static uint8_t *lead_far, *lead_open, *cover_far, *cover_open;
static Position *queue[LEVELS + 2];
static size_t length_of[LEVELS + 2], room_of[LEVELS + 2];

static size_t lead_at(uint32_t hand, uint32_t table) { return in_threes[hand] + 2 * (size_t)in_threes[table]; }

static size_t cover_at(uint32_t hand, uint32_t table, int top) { return lead_at(hand, table) * cards + top; }

static int is_even(uint32_t table)
{
    for (int s = 0; s < suits; s++)
        if (__builtin_popcount(table & suit_bits[s]) & 1) return 0;
    return 1;
}

static uint32_t above(int card) { return suit_bits[card % suits] & ~((2u << card) - 1); }

static void settle(uint32_t hand, uint32_t table, int top, int level)
{
    uint8_t *far = top == LEAD ? &lead_far[lead_at(hand, table)] : &cover_far[cover_at(hand, table, top)];
    if (*far) return;
    if (level > LEVELS) exit(3);
    *far = level;
    if (length_of[level] == room_of[level]) {
        room_of[level] = 2 * room_of[level] + 1024;
        queue[level] = realloc(queue[level], room_of[level] * sizeof(Position));
        if (!queue[level]) exit(2);
    }
    queue[level][length_of[level]++] = (Position){hand, table, top, level};
}

/* A move of the position to be covered is known to win (for whose turn it is) at this level, or to lose. */
static void covered(uint32_t hand, uint32_t table, int top, int wins, int level)
{
    if (wins) {
        settle(hand, table, top, level);
    } else if (--cover_open[cover_at(hand, table, top)] == 0) {
        int eating = lead_far[lead_at(all & ~hand & ~table, 0)] + 1;
        settle(hand, table, top, level > eating ? level : eating);
    }
}

static void before_lead(uint32_t hand, uint32_t table, int level)
{
    for (uint32_t rest = table; rest; rest &= rest - 1) {
        int card = __builtin_ctz(rest);
        uint32_t less = table & ~(1u << card);
        for (uint32_t tops = less & suit_bits[card % suits] & ((1u << card) - 1); tops; tops &= tops - 1)
            covered(hand | 1u << card, less, __builtin_ctz(tops), level & 1, level);
    }
    if (table) return;
    for (uint32_t eaten = all & ~hand; eaten; eaten = (eaten - 1) & all & ~hand)
        for (uint32_t tops = eaten; tops && (all & ~hand & ~eaten); tops &= tops - 1)
            if (is_even(eaten & ~(tops & -tops)))
                covered(all & ~hand & ~eaten, eaten, __builtin_ctz(tops), !(level & 1), level + 1);
}

static void before_cover(uint32_t hand, uint32_t table, int top, int level)
{
    uint32_t leader = all & ~hand & ~table, less = table & ~(1u << top);
    leader |= 1u << top;
    if (!(level & 1) || --lead_open[lead_at(leader, less)] == 0) settle(leader, less, LEAD, level + 1);
}

static size_t begin(void)
{
    size_t positions = 0;
    for (uint32_t table = 0; table <= all; table++) {
        if (!is_even(table)) continue;
        uint32_t free = all & ~table;
        for (uint32_t hand = free; hand; hand = (hand - 1) & free) {
            uint32_t other = free & ~hand;
            if (!other) continue;
            positions += table == 0;
            int held = __builtin_popcount(hand);
            lead_open[lead_at(hand, table)] = held;
            if (held == 1) settle(hand, table, LEAD, 1);
            for (uint32_t rest = hand; rest && held > 1; rest &= rest - 1) {
                int card = __builtin_ctz(rest);
                uint32_t covers = other & above(card), more = table | 1u << card;
                positions++;
                cover_open[cover_at(other, more, card)] = 1 + __builtin_popcount(covers);
                if (covers == other && !(other & (other - 1))) settle(other, more, card, 1);
            }
        }
    }
    return positions;
}

int main(int count, char **given)
{
    if (count != 4) return 1;
    suits = atoi(given[1]);
    cards = suits * atoi(given[2]);
    all = (1u << cards) - 1;
    for (int card = 0; card < cards; card++) suit_bits[card % suits] |= 1u << card;
    in_threes = calloc((size_t)all + 1, sizeof *in_threes);
    size_t states = 1;
    for (int card = 0; card < cards; card++, states *= 3)
        for (uint32_t set = 0; set < 1u << card; set++) in_threes[set | 1u << card] = in_threes[set] + states;
    lead_far = calloc(states, 1), lead_open = calloc(states, 1);
    cover_far = calloc(states * cards, 1), cover_open = calloc(states * cards, 1);
    if (!in_threes || !lead_far || !lead_open || !cover_far || !cover_open) return 2;

    clock_t begun = clock();
    size_t frequency[LEVELS + 1] = {0}, positions = begin(), settled = 0;
    for (int level = 1; level <= LEVELS; level++)
        for (size_t i = 0; i < length_of[level]; i++) {
            Position p = queue[level][i];
            if (p.top == LEAD) {
                before_lead(p.hand, p.table, level);
            } else {
                frequency[level]++, settled++;
                before_cover(p.hand, p.table, p.top, level);
            }
        }
    printf("%f %zu", (double)(clock() - begun) / CLOCKS_PER_SEC, positions);
    frequency[0] = positions - (all - 1) - settled;
    for (int level = 0; level <= LEVELS; level++) printf(" %zu", frequency[level]);

    FILE *file = fopen(given[3], "wb");
    if (!file) return 4;
    for (uint32_t hand = 0; hand <= all; hand++) fputc(lead_far[lead_at(hand, 0)], file);
    return fclose(file);
}
