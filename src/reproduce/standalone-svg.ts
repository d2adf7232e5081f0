/** A figure of the report as a file of its own: it brings the styles that the page would give it, light and dark. */
import type { Markup } from '../report/markup.js';
import { chartStyles, colourStyles } from '../report/page-styles.js';

export function standaloneSvg(svg: Markup): string {
  const styled = svg.text
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace('>', `><style>${colourStyles}${chartStyles}</style>`);
  return `${styled}\n`;
}
