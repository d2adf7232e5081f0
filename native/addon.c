/* The native kernels as a Node-API addon, for any number of Node environments (threads) in a process: it keeps no state
 * but in the functions it hands out.
 *
 *   version                        what the kernels were made from; others must not stand in for them
 *   widths                         how many floats the vectors may hold on this processor, the widest first
 *   open(memory, size, width)      the kernels by name, on the bytes of `memory`, of which size[0] may be addressed
 */
#include "kernel-table.h"
#include "kernels-interface.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <node_api.h>
#include <stdbool.h>
#include <stdlib.h>

enum { mostArguments = 24 };

typedef struct {
  int width;
  const Kernel *kernels;
} Width;

#if defined(__x86_64__)
/* Bits of the extended features (leaf 7, EBX) for which the system also keeps the registers: 5 is AVX2, 16 AVX-512F, 31
 * AVX-512VL. Asked of the processor itself, because not every compiler brings what __builtin_cpu_supports needs. */
static uint32_t extendedFeatures(void) {
  unsigned a, b, c, d, kept = 0, unused;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return 0;
  __asm__("xgetbv" : "=a"(kept), "=d"(unused) : "c"(0));
  if ((kept & 0x06) != 0x06 || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  bool keepsWide = (kept & 0xe6) == 0xe6;
  return keepsWide ? b : b & ~(1u << 16 | 1u << 31);
}
#endif

/* Fills `into` with what this processor can run and says how many there are. */
static int widthsHere(Width *into) {
  int count = 0;
#if defined(__x86_64__)
  uint32_t features = extendedFeatures();
  if (features >> 16 & features >> 31 & 1) into[count++] = (Width){16, kernels16};
  if (features >> 5 & 1) into[count++] = (Width){8, kernels8};
#endif
  into[count++] = (Width){4, kernels4};
  return count;
}

/* A kernel on a memory. */
typedef struct {
  const Kernel *kernel;
  char *memory;
  const volatile double *size;
} Bound;

static napi_value runKernel(napi_env env, napi_callback_info info) {
  napi_value given[mostArguments];
  size_t count = mostArguments;
  Bound *bound;
  if (napi_get_cb_info(env, info, &count, given, NULL, (void **)&bound) != napi_ok) return NULL;
  const Kernel *kernel = bound->kernel;
  double numbers[mostArguments] = {0};
  for (int i = 0; i < kernel->argumentCount && i < (int)count; i++) {
    if (napi_get_value_double(env, given[i], &numbers[i]) != napi_ok) {
      napi_throw_type_error(env, NULL, "a kernel takes numbers");
      return NULL;
    }
    /* WebAssembly stops at an address outside the memory; here it would end the process. */
    if ((kernel->addresses >> i & 1) && !(numbers[i] >= 0 && numbers[i] < *bound->size)) {
      napi_throw_range_error(env, NULL, "an address is outside the memory");
      return NULL;
    }
  }
  kernel->run(bound->memory, numbers);
  return NULL;
}

static void freeBound(napi_env env, void *bound, void *hint) {
  (void)env;
  (void)hint;
  free(bound);
}

/* A function that runs the kernel. It holds on to the arrays, and so to the memory that it works on. */
static bool bindKernel(napi_env env, napi_value into, const Kernel *kernel, napi_value memory, napi_value size) {
  Bound *bound = malloc(sizeof(Bound));
  napi_value function;
  void *bytes, *limit;
  if (bound == NULL) return false;
  if (napi_get_typedarray_info(env, memory, NULL, NULL, &bytes, NULL, NULL) != napi_ok ||
      napi_get_typedarray_info(env, size, NULL, NULL, &limit, NULL, NULL) != napi_ok ||
      napi_create_function(env, kernel->name, NAPI_AUTO_LENGTH, runKernel, bound, &function) != napi_ok ||
      napi_add_finalizer(env, function, bound, freeBound, NULL, NULL) != napi_ok) {
    free(bound);
    return false;
  }
  *bound = (Bound){kernel, bytes, limit};
  return napi_set_named_property(env, function, "memory", memory) == napi_ok &&
         napi_set_named_property(env, function, "size", size) == napi_ok &&
         napi_set_named_property(env, into, kernel->name, function) == napi_ok;
}

static napi_value openKernels(napi_env env, napi_callback_info info) {
  napi_value given[3], kernels;
  size_t count = 3;
  int32_t width;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count < 3 ||
      napi_get_value_int32(env, given[2], &width) != napi_ok || napi_create_object(env, &kernels) != napi_ok) {
    napi_throw_type_error(env, NULL, "open takes the memory, its size and a width");
    return NULL;
  }
  Width widths[3];
  int here = widthsHere(widths);
  for (int i = 0; i < here; i++) {
    if (widths[i].width != width) continue;
    for (const Kernel *kernel = widths[i].kernels; kernel->name; kernel++) {
      if (!bindKernel(env, kernels, kernel, given[0], given[1])) {
        napi_throw_error(env, NULL, "the kernels cannot be bound to this memory");
        return NULL;
      }
    }
    return kernels;
  }
  napi_throw_range_error(env, NULL, "this processor has no vectors of that width");
  return NULL;
}

NAPI_MODULE_INIT() {
  Width widths[3];
  int here = widthsHere(widths);
  napi_value version, list, open;
  napi_create_string_utf8(env, KERNELS_VERSION, NAPI_AUTO_LENGTH, &version);
  napi_create_array_with_length(env, (size_t)here, &list);
  for (int i = 0; i < here; i++) {
    napi_value width;
    napi_create_int32(env, widths[i].width, &width);
    napi_set_element(env, list, (uint32_t)i, width);
  }
  napi_create_function(env, "open", NAPI_AUTO_LENGTH, openKernels, NULL, &open);
  napi_set_named_property(env, exports, "version", version);
  napi_set_named_property(env, exports, "widths", list);
  napi_set_named_property(env, exports, "open", open);
  return exports;
}
