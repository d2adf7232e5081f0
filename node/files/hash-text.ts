/** SHA-256 of a text, in hex: what keys of results are made with. */
import { createHash } from 'node:crypto';

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
