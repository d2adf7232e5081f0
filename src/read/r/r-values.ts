/**
 * R's serialization (saveRDS, save) in its XDR form, versions 2 and 3: bytes to plain values. What a table may be made of is
 * read as it is: vectors, factors, lists, attributes, the slots of S4 objects; what it never is, such as the body of a
 * function, is passed over or refused.
 * https://cran.r-project.org/doc/manuals/r-release/R-ints.html#Serialization-Formats
 */
import { UserError } from '../../errors.js';
import type { Steps } from '../../turns.js';

export interface RValue {
  readonly kind: 'null' | 'logical' | 'integer' | 'double' | 'text' | 'list' | 'object' | 'other';
  /** Of numbers and logicals; NaN is missing. */
  readonly numbers?: Float64Array;
  /** Of texts; undefined is missing. */
  readonly texts?: readonly (string | undefined)[];
  /** Of lists. */
  readonly items?: readonly RValue[];
  /** Names, dim, levels, class, and the slots of an S4 object. */
  readonly attributes: ReadonlyMap<string, RValue>;
}

/** A value by the name it was saved under. */
export interface RVariable {
  readonly name: string;
  readonly value: RValue;
}

const none: ReadonlyMap<string, RValue> = new Map();
const nothing: RValue = { kind: 'null', attributes: none };
const other: RValue = { kind: 'other', attributes: none };

/** R's missing whole number and logical. */
const missingInteger = -(2 ** 31);
/** A text takes as long as so many numbers. */
const textCost = 16;
/** Deeper lists are taken for a damaged file. */
const deepest = 200;

/** Types of R, by their numbers in the file. */
const types = {
  symbol: 1,
  pairs: 2,
  closure: 3,
  environment: 4,
  promise: 5,
  language: 6,
  special: 7,
  builtin: 8,
  char: 9,
  logical: 10,
  integer: 13,
  double: 14,
  complex: 15,
  text: 16,
  dots: 17,
  list: 19,
  expression: 20,
  raw: 24,
  s4: 25,
  altrep: 238,
  attributedPairs: 239,
  attributedLanguage: 240,
  package: 248,
  namespace: 249,
  reference: 255,
  null: 254,
} as const;

/** Values that are a mark alone: empty and base environments, unbound and missing arguments. */
const marks: ReadonlySet<number> = new Set([241, 242, 250, 251, 252, 253]);

export class RReader {
  private at = 0;
  private readonly view: DataView;
  /** Symbols, environments and packages, which later parts of the file refer to. */
  private readonly references: { readonly symbol?: string }[] = [];
  private readonly utf8 = new TextDecoder();
  private readonly latin1 = new TextDecoder('windows-1252');

