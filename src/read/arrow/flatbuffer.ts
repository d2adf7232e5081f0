/**
 * Reads FlatBuffers tables (flatbuffers.dev/internals) with every offset and length checked, so that a damaged file is
 * found out instead of being followed: a view throws a RangeError outside its bytes, and a vector must fit in them.
 */

export class FlatTable {
  private readonly vtable: number;
  private readonly vtableSize: number;

  constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {
    this.vtable = at - view.getInt32(at, true);
    this.vtableSize = view.getUint16(this.vtable, true);
  }

  /** The root table of a buffer. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true));
  }

  byte(field: number, absent = 0): number {
    const place = this.place(field);
    return place === 0 ? absent : this.view.getInt8(place);
  }

  short(field: number, absent = 0): number {
    const place = this.place(field);
    return place === 0 ? absent : this.view.getInt16(place, true);
  }

  int(field: number, absent = 0): number {
    const place = this.place(field);
    return place === 0 ? absent : this.view.getInt32(place, true);
  }

  long(field: number): number {
    const place = this.place(field);
    return place === 0 ? 0 : Number(this.view.getBigInt64(place, true));
  }

  text(field: number): string {
    const vector = this.vector(field, 1);
    if (!vector) return '';
    return new TextDecoder().decode(
      new Uint8Array(this.view.buffer, this.view.byteOffset + vector.from, vector.length),
    );
  }

  table(field: number): FlatTable | undefined {
    const place = this.place(field);
    return place === 0 ? undefined : new FlatTable(this.view, this.follow(place));
  }

  tables(field: number): FlatTable[] {
    const vector = this.vector(field, 4);
    if (!vector) return [];
    return Array.from(
      { length: vector.length },
      (_, at) => new FlatTable(this.view, this.follow(vector.from + 4 * at)),
    );
  }

  /** A vector of 64-bit numbers, or of structures of `count` of them each, laid out flat. */
  longs(field: number, count = 1): number[] {
    const vector = this.vector(field, 8 * count);
    if (!vector) return [];
    return Array.from({ length: vector.length * count }, (_, at) =>
      Number(this.view.getBigInt64(vector.from + 8 * at, true)),
    );
  }

  private vector(field: number, elementSize: number): { from: number; length: number } | undefined {
    const place = this.place(field);
    if (place === 0) return undefined;
    const start = this.follow(place);
    const length = this.view.getUint32(start, true);
    if (start + 4 + length * elementSize > this.view.byteLength)
      throw new RangeError('a list is longer than its buffer');
    return { from: start + 4, length };
  }

  /** Where a field stands, or 0 where it is absent. */
  private place(field: number): number {
    const slot = 4 + 2 * field;
    if (slot + 2 > this.vtableSize) return 0;
    const offset = this.view.getUint16(this.vtable + slot, true);
    return offset === 0 ? 0 : this.at + offset;
  }

  private follow(place: number): number {
    return place + this.view.getUint32(place, true);
  }
}
