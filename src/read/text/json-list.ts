/**
 * The items of a JSON list, each as its own text, in batches of one chunk and numbered from 1. Only brackets and quotes are
 * looked at here; whether an item is JSON is for those who parse it. So a list may be larger than the longest text that an
 * engine can hold, and reading it can be interrupted.
 */
import { UserError } from '../../errors.js';
import { tooLarge } from '../source/read-all.js';
import type { ByteSource } from '../source/source.js';
import { type Line, longestLine } from './lines.js';

/** `limit` is what the file may take: no item is held that is longer. */
export async function* readListItems(source: ByteSource, limit: number): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder();
  const scanner = new ListScanner(source.name, limit);
  for await (const chunk of source.open()) {
    const items = scanner.take(decoder.decode(chunk, { stream: true }));
    if (items.length > 0) yield items;
  }
  scanner.take(decoder.decode());
  scanner.end();
}

const [quote, backslash, comma] = ['"', '\\', ','].map((text) => text.charCodeAt(0));
const openers = new Set(['[', '{'].map((text) => text.charCodeAt(0)));
const closers = new Set([']', '}'].map((text) => text.charCodeAt(0)));

class ListScanner {
  /** 0 outside the list, 1 between its items, more inside one. */
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  private isOver = false;
  private count = 0;
  /** The parts of an item that began in an earlier chunk; joined once, at its end. */
  private pieces: string[] = [];
  private length = 0;

  constructor(
    private readonly name: string,
    private readonly limit: number,
  ) {}

  take(text: string): Line[] {
    const items: Line[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.isText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (code === backslash) this.isEscaped = true;
        else if (code === quote) this.isText = false;
      } else if (code === quote) {
        this.isText = true;
      } else if (openers.has(code)) {
        if (this.isOver) throw this.wrong('goes on after its list');
        if (++this.depth === 1) from = at + 1;
      } else if (closers.has(code) || (code === comma && this.depth === 1)) {
        if (code !== comma) this.depth--;
        if (this.depth < 0) throw this.wrong('goes on after its list');
        if (this.depth > 1 || (this.depth === 1 && code !== comma)) continue;
        this.isOver = this.depth === 0;
        this.add(items, text.slice(from, at));
        from = at + 1;
      }
    }
    if (this.depth > 0) this.hold(text.slice(from));
    else if (this.isOver && text.slice(from).trim() !== '') throw this.wrong('goes on after its list');
    return items;
  }

  end(): void {
    if (!this.isOver) throw this.wrong('is a list that does not end; is the file cut short?');
  }

  private hold(piece: string): void {
    this.pieces.push(piece);
    this.length += piece.length;
    if (this.length > this.limit) throw tooLarge(this.name, this.limit);
    if (this.length > longestLine) {
      throw this.wrong(`record ${this.count + 1} is longer than ${longestLine / 2 ** 20} MiB`);
    }
  }

  private add(items: Line[], rest: string): void {
    const text = `${this.pieces.join('')}${rest}`.trim();
    this.pieces = [];
    this.length = 0;
    const isEmptyList = text === '' && this.isOver && this.count === 0;
    if (!isEmptyList) items.push({ number: ++this.count, text });
  }

  private wrong(what: string): UserError {
    return new UserError('data', `${this.name}: ${what}`);
  }
}