  constructor(
    private readonly bytes: Uint8Array,
    private readonly name: string,
    /** Bytes that a sequence, which takes none in the file, may take. */
    private readonly limit: number,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** One value of saveRDS, or the variables of save. */
  *read(): Steps<RValue | readonly RVariable[]> {
    const isImage = this.startsWith('RDX2\n') || this.startsWith('RDX3\n');
    if (isImage) this.at = 5;
    if (!this.startsWith('X\n')) throw this.damaged('it does not begin as R data does');
    this.at += 2;
    const version = this.integer();
    if (version !== 2 && version !== 3) throw this.damaged(`its version is ${version}, 2 and 3 are known`);
    this.at += 8;
    if (version === 3) this.skip(this.integer());
    if (!isImage) return yield* this.value(0);
    const found = yield* this.pairs(this.integer(), 0);
    return found.map(({ tag, value }) => ({ name: tag ?? '', value }));
  }

  private *value(depth: number, flags = this.integer()): Steps<RValue> {
    if (depth > deepest) throw this.damaged(`lists are nested deeper than ${deepest}`);
    const type = flags & 0xff;
    const hasAttributes = (flags & 0x200) !== 0;
    switch (type) {
      case types.null:
        return nothing;
      case types.logical:
      case types.integer:
        return yield* this.withAttributes(
          { kind: type === types.logical ? 'logical' : 'integer', numbers: this.integers() },
          hasAttributes,
          depth,
        );
      case types.double:
        return yield* this.withAttributes({ kind: 'double', numbers: this.doubles() }, hasAttributes, depth);
      case types.text:
        return yield* this.withAttributes({ kind: 'text', texts: yield* this.texts() }, hasAttributes, depth);
      case types.list:
      case types.expression:
        return yield* this.withAttributes({ kind: 'list', items: yield* this.items(depth) }, hasAttributes, depth);
      case types.s4:
        return yield* this.withAttributes({ kind: 'object' }, hasAttributes, depth);
      case types.pairs:
      case types.attributedPairs:
        return yield* this.listOfPairs(flags, depth);
      case types.altrep:
        return yield* this.alternative(depth);
      default:
        return yield* this.passedOver(type, flags, depth);
    }
  }

  /** What no table is made of. */
  private *passedOver(type: number, flags: number, depth: number): Steps<RValue> {
    const hasAttributes = (flags & 0x200) !== 0;
    if (marks.has(type)) return other;
    switch (type) {
      case types.symbol:
        return symbolValue(this.symbol());
      case types.char:
        this.char(flags);
        return other;
      case types.reference:
        return symbolValue(this.reference(flags));
      case types.environment:
        this.references.push({});
        this.integer();
        for (let part = 0; part < 4; part++) yield* this.value(depth + 1);
        return other;
      case types.namespace:
      case types.package:
        this.references.push({});
        this.integer();
        yield* this.texts();
        return other;
      case types.closure:
      case types.promise:
      case types.language:
      case types.attributedLanguage:
      case types.dots:
        yield* this.pairs(flags, depth);
        return other;
      case types.special:
      case types.builtin:
        this.skip(this.integer());
        return other;
      case types.complex:
        this.skip(16 * this.length(16));
        return yield* this.withAttributes({ kind: 'other' }, hasAttributes, depth);
      case types.raw:
        this.skip(this.length(1));
        return yield* this.withAttributes({ kind: 'other' }, hasAttributes, depth);
      default:
        throw new UserError(
          'data',
          `${this.name}: holds compiled functions or other objects of R that are no table (type ${type}); save the data frame alone: saveRDS(frame, "frame.rds")`,
        );
    }
  }

  private *withAttributes(value: Omit<RValue, 'attributes'>, hasAttributes: boolean, depth: number): Steps<RValue> {
    const attributes = hasAttributes ? yield* this.attributes(depth) : none;
    yield value.numbers?.length ?? 0;
    return { ...value, attributes };
  }

  private *attributes(depth: number): Steps<ReadonlyMap<string, RValue>> {
    const found = yield* this.pairs(this.integer(), depth + 1);
    return new Map(found.flatMap(({ tag, value }) => (tag === undefined ? [] : [[tag, value]])));
  }

  /** A chain of values with tags; attributes and tags stand before each value. */
  private *pairs(first: number, depth: number): Steps<{ tag: string | undefined; value: RValue }[]> {
    const found: { tag: string | undefined; value: RValue }[] = [];
    const chained: ReadonlySet<number> = new Set([
      types.pairs,
      types.closure,
      types.promise,
      types.language,
      types.attributedPairs,
      types.attributedLanguage,
      types.dots,
    ]);
    let flags = first;
    while (chained.has(flags & 0xff)) {
      if ((flags & 0x200) !== 0) yield* this.value(depth + 1);
      const tag = (flags & 0x400) !== 0 ? yield* this.tag() : undefined;
      found.push({ tag, value: yield* this.value(depth + 1) });
      flags = this.integer();
    }
    if ((flags & 0xff) !== types.null) yield* this.value(depth + 1, flags);
    return found;
  }

  private *listOfPairs(flags: number, depth: number): Steps<RValue> {
    const found = yield* this.pairs(flags, depth);
    const names: RValue = { kind: 'text', texts: found.map(({ tag }) => tag ?? ''), attributes: none };
    return { kind: 'list', items: found.map(({ value }) => value), attributes: new Map([['names', names]]) };
  }

  /** Sequences and the like that R keeps in short form. */
  private *alternative(depth: number): Steps<RValue> {
    const [form] = yield* this.pairs(this.integer(), depth + 1);
    const state = yield* this.value(depth + 1);
    const attributes = yield* this.value(depth + 1);
    const made = this.expand(form?.value.texts?.[0] ?? '', state);
    const own = attributes.kind === 'list' ? namedItems(attributes) : none;
    return { ...made, attributes: own.size > 0 ? own : made.attributes };
  }

  private expand(kind: string, state: RValue): RValue {
    const isSequence = kind === 'compact_intseq' || kind === 'compact_realseq';
    if (isSequence && state.numbers?.length === 3) {
      const [length, start, step] = state.numbers;
      if (!(length >= 0 && length * 8 <= this.limit)) throw this.damaged(`a sequence of ${length} numbers`);
      const numbers = Float64Array.from({ length }, (_, place) => start + step * place);
      return { kind: kind === 'compact_intseq' ? 'integer' : 'double', numbers, attributes: none };
    }
    const [first] = state.items ?? [];
    if (kind.startsWith('wrap_') && first) return first;
    if (kind === 'deferred_string' && first) return { kind: 'text', texts: textsOfNumbers(first), attributes: none };
    throw new UserError(
      'data',
      `${this.name}: holds a vector in a short form of R that is not known ("${kind}"); save it again with saveRDS(frame, "frame.rds", version = 2)`,
    );
  }

  private *tag(): Steps<string | undefined> {
    const flags = this.integer();
    const type = flags & 0xff;
    if (type === types.symbol) return this.symbol();
    if (type === types.reference) return this.reference(flags);
    yield* this.value(1, flags);
    return undefined;
  }

  private symbol(): string {
    const flags = this.integer();
    if ((flags & 0xff) !== types.char) throw this.damaged('a name is no text');
    const symbol = this.char(flags) ?? 'NA';
    this.references.push({ symbol });
    return symbol;
  }

  private reference(flags: number): string | undefined {
    const place = flags >>> 8 || this.integer();
    const found = this.references[place - 1];
    if (found === undefined) throw this.damaged('it refers to a name that is not there');
    return found.symbol;
  }

  private *items(depth: number): Steps<RValue[]> {
    const length = this.length(4);
    const items: RValue[] = [];
    while (items.length < length) items.push(yield* this.value(depth + 1));
    return items;
  }

  private integers(): Float64Array {
    const length = this.length(4);
    const numbers = new Float64Array(length);
    for (let place = 0; place < length; place++) {
      const value = this.view.getInt32(this.at + 4 * place);
      numbers[place] = value === missingInteger ? Number.NaN : value;
    }
    this.at += 4 * length;
    return numbers;
  }

  private doubles(): Float64Array {
    const length = this.length(8);
    const numbers = new Float64Array(length);
    for (let place = 0; place < length; place++) numbers[place] = this.view.getFloat64(this.at + 8 * place);
    this.at += 8 * length;
    return numbers;
  }

  private *texts(): Steps<(string | undefined)[]> {
    const length = this.length(4);
    const texts: (string | undefined)[] = [];
    while (texts.length < length) {
      const flags = this.integer();
      if ((flags & 0xff) !== types.char) throw this.damaged('a text is none');
      texts.push(this.char(flags));
      yield textCost;
    }
    return texts;
  }

  /** Undefined where it is missing. */
  private char(flags: number): string | undefined {
    const length = this.integer();
    if (length === -1) return undefined;
    const from = this.at;
    this.skip(length);
    const isLatin1 = (flags & (1 << 14)) !== 0;
    return (isLatin1 ? this.latin1 : this.utf8).decode(this.bytes.subarray(from, from + length));
  }

  /** The length of a vector whose entries take at least so many bytes each. */
  private length(entryBytes: number): number {
    const length = this.integer();
    // Longer vectors have their length in two parts.
    const whole = length === -1 ? this.integer() * 2 ** 32 + (this.integer() >>> 0) : length;
    this.checkLength(whole, entryBytes);
    return whole;
  }

  private checkLength(length: number, entryBytes: number): void {
    if (length >= 0 && length * entryBytes <= this.bytes.length - this.at) return;
    throw this.damaged(`it claims a vector of ${length} values`);
  }

  private integer(): number {
    if (this.at + 4 > this.bytes.length) throw this.damaged('it ends too soon');
    this.at += 4;
    return this.view.getInt32(this.at - 4);
  }

  private skip(bytes: number): void {
    if (!(bytes >= 0) || this.at + bytes > this.bytes.length) throw this.damaged('it ends too soon');
    this.at += bytes;
  }

  private startsWith(text: string): boolean {
    return [...text].every((letter, place) => this.bytes[this.at + place] === letter.charCodeAt(0));
  }

  private damaged(what: string): UserError {
    return new UserError('data', `${this.name}: cannot be read as R data (${what}); is the file damaged?`);
  }
}

/** Only the name of a symbol is of use. */
function symbolValue(symbol: string | undefined): RValue {
  return { ...other, texts: [symbol] };
}

/** The items of a list by their names. */
export function namedItems({ items = [], attributes }: RValue): ReadonlyMap<string, RValue> {
  const names = attributes.get('names')?.texts ?? [];
  return new Map(items.flatMap((item, place) => (names[place] ? [[names[place], item] as const] : [])));
}

export function textsOfNumbers({ numbers = new Float64Array(0), texts }: RValue): readonly (string | undefined)[] {
  return texts ?? Array.from(numbers, (value) => (Number.isNaN(value) ? undefined : String(value)));
}
