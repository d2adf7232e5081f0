/** Builds a text column; equal texts share one string, so a column of few categories costs a pointer a row. */
import type { TextColumn } from '../../types.js';

/** Above this many different texts the column is no category, and sharing costs more than it saves. */
const mostShared = 100_000;

export class TextColumnBuilder {
  private readonly values: (string | undefined)[] = [];
  private readonly shared = new Map<string, string>();

  constructor(private readonly name: string) {}

  push(isPresent: boolean, text: string): void {
    this.values.push(isPresent ? this.share(text) : undefined);
  }

  toColumn(): TextColumn {
    return { name: this.name, values: this.values };
  }

  private share(text: string): string {
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    if (this.shared.size < mostShared) this.shared.set(text, text);
    return text;
  }
}
