/* L.A.M.A. by hand in C, the twin of the engine's rules: preset `paper`, strategy 1 in every seat.
 *
 * It draws the engine's random numbers and uses them up in the engine's order, so that seed s and
 * number g give the same game here and there, card for card. It is written as one would write it
 * without the engine: a struct, small functions, no tricks.
 *
 * The rule that stops an endless round after 1000 turns is left out, since strategy 1 never meets it:
 * in 478 million rounds of two players, whose rounds are the longest, none had more than 663 turns.
 */
#include <stdint.h>
#include <string.h>

enum { KINDS = 7, COPIES = 8, CARDS = KINDS * COPIES, LLAMA = 6 };
enum { MAX_SEATS = 8, DEALT = 6, TARGET = 40 };

typedef enum { SAME, NEXT, DRAW, FOLD } Action;

typedef struct {
    uint64_t at, step; /* the random stream: `step` is odd and differs from game to game */
    int seats, playing; /* playing: seats that have not folded */
    int top, stock_size, pile_size;
    int8_t stock[CARDS], pile[CARDS]; /* kinds, unordered; the pile does without its top card */
    int8_t hand[MAX_SEATS][KINDS];    /* cards of each kind */
    int hand_size[MAX_SEATS], folded[MAX_SEATS];
    int8_t drawn[MAX_SEATS]; /* cards drawn this round */
    int8_t passed[MAX_SEATS][KINDS]; /* 1 + those drawn before a kind last was not laid, or 0 */
    int16_t points[MAX_SEATS];
    int64_t decisions, rounds, wins[MAX_SEATS]; /* over all games */
} State;

static const int8_t VALUE[KINDS] = {1, 2, 3, 4, 5, 6, 10};

/* Chance: SplitMix64 with a step of its own for each game (Steele, Lea and Flood, 2014). */

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15, MUL1 = 0xBF58476D1CE4E5B9, MUL2 = 0x94D049BB133111EB;

static inline uint64_t scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * MUL1;
    z = (z ^ (z >> 27)) * MUL2;
    return z ^ (z >> 31);
}

static void open_stream(State *s, uint64_t seed, uint64_t game)
{
    uint64_t key = scramble(scramble(seed + GOLDEN) + game * MUL1);
    s->at = scramble(key + GOLDEN);
    s->step = scramble(key + 2 * GOLDEN) | 1;
}

static inline uint64_t word(State *s) /* 32 random bits, ready for a product of 64 */
{
    s->at += s->step;
    return scramble(s->at) >> 32;
}

static inline int below(State *s, uint32_t n) /* 0 .. n-1 without bias (Lemire, 2019) */
{
    uint64_t product = word(s) * n;
    if ((uint32_t)product < n) { /* rare: only then is the remainder worth its division */
        uint32_t biased = -n % n;
        while ((uint32_t)product < biased)
            product = word(s) * n;
    }
    return (int)(product >> 32);
}

/* Cards. The stock is shuffled as it is drawn, one step of Fisher and Yates a card. */

static inline int draw(State *s)
{
    int i = below(s, (uint32_t)s->stock_size), kind = s->stock[i];
    s->stock[i] = s->stock[--s->stock_size];
    return kind;
}

static void reshuffle(State *s)
{
    memcpy(s->stock, s->pile, sizeof s->stock); /* all of it: a fixed size is copied faster */
    s->stock_size = s->pile_size;
    s->pile_size = 0;
}

static void deal(State *s)
{
    for (int kind = 0; kind < KINDS; kind++)
        memset(s->stock + kind * COPIES, kind, COPIES);
    s->stock_size = CARDS;
    s->pile_size = 0;
    memset(s->hand, 0, sizeof s->hand);
    memset(s->drawn, 0, sizeof s->drawn);
    memset(s->passed, 0, sizeof s->passed);
    for (int p = 0; p < s->seats; p++) {
        for (int i = 0; i < DEALT; i++)
            s->hand[p][draw(s)]++;
        s->hand_size[p] = DEALT;
        s->folded[p] = 0;
    }
    s->top = draw(s);
    s->playing = s->seats;
}

/* Play. */

static inline int after(int kind)
{
    return kind == LLAMA ? 0 : kind + 1;
}

static inline Action strategy_1(const State *s, int p)
{
    if (s->hand[p][s->top])
        return SAME;
    if (s->hand[p][after(s->top)])
        return NEXT;
    return s->stock_size + s->pile_size > 0 ? DRAW : FOLD;
}

static inline void let_pass(State *s, int p, int kind)
{
    s->passed[p][kind] = (int8_t)(s->drawn[p] + 1);
}

static inline void discard(State *s, int p, int kind)
{
    if (kind != s->top)
        let_pass(s, p, s->top);
    s->hand[p][kind]--;
    s->hand_size[p]--;
    s->pile[s->pile_size++] = (int8_t)s->top;
    s->top = kind;
}

static inline void take(State *s, int p)
{
    let_pass(s, p, s->top);
    let_pass(s, p, after(s->top));
    if (s->stock_size == 0)
        reshuffle(s);
    s->hand[p][draw(s)]++;
    s->hand_size[p]++;
    s->drawn[p]++;
}

static inline int next_playing(const State *s, int p)
{
    do
        p = p + 1 == s->seats ? 0 : p + 1;
    while (s->folded[p]);
    return p;
}

static int play_round(State *s) /* the seat that went out or was the last left */
{
    deal(s);
    for (int p = 0;; p = next_playing(s, p)) {
        s->decisions++;
        switch (strategy_1(s, p)) {
        case SAME:
            discard(s, p, s->top);
            break;
        case NEXT:
            discard(s, p, after(s->top));
            break;
        case DRAW:
            take(s, p);
            break;
        case FOLD:
            s->folded[p] = 1;
            if (--s->playing == 1)
                return next_playing(s, p);
            break;
        }
        if (s->hand_size[p] == 0)
            return p;
    }
}

static int score(State *s) /* add up what is left in the hands; the most points anybody has now */
{
    int most = 0;
    for (int p = 0; p < s->seats; p++) {
        int left = 0;
        for (int kind = 0; kind < KINDS; kind++)
            left += s->hand[p][kind] * VALUE[kind];
        s->points[p] = (int16_t)(s->points[p] + left);
        if (s->points[p] > most)
            most = s->points[p];
    }
    return most;
}

static void play_game(State *s)
{
    memset(s->points, 0, sizeof s->points);
    do {
        s->wins[play_round(s)]++;
        s->rounds++;
    } while (score(s) < TARGET);
}

State last; /* as the last game ended: all that is kept can be looked at, so no compiler leaves it out */

/* Play games lo .. hi-1 of `seed` with n seats (2 .. 8) and return the number of decisions.
 * points[(g - lo) * n + p] is set to what seat p has after game g; the number of rounds played is
 * added to *rounds, those won by seat p to wins[p].
 */
int64_t run(uint64_t seed, int64_t lo, int64_t hi, int n, int16_t *points, int64_t *rounds, int64_t *wins)
{
    State s = {.seats = n};
    for (int64_t game = lo; game < hi; game++) {
        open_stream(&s, seed, (uint64_t)game);
        play_game(&s);
        memcpy(points, s.points, (size_t)n * sizeof *points);
        points += n;
    }
    last = s;
    *rounds += s.rounds;
    for (int p = 0; p < n; p++)
        wins[p] += s.wins[p];
    return s.decisions;
}
