/** What a report says of a result, and how it is meant. */
export interface Finding {
  readonly level: 'good' | 'note' | 'warning';
  readonly text: string;
  /** Stands before it in place of its level. */
  readonly head?: string;
}

export const good = (text: string): Finding => ({ level: 'good', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
