/** The k nearest rows of those offered, kept in order. */
export class NearestRows {
  readonly #k: number;
  readonly #distances: number[] = [];
  readonly rows: number[] = [];

  constructor(k: number) {
    this.#k = k;
  }

  clear(): void {
    this.rows.length = 0;
    this.#distances.length = 0;
  }

  /** Rows are offered in ascending order, so that of equally near ones the lower is kept. */
  offer(row: number, far: number): void {
    const { rows } = this;
    const distances = this.#distances;
    if (rows.length === this.#k) {
      if (far >= distances[this.#k - 1]) return;
      rows.pop();
      distances.pop();
    }
    let place = rows.length;
    while (place > 0 && distances[place - 1] > far) place--;
    rows.splice(place, 0, row);
    distances.splice(place, 0, far);
  }
}
