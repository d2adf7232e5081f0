/** The system G w = 1 over a set of members that gains and loses one at a time, by a Cholesky factor that grows. */

/** A member this near to a combination of the others brings nothing new and would make the system singular. */
const smallestPivot = 1e-7;

export class GrowingSystem {
  readonly #pair: (i: number, j: number) => number;
  #members: number[] = [];
  /** Row i has i + 1 numbers. */
  #factor: Float64Array[] = [];

  constructor(pair: (i: number, j: number) => number) {
    this.#pair = pair;
  }

  get members(): readonly number[] {
    return this.#members;
  }

  /** Takes a member in; false, and nothing changed, where it would make the system singular. */
  add(member: number): boolean {
    const factor = this.#factor;
    const count = factor.length;
    const row = new Float64Array(count + 1);
    let rest = this.#pair(member, member);
    const least = smallestPivot * rest;
    for (let i = 0; i < count; i++) {
      let value = this.#pair(member, this.#members[i]);
      for (let k = 0; k < i; k++) value -= row[k] * factor[i][k];
      row[i] = value / factor[i][i];
      rest -= row[i] * row[i];
    }
    if (!(rest > least)) return false;
    row[count] = Math.sqrt(rest);
    factor.push(row);
    this.#members.push(member);
    return true;
  }

  /** Takes a member out, and factorises what came after it anew. */
  remove(member: number): void {
    const place = this.#members.indexOf(member);
    const after = this.#members.slice(place + 1);
    this.#members = this.#members.slice(0, place);
    this.#factor = this.#factor.slice(0, place);
    for (const other of after) this.add(other);
  }

  /** w with G w = 1, in the order of the members. */
  solveOnes(): Float64Array {
    const factor = this.#factor;
    const count = factor.length;
    const w = new Float64Array(count).fill(1);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < i; k++) w[i] -= factor[i][k] * w[k];
      w[i] /= factor[i][i];
    }
    for (let i = count - 1; i >= 0; i--) {
      w[i] /= factor[i][i];
      for (let k = 0; k < i; k++) w[k] -= factor[i][k] * w[i];
    }
    return w;
  }
}
