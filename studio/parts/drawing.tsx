/** A drawing of the reports in the page. Its markup is made of escaped text alone, and the page's policy would run none of it. */
import type { JSX } from 'preact';
import type { Markup } from '../../src/report/markup.js';

interface DrawingProps extends Omit<JSX.HTMLAttributes<HTMLDivElement>, 'dangerouslySetInnerHTML'> {
  readonly markup: Markup;
}

export function Drawing({ markup, ...rest }: DrawingProps) {
  return <div {...rest} dangerouslySetInnerHTML={{ __html: markup.text }} />;
}
