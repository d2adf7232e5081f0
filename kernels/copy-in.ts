// Brings rows of the data matrix into the batch: [row][feature] in any stored type -> [feature][batch], scaled.

/** Loads element `index` of an array of the given type as a double. Codes follow `elementTypes` in element-types.ts. */
@inline
function loadElement(base: usize, index: usize, type: i32): f64 {
  if (type == 0) return <f64>load<f32>(base + (index << 2));
  if (type == 1) return load<f64>(base + (index << 3));
  if (type == 2) return <f64>load<u8>(base + index);
  if (type == 3) return <f64>load<u16>(base + (index << 1));
  if (type == 4) return <f64>load<u32>(base + (index << 2));
  if (type == 5) return <f64>load<i8>(base + index);
  if (type == 6) return <f64>load<i16>(base + (index << 1));
  return <f64>load<i32>(base + (index << 2));
}

/** The loop for one element type, a constant wherever this is inlined. Four rows at a time fill one vector. */
@inline
function copyType(
  type: i32, out: usize, staging: usize, feature: usize, offset: usize, factor: usize,
  outBytes: usize, rowCount: i32, rowLength: usize, compact: i32, from: i32, to: i32,
): void {
  for (let a = from; a < to; a++) {
    const f = <usize>load<i32>(feature + (<usize>a << 2));
    const shift = load<f64>(offset + (f << 3));
    const scale = load<f64>(factor + (f << 3));
    let into = out + (compact ? <usize>a : f) * outBytes;
    let index = f;
    for (let r = 0; r < rowCount; r++) {
      store<f32>(into, <f32>((loadElement(staging, index, type) - shift) * scale));
      into += 4;
      index += rowLength;
    }
  }
}

/**
 * For the features f = feature[a] with a in from .. to and the rows r in 0 .. rowCount of `staging`:
 *   out[compact ? a : f][r] = (staging[r][f] - offset[f]) * factor[f], rounded once to a float.
 */
export function copyIn(
  out: usize, staging: usize, feature: usize, offset: usize, factor: usize,
  outStride: i32, rowCount: i32, rowLength: i32, type: i32, compact: i32, from: i32, to: i32,
): void {
  const outBytes = <usize>outStride << 2;
  const length = <usize>rowLength;
  switch (type) {
    case 0: copyType(0, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
    case 1: copyType(1, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
    case 2: copyType(2, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
    case 3: copyType(3, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
    case 4: copyType(4, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
    case 5: copyType(5, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
    case 6: copyType(6, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
    default: copyType(7, out, staging, feature, offset, factor, outBytes, rowCount, length, compact, from, to); break;
  }
}
