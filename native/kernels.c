/* The kernels for vectors of VECTOR floats, as one unit, so that the compiler sees all of them; the build compiles it once
 * for every width the processor may have. Names, arguments and records come from kernels/ by way of kernels-interface.h. */
#include "kernel-table.h"
#include "kernels-interface.h"
#include "some-lanes.h"
#include "vectors.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Address 0 stands for nothing. */
INLINE void *at(char *memory, double address) { return address == 0 ? NULL : memory + (size_t)address; }
INLINE float *floatsAt(char *memory, uint32_t address) { return address ? (float *)(memory + address) : NULL; }
INLINE int32_t *intsAt(char *memory, uint32_t address) { return address ? (int32_t *)(memory + address) : NULL; }

#include "activate.c"
#include "candidates.c"
#include "dense-product.c"
#include "dense-update.c"
#include "gaussian.c"
#include "gaussian-tile.c"
#include "hierarchical-prox.c"
#include "loss.c"
#include "transpose.c"

#include "sparse-columns.c"
#include "sparse-product.c"
#include "update.c"

#include "screen.c"
#include "entries.c"
#include "entry-growth.c"
#include "growth.c"
#include "network-pass.c"

#include "svm-problem.c"
#include "svm-solve.c"

/* Kernels that work on what they are given, and those that follow addresses in records and so need the memory itself. */
#define PLAIN(X)                                                                                                       \
  X(backpropagate) X(denseBackpropagate) X(denseForward) X(denseUpdate) X(forward) X(gaussianTable)                      \
  X(gaussianValues) X(hierarchicalProx) X(keepLargest) X(loss)                                                         \
  X(mergeCandidates) X(transposeIndex) X(update)
#define WITH_RECORDS(X)                                                                                                \
  X(bestEntryGradient) X(bestGradient) X(collectEntryGradients) X(collectGradients) X(forwardEntries) X(passColumns)   \
  X(projectDeltas) X(stepBiases) X(sumZeros) X(svmSolve) X(updateEntries) X(updateNetwork)

#define RUN_PLAIN(name)                                     \
  static void run_##name(char *memory, const double *n) {   \
    (void)memory;                                           \
    name(ARGUMENTS_##name);                                 \
  }
#define RUN_WITH_RECORDS(name) \
  static void run_##name(char *memory, const double *n) { name(memory, ARGUMENTS_##name); }
PLAIN(RUN_PLAIN)
WITH_RECORDS(RUN_WITH_RECORDS)

#define ENTRY(name) {#name, run_##name, ARGUMENT_COUNT_##name, ADDRESSES_##name},
#define TABLE_OF(width) kernels##width
#define TABLE(width) TABLE_OF(width)
const Kernel TABLE(VECTOR)[] = {PLAIN(ENTRY) WITH_RECORDS(ENTRY){NULL, NULL, 0, 0}};
