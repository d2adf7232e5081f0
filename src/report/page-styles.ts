/** The look of every report: light, dark and print, from a phone to a wide screen. */
import { seriesInks, seriesVariables } from './series-look.js';

/** Colours in the light, in the dark and on paper. */
export const colourStyles = `
:root {
  color-scheme: light dark;
  --page: #fbfbfa; --surface: #ffffff; --line: #e3e2de; --text: #1d1f21; --quiet: #5d6166;
  --accent: #0b6aa8; --selected: #0072b2; --all: #7d8790; --random: #c2621a; --plain: #9aa7b3;
  --good: #1a7f4e; --note: #0b6aa8; --warning: #a8480b;
  --good-back: #eef7f1; --note-back: #eff5fa; --warning-back: #fdf3ea;
  ${seriesVariables('light')}
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15171a; --surface: #1c1f23; --line: #33383e; --text: #e6e7e8; --quiet: #a3a9b0;
    --accent: #6bb8ea; --selected: #4aa8e0; --all: #8b959e; --random: #e58a45; --plain: #66727d;
    --good: #63c793; --note: #6bb8ea; --warning: #eda163;
    --good-back: #17261e; --note-back: #172330; --warning-back: #2b2016;
    ${seriesVariables('dark')}
  }
}
@media print {
  :root {
    color-scheme: light;
    --page: #fff; --surface: #fff; --line: #ccc; --text: #000; --quiet: #444;
    --accent: #0b6aa8; --selected: #0072b2; --all: #7d8790; --random: #c2621a; --plain: #9aa7b3;
    --good: #1a7f4e; --note: #0b6aa8; --warning: #a8480b;
    --good-back: #fff; --note-back: #fff; --warning-back: #fff;
    ${seriesVariables('light')}
  }
}
`;

/** Charts and pictures, in a page or in a file of their own. */
export const chartStyles = `
.chart .bar-body, .correlations .together { fill: var(--series-1); } .correlations .against { fill: var(--series-2); }
.chart .bar-interval { stroke: var(--text); stroke-width: 2; } .correlations text { fill: var(--text); font-family: system-ui, sans-serif; }
.chart { display: block; width: 100%; height: auto; font: 12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; font-variant-numeric: tabular-nums; }
.chart text { fill: var(--quiet); } .chart .legend text { fill: var(--text); }
.chart .grid { stroke: var(--line); fill: none; } .chart .axis { stroke: var(--quiet); fill: none; }
.chart .marker { stroke: var(--text); stroke-width: 1; opacity: 0.55; }
.chart .level { stroke: var(--quiet); stroke-dasharray: 2 3; fill: none; }
.chart .curve { stroke: var(--ink); stroke-width: 2; fill: none; stroke-linejoin: round; stroke-linecap: round; }
.chart .scattered circle { opacity: 0.5; } .chart .dashed { stroke-dasharray: 6 6; stroke-linecap: butt; } .chart .dotted { stroke-dasharray: 0.1 5; stroke-width: 2.5; } .chart circle { fill: var(--ink); } .chart .band { fill: var(--ink); opacity: 0.18; }
${seriesInks}
.chart .pale .curve { stroke-dasharray: 7 3; stroke-linecap: butt; } .chart .pale circle { fill: var(--surface); stroke: var(--ink); stroke-width: 1.5; }
.heat-picture { display: block; width: 100%; height: auto; border-radius: 4px; outline: 1px solid var(--line); }
.heat-picture image { image-rendering: pixelated; } .heat-picture .cells { stroke-width: 1.03; shape-rendering: crispEdges; }
.heat-picture .mark { fill: none; stroke: #fff; stroke-width: 1px; vector-effect: non-scaling-stroke; }
.chart .name { fill: var(--text); } .bars .ours { fill: var(--ink, var(--selected)); } .bars .pale .ours { fill: color-mix(in srgb, var(--ink) 28%, var(--surface)); stroke: var(--ink); stroke-width: 1.5; }
.bars .paper-mark { stroke: var(--text); stroke-width: 2; fill: none; } .bars .whisker { stroke: var(--text); stroke-width: 1.25; fill: none; } .bars .halo { stroke: var(--surface); stroke-width: 4; fill: none; }
.ranks .rule { stroke: var(--text); stroke-width: 1.5; fill: none; } .ranks .group { stroke: var(--selected); stroke-width: 4; stroke-linecap: round; fill: none; }
.ranks .lead { stroke: var(--quiet); fill: none; } .grid-chart .blank { fill: none; stroke: var(--line); }
.chart .ink-dark { fill: #000; } .chart .ink-light { fill: #fff; }
`;

