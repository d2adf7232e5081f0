/* What a build of the kernels for one width of vectors hands to the addon. */
#ifndef NEUROFS_KERNEL_TABLE_H
#define NEUROFS_KERNEL_TABLE_H

#include <stdint.h>

typedef struct {
  const char *name;
  /* Calls the kernel with numbers in the order of its arguments; addresses among them count from `memory`. */
  void (*run)(char *memory, const double *numbers);
  int argumentCount;
  /* One bit for every argument that is an address. */
  uint32_t addresses;
} Kernel;

/* Ends with a kernel that has no name. */
extern const Kernel kernels4[], kernels8[], kernels16[];

#endif
