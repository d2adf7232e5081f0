// Builds the notebook's widget to dist/widget/widget.js: one file, which the Python package brings along.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  clearScreen: false,
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: here('../../dist/widget'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    lib: { entry: here('widget.tsx'), formats: ['es'], fileName: () => 'widget.js' },
  },
});
