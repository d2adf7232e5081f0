/**
 * HTML and SVG built so that nothing is forgotten to be escaped: a value placed in an html`...` template is text,
 * unless it is Markup that another template made.
 */
import { escapeHtml } from './escape-html.js';

/** A piece of finished HTML. */
export class Markup {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What may stand in a template; undefined and false leave nothing, lists are joined. */
export type Child = Markup | string | number | undefined | false | readonly Child[];

/** The template tag: html`<b>${name}</b>`. Attribute values must stand in quotes. */
export function html(pieces: TemplateStringsArray, ...children: readonly Child[]): Markup {
  let text = pieces[0];
  for (let i = 0; i < children.length; i++) text += renderChild(children[i]) + pieces[i + 1];
  return new Markup(text);
}

function renderChild(child: Child): string {
  if (child === undefined || child === false) return '';
  if (child instanceof Markup) return child.text;
  if (typeof child === 'string') return escapeHtml(child);
  if (typeof child === 'number') return String(child);
  return child.map(renderChild).join('');
}
