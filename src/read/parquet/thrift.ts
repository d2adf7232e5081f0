/** Thrift's compact protocol, as far as the headers of Parquet's pages use it: structures of whole numbers. */

/** Fields by their number; texts, lists and floating-point numbers are passed over. */
export type ThriftStruct = ReadonlyMap<number, number | boolean | ThriftStruct>;

export class ThriftReader {
  at: number;

  constructor(
    private readonly bytes: Uint8Array,
    from: number,
  ) {
    this.at = from;
  }

  /** `onField` hears the number of each field of this structure once it has been read. */
  struct(onField?: (field: number) => void): ThriftStruct {
    const fields = new Map<number, number | boolean | ThriftStruct>();
    for (let field = 0; ; ) {
      const head = this.byte();
      const type = head & 15;
      if (type === 0) return fields;
      field = head >> 4 === 0 ? this.zigzag() : field + (head >> 4);
      const value = this.value(type);
      if (value !== undefined) fields.set(field, value);
      onField?.(field);
    }
  }

  private value(type: number): number | boolean | ThriftStruct | undefined {
    switch (type) {
      case 1:
        return true;
      case 2:
        return false;
      case 3:
        return this.byte();
      case 4:
      case 5:
      case 6:
        return this.zigzag();
      case 7:
        return this.skip(8);
      case 8:
        return this.skip(this.varint());
      case 9:
        return this.list();
      case 12:
        return this.struct();
      default:
        throw new Error(`page header of unknown type ${type}`);
    }
  }

  private list(): undefined {
    const head = this.byte();
    const type = head & 15;
    const count = head >> 4 === 15 ? this.varint() : head >> 4;
    // In a list a truth value is a byte; in a structure it is its own type.
    for (let i = 0; i < count; i++) this.value(type <= 2 ? 3 : type);
  }

  private skip(count: number): undefined {
    this.at += count;
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw new Error('page header is cut short');
    return this.bytes[this.at++];
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/** A whole number that is not negative, as a structure holds it. */
export function zigzagBytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = value * 2;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}
