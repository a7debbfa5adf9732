// Beat It Or Eat It inside a round, one bit for a state: the planes of upcard/games/beat_it_or_eat_it/solvers/bit_planes.py, which
// says what they are, for an accelerator. A block of threads works out states of one table, each thread the 32
// states of a word at a time. NVRTC compiles this file; the tests let a C compiler do it and compare.

typedef unsigned int word;
typedef unsigned long long offset;

#define MOST_CARDS 26
#define STRIDE 32
#define LANES 5

__device__ static const word HAS[5] = {0xAAAAAAAAu, 0xCCCCCCCCu, 0xF0F0F0F0u, 0xFF00FF00u, 0xFFFF0000u};

// A word with sixteen lanes moved to those lanes whose number has bit `i` equal to 0.
__device__ static inline word spread(word h, int i)
{
    if (i < 4) h = (h | h << 8) & 0x00FF00FFu;
    if (i < 3) h = (h | h << 4) & 0x0F0F0F0Fu;
    if (i < 2) h = (h | h << 2) & 0x33333333u;
    if (i < 1) h = (h | h << 1) & 0x55555555u;
    return h;
}

// Sixteen lanes with eight lanes moved to those whose number has bit `i` equal to 0.
__device__ static inline word spread_half(word b, int i)
{
    if (i < 3) b = (b | b << 4) & 0x0F0Fu;
    if (i < 2) b = (b | b << 2) & 0x3333u;
    if (i < 1) b = (b | b << 1) & 0x5555u;
    return b;
}

__device__ static inline word without(word w, int place)
{
    word below = (1u << place) - 1u;
    return (w & below) | ((w >> 1) & ~below);
}

// The lanes in which the leader's hand has one card or none.
__device__ static word last_cards(word w, int free, int mine)
{
    int high = free > 5 ? free - 5 : 0;
    word theirs = mine ? w : ~w & ((1u << high) - 1u);
    int more = __popc(theirs);
    if (more > 1) return 0;
    int lanes = free < 5 ? free : 5;
    word everything = (1u << lanes) - 1u;
    word found = 1u << (mine ? 0 : everything);
    if (more == 0)
        for (int i = 0; i < lanes; i++) found |= 1u << (mine ? 1u << i : everything ^ (1u << i));
    return found;
}

struct table {
    int free, low;                     // free cards, and those in the low group
    offset row;                        // where the hands that eating leaves begin
    offset base[MOST_CARDS * STRIDE];  // the block of the table with two more cards
    int card[MOST_CARDS], end[MOST_CARDS];
    word deal[128], deal_more[128];    // cards of the high group for their lanes
};

// The word of a table's hands that are left behind by eating.
__device__ static inline word left_behind(const struct table *t, const word *rows, word w)
{
    int in_row = t->low > LANES ? t->low - LANES : 0;
    if (t->low >= LANES) {
        word x = w >> in_row, hand = t->deal[x & 127u] | t->deal_more[x >> 7];
        return rows[t->row + ((offset)hand << in_row) + (w & ((1u << in_row) - 1u))];
    }
    word found = 0, most = (1u << (1u << t->low)) - 1u;
    int parts = t->free < LANES ? 1 << (t->free - t->low) : 1 << (LANES - t->low);
    for (int k = 0; k < parts; k++) {
        word x = (w << (LANES - t->low)) + k, hand = t->deal[x & 127u] | t->deal_more[x >> 7];
        found |= (rows[t->row + hand] & most) << (k << t->low);
    }
    return found;
}

// List the free cards of a table, and where those of each suit end.
__device__ static void list_cards(struct table *t, word on, int cards, int length, int low_cards)
{
    word unused = ((1u << cards) - 1u) & ~on;
    for (int c = threadIdx.x; c < cards; c += blockDim.x)
        if (unused >> c & 1u) {
            int p = __popc(unused & ((1u << c) - 1u));
            t->card[p] = c;
            t->end[p] = __popc(unused & ((1u << ((c / length + 1) * length)) - 1u));
        }
    if (threadIdx.x == 0) {
        t->free = __popc(unused);
        t->low = __popc(unused & ((1u << low_cards) - 1u));
    }
}

// Look up the tables with two more cards, and what the bits of the high group stand for.
__device__ static void look_ahead(struct table *t, word on, const int *places, int low_cards, int mine)
{
    int shift = t->free > LANES + 2 ? t->free - LANES - 2 : 0;
    for (int q = threadIdx.x; q < t->free * STRIDE; q += blockDim.x) {
        int i = q / STRIDE, j = q % STRIDE;
        if (j > i && j < t->end[i])
            t->base[q] = (offset)places[on | 1u << t->card[i] | 1u << t->card[j]] << shift;
    }
    for (int q = threadIdx.x; q < 128; q += blockDim.x) {
        word a = 0, b = 0;
        for (int k = 0; k < 7; k++) {
            int p = t->low + k;
            if (p < t->free && (q >> k & 1) == mine) a |= 1u << (t->card[p] - low_cards);
            if (p + 7 < t->free && (q >> k & 1) == mine) b |= 1u << (t->card[p + 7] - low_cards);
        }
        t->deal[q] = a;
        t->deal_more[q] = b;
    }
}

