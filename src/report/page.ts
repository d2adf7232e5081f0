/**
 * One self-contained HTML file: styles and script inside, nothing fetched. Its content policy names both by their hashes and
 * allows no other, so that nothing from the data could ever run or change how the page looks.
 */
import { heatLegendStyles, heatTableStyles } from './heat-palette.js';
import { html, Markup } from './markup.js';
import { pageScript } from './page-script.js';
import { pageStyles } from './page-styles.js';
import { sha256Base64 } from './sha256.js';

export interface Page {
  readonly title: string;
  readonly body: Markup;
}

const policyFor = (styles: string): string =>
  [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${sha256Base64(styles)}'`,
    `script-src 'sha256-${sha256Base64(pageScript)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    // Not even the script can make code or markup of a text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export function renderPage({ title, body }: Page): string {
  const hasTable = body.text.includes('class="heat-table');
  const styles = `${pageStyles}${heatLegendStyles}${hasTable ? heatTableStyles : ''}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyFor(styles))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(styles)}</style>
</head>
<body>
${body}
<script>${new Markup(pageScript)}</script>
</body>
</html>
`.text;
}
