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

/** Element `index` of the two rows whose addresses stand at `rows`. */
@inline
function loadTwo(rows: usize, index: usize, type: i32): v128 {
  const first = load<usize>(rows), second = load<usize>(rows, 4);
  if (type == 0) {
    const shift = index << 2;
    return f64x2.promote_low_f32x4(v128.load32_lane(second + shift, v128.load32_zero(first + shift), 1));
  }
  return f64x2.replace_lane(f64x2.splat(loadElement(first, index, type)), 1, loadElement(second, index, type));
}

/** The loop for one element type, a constant wherever this is inlined. Four rows at a time fill one vector. */
@inline
function copyType(
  type: i32, out: usize, rows: usize, feature: usize, offset: usize, factor: usize,
  outBytes: usize, rowCount: i32, width: i32, firstFeature: i32, compact: i32, from: i32, to: i32,
): void {
  const end = rows + (<usize>rowCount << 2);
  for (let a = from; a < to; a++) {
    const f = load<i32>(feature + (<usize>a << 2));
    const index = <usize>(f - firstFeature);
    const shift = load<f64>(offset + (<usize>f << 3));
    const scale = load<f64>(factor + (<usize>f << 3));
    const shifts = f64x2.splat(shift), scales = f64x2.splat(scale);
    let into = out + <usize>(compact ? a : f) * outBytes;
    let row = rows;
    for (; row + 12 < end; row += 16, into += 16) {
      const low = f64x2.mul(f64x2.sub(loadTwo(row, index, type), shifts), scales);
      const high = f64x2.mul(f64x2.sub(loadTwo(row + 8, index, type), shifts), scales);
      v128.store(into, v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2));
    }
    for (; row < end; row += 4, into += 4) {
      store<f32>(into, <f32>((loadElement(load<usize>(row), index, type) - shift) * scale));
    }
    for (let r = rowCount; r < width; r++, into += 4) store<f32>(into, 0.0);
  }
}

/**
 * For the features f = feature[a] with a in from .. to and the rows r in 0 .. rowCount, of which the feature `firstFeature`
 * stands at the address rows[r]:
 *   out[compact ? a : f][r] = (rows[r][f - firstFeature] - offset[f]) * factor[f], rounded once to a float,
 * and 0 for r in rowCount .. width.
 */
export function copyIn(
  out: usize, rows: usize, feature: usize, offset: usize, factor: usize, outStride: i32, rowCount: i32, width: i32,
  firstFeature: i32, type: i32, compact: i32, from: i32, to: i32,
): void {
  const outBytes = <usize>outStride << 2;
  switch (type) {
    case 0: copyType(0, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
    case 1: copyType(1, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
    case 2: copyType(2, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
    case 3: copyType(3, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
    case 4: copyType(4, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
    case 5: copyType(5, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
    case 6: copyType(6, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
    default: copyType(7, out, rows, feature, offset, factor, outBytes, rowCount, width, firstFeature, compact, from, to); break;
  }
}
