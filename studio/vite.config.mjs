// Builds the page to dist/studio: relative addresses, so that it works from any folder of any web server.
// Runs after tsc (scripts/build.mjs), because the look of the reports is taken from the compiled files.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8'));
const { pageStyles } = await import('../dist/src/report/page-styles.js');
const { heatLegendStyles, heatTableStyles } = await import('../dist/src/report/heat-palette.js');

const styleName = 'virtual:report-styles.css';

/** The styles of the reports as a style sheet, so that page and reports look alike. */
const reportStyles = {
  name: 'report-styles',
  resolveId: (id) => (id === styleName ? `\0${styleName}` : undefined),
  load: (id) => (id === `\0${styleName}` ? `${pageStyles}${heatLegendStyles}${heatTableStyles}` : undefined),
};

export default defineConfig({
  root: here('.'),
  base: './',
  clearScreen: false,
  define: { __NEUROFS_VERSION__: JSON.stringify(version) },
  plugins: [reportStyles],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: here('../dist/studio'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5000,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
  },
});