export const pageStyles = `
${colourStyles}*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 66rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
h1 { margin: 0; font-size: clamp(1.5rem, 1.1rem + 2vw, 2.2rem); line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 0 0 1rem; font-size: 1.2rem; letter-spacing: -0.005em; }
h3 { margin: 1.75rem 0 0.5rem; font-size: 1rem; }
p { margin: 0.5rem 0; }
section { margin-top: 3rem; }
.eyebrow { margin: 0 0 0.4rem; color: var(--quiet); font-size: 0.85rem; }
.quiet { color: var(--quiet); font-size: 0.875rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none; }
a { color: var(--accent); }
code, pre { font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.facts { display: flex; flex-wrap: wrap; gap: 0.35rem 1.75rem; margin: 1rem 0 0; padding: 0; }
.facts div { display: flex; gap: 0.45rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }

.headline { margin: 0 0 0.6rem; font-size: 1.1rem; overflow-wrap: anywhere; } .answer { font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.chip { max-width: 18rem; padding: 0.2rem 0.7rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text); font-weight: 600; background: color-mix(in srgb, var(--selected) 12%, var(--surface)); border: 1px solid color-mix(in srgb, var(--selected) 45%, var(--surface)); border-radius: 99px; }
.findings { display: grid; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.findings li { display: grid; grid-template-columns: 5.6rem 1fr; gap: 0.25rem 0.75rem; padding: 0.6rem 0.9rem; border-left: 3px solid var(--kind); background: var(--back); border-radius: 0 6px 6px 0; }
.findings b { color: var(--kind); font-weight: 650; }
.finding-good { --kind: var(--good); --back: var(--good-back); }
.finding-note { --kind: var(--note); --back: var(--note-back); }
.finding-warning { --kind: var(--warning); --back: var(--warning-back); }

table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.75rem; text-align: left; vertical-align: middle; border-bottom: 1px solid var(--line); }
th:first-child, .number:first-child { padding-left: 0.25rem; }
thead th { color: var(--quiet); font-size: 0.85rem; font-weight: 600; white-space: nowrap; }
thead button { all: unset; cursor: pointer; text-decoration: underline dotted; text-underline-offset: 0.25em; }
thead button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: " \\2191"; } th[aria-sort=descending] button::after { content: " \\2193"; }
.number { text-align: right; white-space: nowrap; }
.wide { width: 40%; min-width: 6rem; }
.scroll { overflow-x: auto; position: relative; --shade: color-mix(in srgb, var(--text) 30%, transparent);
  background: linear-gradient(to right, var(--page) 40%, transparent) 0 0 / 2.5rem 100% no-repeat local, linear-gradient(to left, var(--page) 40%, transparent) 100% 0 / 2.5rem 100% no-repeat local, linear-gradient(to right, var(--shade), transparent) 0 0 / 0.8rem 100% no-repeat scroll, linear-gradient(to left, var(--shade), transparent) 100% 0 / 0.8rem 100% no-repeat scroll; }
.tall { max-height: 34rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
.tall thead th { position: sticky; top: 0; background: var(--surface); box-shadow: 0 1px 0 var(--line); }
.tall tr:last-child > * { border-bottom: 0; }
.tall th:first-child, .tall .number:first-child { padding-left: 0.9rem; }
.ranking tbody th { font-weight: 600; overflow-wrap: anywhere; min-width: 7rem; }
.accuracy tbody th { vertical-align: top; font-weight: 650; } .accuracy td:not(.wide, .set) { white-space: nowrap; } .accuracy .set { overflow-wrap: anywhere; }
.accuracy td { border-bottom-style: none; } .accuracy tbody th { border-bottom-style: none; }
.accuracy tbody { border-bottom: 1px solid var(--line); }
.accuracy tbody tr:first-child td:nth-child(n+2) { font-weight: 600; }
.accuracy td.quiet { font-weight: 400 !important; }
.classes { max-width: 40rem; } .classes th { font-weight: 500; overflow-wrap: anywhere; } .classes td, .classes th { border: 0; padding-block: 0.15rem; }
.figures th, .figures td { text-align: right; }

.bar { display: block; width: 100%; height: 0.8rem; overflow: visible; }
.bar .fill { fill: var(--kind); }
.bar .whisker { stroke: var(--text); stroke-width: 1.5; }
.bar-selected { --kind: var(--selected); } .bar-all { --kind: var(--all); } .bar-random { --kind: var(--random); }
.bar-score { --kind: var(--selected); } .bar-plain { --kind: var(--plain); }

figure { margin: 0; }
.side-by-side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.25rem; }
figcaption { font-weight: 600; margin-bottom: 0.35rem; }
.on-phone { display: none; } .correlations { display: block; max-width: 100%; height: auto; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 2rem 2rem; margin-bottom: 1rem; }
${chartStyles}
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(45%, 9rem), 1fr)); gap: 1.25rem; margin: 1rem 0; } .pictures figure { max-width: 18rem; }
.pictures figcaption { margin-top: 0.4rem; font-weight: 400; font-size: 0.85rem; line-height: 1.4; color: var(--quiet); }
.pictures strong { color: var(--text); }
section:has(.marks-switch input:not(:checked)) .mark { display: none; }
.marks-switch { display: inline-flex; gap: 0.5rem; align-items: center; cursor: pointer; }
.marks-switch input { width: 1.05rem; height: 1.05rem; accent-color: var(--accent); }
.heat-table { border-collapse: separate; border-spacing: 1px; table-layout: fixed; }
.heat-table th:first-child { width: 30%; } .heat-table tbody th { font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.heat-table th, .heat-table td { padding: 0.1rem 0.25rem; border: 0; height: 1.45rem; font-size: 0.85rem; position: relative; }
.heat-table thead th { text-align: center; padding-inline: 0; } .heat-table thead th:first-child { text-align: right; padding-right: 0.75rem; }
.heat-table td, .gradient, .swatch, .key { forced-color-adjust: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.heat-legend { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; color: var(--quiet); font-size: 0.85rem; }
.swatch { width: 1.1rem; height: 0.8rem; border-radius: 2px; border: 1px solid var(--line); }
.scale { display: inline-flex; gap: 0.5rem; align-items: center; margin-left: 1.25rem; }
.gradient { width: 9rem; height: 0.8rem; border-radius: 2px; }

.on-dark { color: #fff; } .on-light { color: #000; }
.tall + details { margin-top: 0.75rem; } .alone tbody th { font-weight: 600; overflow-wrap: anywhere; min-width: 6rem; } .alone .values { padding-block: 0.2rem; min-width: 9rem; }
.small-picture { display: block; max-width: 100%; } .small-picture rect { fill: var(--ink); opacity: 0.35; } .small-picture .whisker { stroke: var(--ink); opacity: 0.7; } .small-picture .median { stroke: var(--ink); stroke-width: 2; } .small-picture circle { fill: var(--ink); opacity: 0.55; }
.box-legend > span { white-space: nowrap; margin-right: 0.9rem; } .key { display: inline-block; width: 0.8rem; height: 0.8rem; margin-right: 0.35rem; border-radius: 2px; background: var(--ink); vertical-align: -0.08rem; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.overlap { max-width: 58rem; } .overlap .heat-table:not(.few) { min-width: 30rem; } .overlap .heat-table th:first-child { width: 11.5rem; }
.overlap .heat-table td { text-align: center; padding-inline: 0; font-size: 0.75rem; } .overlap .heat-table thead th { font-size: 0.75rem; }
.methods tbody th { font-weight: 500; white-space: nowrap; } .methods .wide { width: 26%; } .methods td.number { padding-inline: 0.6rem; }
.best { font-weight: 700; color: var(--good); } .second { font-style: italic; }
.methods .deviation { color: var(--quiet); font-weight: 400; font-size: 0.85em; text-decoration: none; display: inline-block; min-width: 3.2em; text-align: left; }
.methods tfoot th, .methods tfoot td { border-bottom: 0; border-top: 2px solid var(--line); font-weight: 500; }
.methods th:first-child { position: sticky; left: 0; background: var(--page); } .methods .row-random th, .methods .row-random td { background: color-mix(in srgb, var(--random) 9%, var(--page)); }
.curves { max-width: 42rem; }
.failures { margin: 0.5rem 0; padding-left: 1.25rem; }

.in-paper { margin-left: 0.5rem; color: var(--quiet); font-size: 0.8rem; font-weight: 400; }
.contents { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; margin-top: 1rem; font-size: 0.9rem; }
.figure-table { font-size: 0.9rem; } .methods.figure-table td.number { padding-inline: 0.35rem; } .figure-table td { vertical-align: top; line-height: 1.3; } .plain-table tbody th { white-space: normal; } .figure-table thead th, .plain-table thead th { white-space: normal; vertical-align: bottom; }
.figure-table .reference th, .figure-table .reference td { border-top: 2px solid var(--line); color: var(--quiet); }
.figure-table td, .figure-table th { border-bottom-style: dotted; } .figure-table .deviation { min-width: 0; } .figure-table .runs { color: var(--quiet); font-size: 0.8em; } .figure-table .quiet { font-size: inherit; }
.paper { display: block; color: var(--quiet); font-size: 0.8em; text-decoration: none; } .paper span { font-weight: 600; }
.above { color: var(--good); } .below { color: var(--warning); } .level { color: var(--quiet); font-weight: 400; }
.plain-table { font-size: 0.85rem; } .plain-table td.number { white-space: normal; overflow-wrap: break-word; } .plain-table .words { min-width: 11rem; }
.gallery { display: grid; gap: 1.5rem 2rem; margin: 0.75rem 0 1.25rem; align-items: start; } .gallery figcaption { margin: 0.35rem 0 0; font-weight: 400; font-size: 0.85rem; color: var(--quiet); }
.gallery-half { grid-template-columns: repeat(auto-fit, minmax(min(100%, 27.5rem), 1fr)); } .gallery-half svg { min-width: 27.5rem; } .gallery-small { grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); gap: 1rem; }
.gallery-small .heat-picture { max-width: 9rem; } .gallery-wide { grid-template-columns: minmax(0, 1fr); } .gallery-wide svg { min-width: 43.5rem; max-width: 50rem; }
@media (max-width: 29.5rem) { .gallery-half figcaption::after { content: " (scroll sideways)"; } }
@media (max-width: 46.5rem) { .gallery-wide figcaption::after { content: " (scroll sideways)"; } }

.pairs { margin: 0; } .pairs.compact { columns: 2 20rem; column-gap: 3rem; } .pairs.compact div { break-inside: avoid; }
.pairs div { display: grid; grid-template-columns: minmax(8rem, 13rem) 1fr; gap: 1rem; padding: 0.3rem 0.25rem; border-bottom: 1px solid var(--line); }
.pairs dt { color: var(--quiet); overflow-wrap: anywhere; } .pairs dd { margin: 0; overflow-wrap: anywhere; }
.tools { margin: 0.5rem 0; } .tools input { font: inherit; padding: 0.25rem 0.6rem; width: min(16rem, 60vw); color: inherit; background: var(--surface); border: 1px solid var(--quiet); border-radius: 5px; }
.command { display: flex; gap: 0.5rem; align-items: flex-start; }
.command pre { flex: 1; margin: 0; padding: 0.75rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
.command button { font: inherit; padding: 0.6rem 0.9rem; color: var(--accent); background: var(--surface); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
summary { cursor: pointer; color: var(--accent); width: max-content; max-width: 100%; } details > div { margin-top: 0.75rem; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.875rem; }
@media (max-width: 34rem) {
  body { padding: 1.5rem 1rem 3rem; }
  section { margin-top: 2.25rem; }
  th, td { padding-inline: 0.4rem; }
  .findings li { grid-template-columns: 1fr; }
  .alone { font-size: 0.85rem; } .alone .values { min-width: 6rem; } .alone .small-picture { width: 6rem; height: auto; }
  .ranking .wide { display: none; } .ranking tbody th { min-width: 5rem; }
  .methods { font-size: 0.85rem; } .methods .wide { display: none; } .methods td.number { padding-inline: 0.35rem; }
  .overlap .heat-table th:first-child { width: 9rem; } .command { flex-wrap: wrap; } .command pre { flex-basis: 100%; }
  .accuracy { font-size: 0.9rem; } .accuracy .interval { display: none; } .on-wide { display: none; } .on-phone { display: block; }
  .heat-table { border-spacing: 0; } .heat-table thead th { font-size: 0.65rem; } .heat-table tbody th { font-size: 0.75rem; }
  .pairs div { grid-template-columns: 7.5rem 1fr; gap: 0.6rem; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  .scroll, .tall { max-height: none; overflow: visible; border: 0; background: none; } .gallery { gap: 0.6rem 1.5rem; margin: 0.4rem 0 0.6rem; } .gallery svg { min-width: 0; } .plain-table .words { min-width: 0; } .gallery figcaption { font-size: 0.7rem; margin-top: 0.15rem; } .gallery figcaption::after { content: none; } th, td { padding-block: 0.15rem; }
  thead { break-after: avoid; break-inside: avoid; } .accuracy, .heat-table, .classes, .charts, .pictures { break-inside: avoid; } .tall thead th { position: static; box-shadow: none; }
  .tools, .command button, .marks-switch, details { display: none; }
  .pictures { grid-template-columns: repeat(6, 1fr); gap: 0.5rem; } .charts { grid-template-columns: repeat(3, 1fr); gap: 1rem; }
  .pairs.compact { columns: 2; }
  section { break-inside: auto; } h2, h3 { break-after: avoid; } .contents { display: none; } .gallery-half { grid-template-columns: repeat(2, 1fr); } .gallery-small { grid-template-columns: repeat(7, 1fr); } .figure-table { font-size: 0.64rem; } .methods.figure-table th, .methods.figure-table td { padding-block: 0; line-height: 1.2; } .figure-table thead th, .plain-table thead th { font-size: inherit; } .plain-table { font-size: 0.62rem; } .methods.figure-table td.number, .methods.plain-table td.number, .figure-table th, .plain-table th { padding-inline: 0.2rem; } p { orphans: 3; widows: 3; } figure, tr, .findings li { break-inside: avoid; } p:has(+ .gallery), p:has(+ .findings) { break-after: avoid; } .heat-legend { break-before: avoid; }
  .methods:not(:has(tbody tr:nth-child(13))) { break-inside: avoid; } .methods tbody tr:first-child { break-before: avoid; } .methods tbody tr:nth-child(-n + 4):not(:last-child) { break-after: avoid; } .methods tbody tr:nth-last-child(-n + 4):not(:first-child) { break-before: avoid; }
  details.kept { display: block; margin-top: 1rem; } details.kept::details-content { content-visibility: visible; block-size: auto; } details.kept summary { list-style: none; color: inherit; break-after: avoid; }
}
`;
