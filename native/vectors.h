/* Vectors of floats, by the extensions that GCC and Clang share, so that one source serves every processor.
 *
 * VECTOR, given by the build, is how many floats a wide vector holds: 4 (any processor), 8 (AVX2), 16 (AVX-512). A wide
 * vector is used where its lanes do not meet: there its width changes no bit. Where lanes are added up in the end, four of
 * them are, as in the WebAssembly kernels (`f4`), and a wide vector holds as many such quarters as it has room for.
 * A multiplication and an addition are always two roundings: the build turns contraction off. */
#ifndef NEUROFS_VECTORS_H
#define NEUROFS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")
/* Hides from the compiler what is in the variable, so that it does not work it out again from others. */
#define KEEP_IN_REGISTER(variable) __asm__("" : "+r"(variable))

/* Addresses are multiples of 16 at best, whatever the width of a vector. */
#define VECTOR_TYPE(floats) __attribute__((vector_size(4 * (floats)), aligned(4), may_alias))

typedef float f4 VECTOR_TYPE(4);
typedef int32_t i4 VECTOR_TYPE(4);
typedef float f8 VECTOR_TYPE(8);
typedef float f16 VECTOR_TYPE(16);
#if VECTOR == 16
typedef f16 vec;
#elif VECTOR == 8
typedef f8 vec;
#else
typedef f4 vec;
#endif

typedef int32_t ivec VECTOR_TYPE(VECTOR);

/* Quarters: how many f4 a wide vector holds. */
enum { quarters = VECTOR / 4 };

INLINE f4 load4(const float *at) { return *(const f4 *)at; }
INLINE void store4(float *at, f4 value) { *(f4 *)at = value; }
INLINE f4 splat4(float value) { return (f4){value, value, value, value}; }

INLINE f8 load8(const float *at) { return *(const f8 *)at; }
INLINE void store8(float *at, f8 value) { *(f8 *)at = value; }
INLINE f8 splat8(float value) { return (f8){value, value, value, value, value, value, value, value}; }

INLINE vec loadWide(const float *at) { return *(const vec *)at; }
INLINE void storeWide(float *at, vec value) { *(vec *)at = value; }

INLINE vec selectWide(ivec mask, vec yes, vec no) { return (vec)(((ivec)yes & mask) | ((ivec)no & ~mask)); }

INLINE vec splat(float value) {
#if VECTOR == 16
  return (vec){value, value, value, value, value, value, value, value,
               value, value, value, value, value, value, value, value};
#elif VECTOR == 8
  return (vec){value, value, value, value, value, value, value, value};
#else
  return splat4(value);
#endif
}

/* Wider vectors from parts. Compilers without the builtin (GCC before 12) make more of it, with the same outcome. */
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
INLINE f8 join(f4 a, f4 b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7); }
INLINE f16 joinWide(f8 a, f8 b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
#else
INLINE f8 join(f4 a, f4 b) { return (f8){a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]}; }
INLINE f16 joinWide(f8 a, f8 b) {
  return (f16){a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]};
}
#endif

/* The lower and the upper halves of two vectors. */
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
INLINE f8 lowHalves(f8 a, f8 b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11); }
INLINE f8 highHalves(f8 a, f8 b) { return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15); }
#else
INLINE f8 lowHalves(f8 a, f8 b) { return (f8){a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]}; }
INLINE f8 highHalves(f8 a, f8 b) { return (f8){a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]}; }
#endif

/* One f4 from each of the rows at, at + step, at + 2 step ..., side by side. */
INLINE vec loadRows(const float *at, size_t step) {
#if VECTOR == 16
  return joinWide(join(load4(at), load4(at + step)), join(load4(at + 2 * step), load4(at + 3 * step)));
#elif VECTOR == 8
  return join(load4(at), load4(at + step));
#else
  (void)step;
  return load4(at);
#endif
}

/* The four floats at `at` in every quarter. Loading can do that by itself, which compilers do not find out. */
INLINE vec loadRepeated(const float *at) {
#if VECTOR == 16 && defined(__AVX512F__)
  return (vec)_mm512_broadcast_f32x4(_mm_loadu_ps(at));
#elif VECTOR == 16
  return joinWide(join(load4(at), load4(at)), join(load4(at), load4(at)));
#elif VECTOR == 8 && defined(__AVX__)
  return (vec)_mm256_broadcast_ps((const __m128 *)at);
#elif VECTOR == 8
  return join(load4(at), load4(at));
#else
  return load4(at);
#endif
}

