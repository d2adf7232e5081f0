/** One self-contained HTML file: styles and script inside, nothing fetched, nothing from the data able to run. */
import { html, Markup } from './markup.js';
import { pageScript, pageScriptHash } from './page-script.js';
import { pageStyles } from './page-styles.js';

export interface Page {
  readonly title: string;
  readonly body: Markup;
}

const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${pageScriptHash}'; base-uri 'none'; form-action 'none'`;

export function renderPage({ title, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(pageStyles)}</style>
</head>
<body>
${body}
<script>${new Markup(pageScript)}</script>
</body>
</html>
`.text;
}
