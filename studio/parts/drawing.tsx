/** A drawing of the reports in the page. Its markup is made of escaped text alone, and the page's policy would run none of it. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Markup } from '../../src/report/markup.js';
import { trustMarkup } from '../trusted-types.js';

interface DrawingProps extends Omit<JSX.HTMLAttributes<HTMLDivElement>, 'dangerouslySetInnerHTML'> {
  readonly markup: Markup;
}

export function Drawing({ markup, ...rest }: DrawingProps) {
  // Kept, because what is trusted anew counts as other markup and would be drawn again.
  const trusted = useMemo(() => trustMarkup(markup), [markup.text]);
  return <div {...rest} dangerouslySetInnerHTML={{ __html: trusted }} />;
}
