/* A list of the best candidates so far, cut back to the best when it is full: kernels/candidates.ts, step by step, so that
 * lists hold the same connections in the same places. */

typedef struct {
  float *value;
  int32_t *input;
  int32_t *output;
  int32_t *histogram;
} Candidates;

INLINE Candidates candidatesOf(CandidateList *list, int capacity) {
  float *value = (float *)(list + 1);
  int32_t *input = (int32_t *)(value + capacity);
  return (Candidates){value, input, input + capacity, input + 2 * (size_t)capacity};
}

INLINE uint32_t binOf(float value) {
  union {
    float value;
    uint32_t bits;
  } number = {value};
  return number.bits >> 16;
}

INLINE void addCandidate(CandidateList *list, int capacity, float value, int input, int output) {
  Candidates all = candidatesOf(list, capacity);
  int at = list->count++;
  all.value[at] = value;
  all.input[at] = input;
  all.output[at] = output;
  list->added++;
  all.histogram[binOf(value)]++;
}

static int lastBin(const int32_t *histogram, int wanted) {
  int bin = binCount - 1;
  for (int sum = histogram[bin]; sum < wanted;) sum += histogram[--bin];
  return bin;
}

static void raiseThreshold(CandidateList *list, int capacity, int wanted) {
  if (list->count < wanted) return;
  int bin = lastBin(candidatesOf(list, capacity).histogram, wanted);
  if (bin == 0) return;
  union {
    uint32_t bits;
    float value;
  } below = {((uint32_t)bin << 16) - 1};
  if (below.value > list->threshold) list->threshold = below.value;
}

/* Whether candidate a comes before (1) or after (-1) the one given, or is it (0). */
INLINE int placeOf(Candidates all, int a, float value, int input, int output) {
  if (all.value[a] != value) return all.value[a] > value ? 1 : -1;
  if (all.input[a] != input) return all.input[a] < input ? 1 : -1;
  if (all.output[a] != output) return all.output[a] < output ? 1 : -1;
  return 0;
}

INLINE void swapCandidates(Candidates all, int i, int j) {
  float value = all.value[i];
  all.value[i] = all.value[j];
  all.value[j] = value;
  int input = all.input[i];
  all.input[i] = all.input[j];
  all.input[j] = input;
  int output = all.output[i];
  all.output[i] = all.output[j];
  all.output[j] = output;
}

static int bringForward(Candidates all, int first, int count, int bin) {
  for (int a = first; a < count; a++) {
    if (binOf(all.value[a]) < (uint32_t)bin) continue;
    if (a != first) swapCandidates(all, a, first);
    first++;
  }
  return first;
}

static void selectBest(Candidates all, int low, int high, int wanted) {
  while (low < high) {
    int middle = (low + high) >> 1;
    float value = all.value[middle];
    int input = all.input[middle], output = all.output[middle];
    int i = low, j = high;
    while (i <= j) {
      while (placeOf(all, i, value, input, output) > 0) i++;
      while (placeOf(all, j, value, input, output) < 0) j--;
      if (i > j) break;
      swapCandidates(all, i++, j--);
    }
    if (wanted - 1 <= j) high = j;
    else if (wanted - 1 >= i) low = i;
    else break;
  }
}

static void keepLargest(CandidateList *list, int capacity, int wanted) {
  int count = list->count;
  if (count <= wanted || wanted <= 0) return;
  Candidates all = candidatesOf(list, capacity);
  int bin = lastBin(all.histogram, wanted);
  int sure = bringForward(all, 0, count, bin + 1);
  int end = bringForward(all, sure, count, bin);
  selectBest(all, sure, end - 1, wanted);
  list->count = wanted;
  memset(all.histogram, 0, (size_t)bin * sizeof(int32_t));
  all.histogram[bin] = wanted - sure;
  float threshold = FLT_MAX;
  for (int a = sure; a < wanted; a++) threshold = all.value[a] < threshold ? all.value[a] : threshold;
  list->threshold = threshold;
}

static void mergeCandidates(CandidateList *list, CandidateList *other, int capacity, int wanted) {
  keepLargest(list, capacity, wanted);
  keepLargest(other, capacity, wanted);
  Candidates from = candidatesOf(other, capacity);
  for (int a = 0; a < other->count; a++) addCandidate(list, capacity, from.value[a], from.input[a], from.output[a]);
  keepLargest(list, capacity, wanted);
}

INLINE void tidyCandidates(CandidateList *list, int capacity, int wanted, int room) {
  bool isFull = list->count + room > capacity;
  if (!isFull && list->added << 3 < wanted) return;
  list->added = 0;
  if (isFull) keepLargest(list, capacity, wanted);
  else raiseThreshold(list, capacity, wanted);
}
