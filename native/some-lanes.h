/* The first lanes of a wide vector: what is left at the end of a list, without a second loop for it. Lists of connections are
 * often no longer than a vector or two. */
#ifndef NEUROFS_SOME_LANES_H
#define NEUROFS_SOME_LANES_H

#include "vectors.h"

#if VECTOR == 16 && defined(__AVX512F__)

typedef __mmask16 Lanes;
INLINE Lanes firstLanes(int count) { return (Lanes)(count >= 16 ? 0xffff : (1 << count) - 1); }
INLINE vec loadSome(const float *at, Lanes lanes) { return (vec)_mm512_maskz_loadu_ps(lanes, at); }
INLINE ivec loadPlaces(const int32_t *at, Lanes lanes) { return (ivec)_mm512_maskz_loadu_epi32(lanes, at); }
INLINE void storeSome(float *at, vec value, Lanes lanes) { _mm512_mask_storeu_ps(at, lanes, (__m512)value); }
INLINE vec gatherSome(const float *from, ivec places, Lanes lanes) {
  return (vec)_mm512_mask_i32gather_ps(_mm512_setzero_ps(), lanes, (__m512i)places, from, 4);
}

#elif VECTOR == 8 && defined(__AVX2__)

typedef __m256i Lanes;
INLINE Lanes firstLanes(int count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
INLINE vec loadSome(const float *at, Lanes lanes) { return (vec)_mm256_maskload_ps(at, lanes); }
INLINE ivec loadPlaces(const int32_t *at, Lanes lanes) { return (ivec)_mm256_maskload_epi32(at, lanes); }
INLINE void storeSome(float *at, vec value, Lanes lanes) { _mm256_maskstore_ps(at, lanes, (__m256)value); }
INLINE vec gatherSome(const float *from, ivec places, Lanes lanes) {
  return (vec)_mm256_mask_i32gather_ps(_mm256_setzero_ps(), from, (__m256i)places, (__m256)lanes, 4);
}

#else

/* How many; a processor without masks takes them one by one. */
typedef int Lanes;
INLINE Lanes firstLanes(int count) { return count < VECTOR ? count : VECTOR; }
INLINE vec loadSome(const float *at, Lanes lanes) {
  if (lanes == VECTOR) return loadWide(at);
  vec some = splat(0);
  for (int lane = 0; lane < lanes; lane++) some[lane] = at[lane];
  return some;
}
INLINE ivec loadPlaces(const int32_t *at, Lanes lanes) { return (ivec)loadSome((const float *)at, lanes); }
INLINE void storeSome(float *at, vec value, Lanes lanes) {
  if (lanes == VECTOR) storeWide(at, value);
  else for (int lane = 0; lane < lanes; lane++) at[lane] = value[lane];
}
/* Places of lanes that are left out are 0, so they can be read as well. */
INLINE vec gatherSome(const float *from, ivec places, Lanes lanes) {
  (void)lanes;
  vec some = splat(0);
  UNROLL for (int lane = 0; lane < VECTOR; lane++) some[lane] = from[places[lane]];
  return some;
}

#endif

#endif
