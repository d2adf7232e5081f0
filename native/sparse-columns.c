/* Kernel values of a row with many others by the columns of those: kernels/sparse-columns.ts. */

/* The columns of all rows; a column has the rows row[start[c]] .. row[start[c + 1]], ascending. */
typedef struct {
  const int32_t *start, *row;
  const double *value;
} Columns;

static double columnWork(const double *own, const int32_t *list, const int32_t *columnStart) {
  double cells = 0;
  for (int g = 1; g <= list[0]; g++) {
    const int first = list[g] / (int)sizeof(double);
    for (int column = first; column < first + 4; column++) {
      if (own[column] != 0) cells += columnStart[column + 1] - columnStart[column];
    }
  }
  return cells;
}

static void addColumns(double *sums, const double *own, const int32_t *list, Columns columns, int from, int to) {
  memset(sums + 4 * (size_t)from, 0, 4 * (size_t)(to - from) * sizeof(double));
  for (int g = 1; g <= list[0]; g++) {
    const int first = list[g] / (int)sizeof(double);
    for (int lane = 0; lane < 4; lane++) {
      const int column = first + lane, end = columns.start[column + 1];
      const double value = own[column];
      if (value == 0) continue;
      for (int k = firstAtLeast(columns.row, columns.start[column], end, from); k < end && columns.row[k] < to; k++) {
        sums[4 * (size_t)columns.row[k] + (size_t)lane] += value * columns.value[k];
      }
    }
  }
}

/* out[i] = K(the row of squared norm `own`, rows[i]) for i in 0 .. count. */
static void valuesFromSums(
    float *out, const double *sums, double own, const double *squares, const int32_t *rows, double gamma, int count) {
  double dots[blockRows], norms[blockRows];
  for (int first = 0; first < count; first += blockRows) {
    const int here = count - first < blockRows ? count - first : blockRows;
    for (int i = 0; i < blockRows; i++) {
      const size_t row = (size_t)rows[first + (i < here ? i : here - 1)];
      const double *lanes = sums + 4 * row;
      dots[i] = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
      norms[i] = squares[row];
    }
    valuesOfDots(dots, norms, own, gamma, here);
    for (int i = 0; i < here; i++) out[first + i] = (float)dots[i];
  }
}
