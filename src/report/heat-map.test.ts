import assert from 'node:assert/strict';
import test from 'node:test';
import { inflateSync } from 'node:zlib';
import { hexOf } from './colour-map.js';
import { heatPicture, heatTable } from './heat-map.js';
import { palette } from './heat-palette.js';

/** The palette indexes of a picture, row by row, read back from the PNG inside the SVG. */
function readPixels(svg: string, width: number): number[][] {
  const file = Buffer.from(/base64,([^"]+)/.exec(svg)![1], 'base64');
  const at = file.indexOf('IDAT');
  const rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  return Array.from({ length: rows.length / (width + 1) }, (_, row) => [
    ...rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)),
  ]);
}

test('a picture has one pixel a value: 0 for nothing, 255 for the largest', () => {
  const svg = heatPicture({ values: [0, 1, 2, 4, 0, 8], width: 3, max: 4, label: 'test' }).text;
  assert.deepEqual(readPixels(svg, 3), [
    [0, 65, 128],
    [255, 0, 255],
  ]);
});

test('where 0 is a value it has the weakest colour, and what is no number the colour of nothing', () => {
  const values = [Number.NaN, 0, 1];
  const svg = heatPicture({ values, width: 3, max: 1, label: 'test', countsZero: true }).text;
  assert.deepEqual(readPixels(svg, 3), [[0, 1, 255]]);
});

test('a sharp picture has the colours of the other as shapes, and is an image where those would be too many', () => {
  const svg = heatPicture({ values: [0, 1, 1, 0.5], width: 2, max: 1, label: 'test', isSharp: true }).text;
  assert.doesNotMatch(svg, /<image/);
  const paths = [...svg.matchAll(/<path stroke="([^"]*)" d="([^"]*)"/g)].map(([, colour, path]) => [colour, path]);
  assert.deepEqual(paths, [
    [hexOf(palette[255]), 'M1 0.5h1.03M0 1.5h1.03'],
    [hexOf(palette[128]), 'M1 1.5h1.03'],
  ]);
  const large = heatPicture({ values: new Float32Array(65 * 64), width: 64, max: 1, label: 'test', isSharp: true });
  assert.match(large.text, /<image/);
});

test('marked cells are outlined at their row and column', () => {
  const svg = heatPicture({ values: new Float32Array(12), width: 4, max: 1, label: 'test', marked: [0, 6] }).text;
  assert.match(svg, /viewBox="0 0 4 3"/);
  assert.match(svg, /class="mark" d="M0 0h1v1h-1zM2 1h1v1h-1z"/);
});

test('a picture too large for a page keeps its strongest pixels and its marks', () => {
  const values = new Float32Array(600 * 500);
  values[301 * 500 + 499] = 4;
  const svg = heatPicture({
    values,
    width: 500,
    max: 4,
    label: 'test',
    marked: [301 * 500 + 499, 300 * 500 + 498],
  }).text;
  // Three by three pixels become one: row 301 goes to 100, column 499 to 166.
  assert.match(svg, /viewBox="0 0 167 200"/);
  assert.match(svg, /class="mark" d="M166 100h1v1h-1z"/);
  const pixels = readPixels(svg, 167);
  assert.equal(pixels[100][166], 255);
  assert.equal(pixels.flat().filter((pixel) => pixel > 0).length, 1);
});

test('a table names its rows and columns, colours its cells and leaves unmeasured ones blank', () => {
  const table = heatTable({
    caption: 'test',
    rowTitle: 'Feature',
    rowNames: ['<i>', 'b'],
    columnNames: ['1', '2'],
    values: [
      [1, undefined],
      [0, 0.5],
    ],
    max: 1,
  }).text;
  assert.match(table, /<bdi title="&lt;i&gt;">&lt;i&gt;<\/bdi>/);
  assert.match(table, /<td class="heat-255" title="&lt;i&gt;, 1: 1">/);
  assert.match(table, /<td><\/td>/);
  assert.ok(table.includes(`class="heat-0" title="b, 1: 0"`));
});