/* One float from each of the rows at, at + step ..., each in all four lanes of its quarter. */
INLINE vec splatRows(const float *at, size_t step) {
#if VECTOR == 16 && defined(__AVX512F__)
  __m512 rows = _mm512_set1_ps(at[0]);
  rows = _mm512_mask_broadcastss_ps(rows, 0x00f0, _mm_load_ss(at + step));
  rows = _mm512_mask_broadcastss_ps(rows, 0x0f00, _mm_load_ss(at + 2 * step));
  return (vec)_mm512_mask_broadcastss_ps(rows, 0xf000, _mm_load_ss(at + 3 * step));
#elif VECTOR == 16
  return joinWide(join(splat4(at[0]), splat4(at[step])), join(splat4(at[2 * step]), splat4(at[3 * step])));
#elif VECTOR == 8 && defined(__AVX__)
  return (vec)_mm256_blend_ps(_mm256_broadcast_ss(at), _mm256_broadcast_ss(at + step), 0xf0);
#elif VECTOR == 8
  return join(splat4(at[0]), splat4(at[step]));
#else
  (void)step;
  return splat4(at[0]);
#endif
}

INLINE f4 quarterOf(vec a, int quarter) {
  int at = 4 * quarter;
  return (f4){a[at], a[at + 1], a[at + 2], a[at + 3]};
}

INLINE f4 select4(i4 mask, f4 yes, f4 no) { return (f4)(((i4)yes & mask) | ((i4)no & ~mask)); }
INLINE f4 abs4(f4 a) { return (f4)((i4)a & 0x7fffffff); }

/* As WebAssembly's pmax: b where a < b, else a, so that a NaN in `a` stays. */
INLINE f4 max4(f4 a, f4 b) { return select4(a < b, b, a); }
INLINE vec absWide(vec a) { return (vec)((ivec)a & 0x7fffffff); }
INLINE vec maxWide(vec a, vec b) {
#if VECTOR == 16 && defined(__AVX512F__)
  return (vec)_mm512_max_ps((__m512)b, (__m512)a);
#elif VECTOR == 8 && defined(__AVX__)
  return (vec)_mm256_max_ps((__m256)b, (__m256)a);
#else
  return selectWide(a < b, b, a);
#endif
}
INLINE f4 sqrt4(f4 a) {
  return (f4){__builtin_sqrtf(a[0]), __builtin_sqrtf(a[1]), __builtin_sqrtf(a[2]), __builtin_sqrtf(a[3])};
}

/* One bit for every lane of a comparison. */
INLINE int bitsOf(i4 mask) {
#if defined(__x86_64__)
  return _mm_movemask_ps((__m128)mask);
#else
  return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
#endif
}

/* Whether no lane of a comparison holds. */
INLINE bool isNowhere(ivec mask) {
#if VECTOR == 16 && defined(__AVX512F__)
  return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) == 0;
#elif VECTOR == 8 && defined(__AVX__)
  return _mm256_movemask_ps((__m256)mask) == 0;
#elif VECTOR == 4
  return bitsOf(mask) == 0;
#else
  for (int lane = 0; lane < VECTOR; lane++) {
    if (mask[lane]) return false;
  }
  return true;
#endif
}

/* The sum of a vector's lanes, and those of four vectors, in one order. */
INLINE float sum1(f4 a) { return (a[0] + a[1]) + (a[2] + a[3]); }
INLINE f4 sum4(f4 a, f4 b, f4 c, f4 d) {
  f4 ab = (f4){a[0], b[0], a[2], b[2]} + (f4){a[1], b[1], a[3], b[3]};
  f4 cd = (f4){c[0], d[0], c[2], d[2]} + (f4){c[1], d[1], c[3], d[3]};
  return (f4){ab[0], ab[1], cd[0], cd[1]} + (f4){ab[2], ab[3], cd[2], cd[3]};
}

/* As sum4 in each half: the sums of the lower halves of a .. d, and behind them those of the upper ones. */
INLINE f8 sumHalves(f8 a, f8 b, f8 c, f8 d) {
  f8 ab = (f8){a[0], b[0], a[2], b[2], a[4], b[4], a[6], b[6]} + (f8){a[1], b[1], a[3], b[3], a[5], b[5], a[7], b[7]};
  f8 cd = (f8){c[0], d[0], c[2], d[2], c[4], d[4], c[6], d[6]} + (f8){c[1], d[1], c[3], d[3], c[5], d[5], c[7], d[7]};
  return (f8){ab[0], ab[1], cd[0], cd[1], ab[4], ab[5], cd[4], cd[5]} +
         (f8){ab[2], ab[3], cd[2], cd[3], ab[6], ab[7], cd[6], cd[7]};
}

/* The dot products of d with x0 .. x3 over `width` floats, in the four lanes. */
INLINE f4 dot4(const float *d, const float *x0, const float *x1, const float *x2, const float *x3, int width) {
  f4 s0 = splat4(0), s1 = s0, s2 = s0, s3 = s0;
  for (int v = 0; v < width; v += 4) {
    f4 at = load4(d + v);
    s0 += at * load4(x0 + v);
    s1 += at * load4(x1 + v);
    s2 += at * load4(x2 + v);
    s3 += at * load4(x3 + v);
  }
  return sum4(s0, s1, s2, s3);
}

#endif
