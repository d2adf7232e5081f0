/** A part of the report in the page: the same words, tables and charts, drawn by the same code. */
import type { Markup } from '../../src/report/markup.js';
import { Drawing } from './drawing.js';

/** Nothing where the report would have nothing to say. */
export function PartOfReport({ markup }: { readonly markup: Markup | undefined }) {
  return markup === undefined ? null : <Drawing class="panel part-of-report" markup={markup} />;
}
