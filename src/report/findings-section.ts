/** What the figures mean, in plain words, each with how much it weighs. */
import type { Finding } from './finding.js';
import { html, type Markup } from './markup.js';

export const levelNames: Readonly<Record<Finding['level'], string>> = {
  good: 'Good',
  note: 'Note',
  warning: 'Take care',
};

export function findingsList(findings: readonly Finding[]): Markup | undefined {
  if (findings.length === 0) return undefined;
  return html`<ul class="findings">${findings.map(
    ({
      level,
      text,
      head = levelNames[level],
    }) => html`<li class="finding-${level}"><b>${head}</b><span>${text}</span></li>
`,
  )}</ul>`;
}

export function findingsSection(findings: readonly Finding[]): Markup | undefined {
  return findings.length === 0
    ? undefined
    : html`<section aria-labelledby="means"><h2 id="means">What it means</h2>
${findingsList(findings)}</section>`;
}