// Where leading one of the lowest five free cards wins.
__device__ static word low_leads(const struct table *t, const word *ahead, const word *rows, word w, int mine)
{
    const unsigned short *halves = (const unsigned short *)ahead;
    const unsigned char *bytes = (const unsigned char *)ahead;
    word won = 0, hand = mine ? w : ~w, leave = left_behind(t, rows, w);
    for (int i = 0; i < t->free && i < LANES; i++) {
        const offset *base = t->base + i * STRIDE;
        word good = 0xFFFFu;
        for (int j = i + 1; j < t->end[i] && j < LANES; j++) {
            word lost = spread_half(~bytes[(base[j] << 2) + w] & 0xFFu, j - 1);
            good &= mine ? lost | HAS[j - 1] : lost << (1 << (j - 1)) | ~HAS[j - 1];
        }
        for (int j = LANES; j < t->end[i]; j++)
            if (!(hand >> (j - LANES) & 1u)) good &= ~(word)halves[(base[j] << 1) + without(w, j - LANES)];
        good = spread(good & 0xFFFFu, i);
        won |= mine ? good << (1 << i) & leave << (1 << i) & HAS[i] : good & leave >> (1 << i) & ~HAS[i];
    }
    return won;
}

// Where leading a higher free card wins.
__device__ static word high_leads(const struct table *t, const word *ahead, const word *rows, word w, int mine)
{
    word won = 0, hand = mine ? w : ~w;
    for (int i = LANES; i < t->free; i++) {
        if (!(hand >> (i - LANES) & 1u)) continue;
        const offset *base = t->base + i * STRIDE;
        word good = left_behind(t, rows, w ^ 1u << (i - LANES)), rest = without(w, i - LANES);
        for (int j = i + 1; j < t->end[i] && good; j++)
            if (!(hand >> (j - LANES) & 1u)) good &= ~ahead[base[j] + without(rest, j - LANES - 1)];
        won |= good;
    }
    return won;
}

extern "C" __global__ void score_planes(const word *tables, const int *places, const word *ahead, word *here,
                                        const word *rows, const offset *row_of, int cards, int length,
                                        int low_cards, int mine)
{
    __shared__ struct table t;
    word on = tables[blockIdx.x];
    list_cards(&t, on, cards, length, low_cards);
    if (threadIdx.x == 0) t.row = row_of[on & ((1u << low_cards) - 1u)];
    __syncthreads();
    look_ahead(&t, on, places, low_cards, mine);
    __syncthreads();
    int high = t.free > LANES ? t.free - LANES : 0;
    for (word w = blockIdx.y * blockDim.x + threadIdx.x; w < 1u << high; w += gridDim.y * blockDim.x)
        here[((offset)blockIdx.x << high) + w] = low_leads(&t, ahead, rows, w, mine)
                                                 | high_leads(&t, ahead, rows, w, mine)
                                                 | last_cards(w, t.free, mine);
}

// The hands of a plane, for every table of the low group without its cards; in reverse for the other player.
extern "C" __global__ void gather_rows(const word *leads, word *rows, const word *lows, const offset *row_of,
                                       int cards, int low_cards, int mine)
{
    __shared__ word deal[32], deal_more[512];
    word on = lows[blockIdx.x], unused = ((1u << low_cards) - 1u) & ~on;
    int free = __popc(unused);
    for (int q = threadIdx.x; q < 512; q += blockDim.x) {
        word a = 0, b = 0, left = unused;
        for (int k = 0; k < free; k++) {
            word card = left & (0u - left);
            left ^= card;
            if (k < 5 && q >> k & 1) a |= card;
            if (k >= 5 && q >> (k - 5) & 1) b |= card;
        }
        if (q < 32) deal[q] = a;
        deal_more[q] = b;
    }
    __syncthreads();
    int in_row = free > 5 ? free - 5 : 0, lanes = 1 << (free < 5 ? free : 5);
    offset words = (offset)1 << (cards - low_cards + in_row);
    word flip = mine ? 0u : lanes - 1u, row_mask = (1u << in_row) - 1u;
    for (offset q = (offset)blockIdx.y * blockDim.x + threadIdx.x; q < words; q += (offset)gridDim.y * blockDim.x) {
        word high = (word)(q >> in_row), part = (word)q & row_mask;
        word base = high << low_cards | deal_more[mine ? part : part ^ row_mask];
        word found = 0;
        for (int l = 0; l < lanes; l++) {
            word hand = base | deal[l ^ flip];
            found |= (leads[hand >> 5] >> (hand & 31u) & 1u) << l;
        }
        rows[row_of[on] + q] = found;
    }
}
