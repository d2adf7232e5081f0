/** The documents say of every method which targets and weights it takes, in the words that follow from what it declares. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeMethods, type MethodDescription } from '../src/select/describe-methods.js';

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const methods = describeMethods();

function sentenceOf({ targets, takesSeveral, takesWeights }: MethodDescription): string {
  const words = {
    classes: 'classes',
    values: takesSeveral ? 'numbers, several at once too' : 'numbers',
    survival: 'survival times',
  };
  const taken = targets.map((kind) => words[kind]).join('; ');
  return `**Takes**: ${taken}; ${takesWeights ? 'weights of rows' : 'no weights'} ([targets](../targets.md)).`;
}

function rowOf({ name, targets, takesSeveral, takesWeights }: MethodDescription): string {
  const marks = [
    targets.includes('classes'),
    targets.includes('values'),
    takesSeveral,
    targets.includes('survival'),
    takesWeights,
  ];
  return `| [${name}](methods/${name}.md) | ${marks.map((isTaken) => (isTaken ? 'yes' : '')).join(' | ')} |`;
}

for (const method of methods) {
  test(`the page of ${method.name} says what it takes`, () => {
    const page = read(`methods/${method.name}.md`);
    const lines = page.split('\n').filter((line) => line.startsWith('**Takes**'));
    assert.deepEqual(lines, [sentenceOf(method)]);
  });
}

test('the table of targets has every method, and what it takes', () => {
  const rows = read('targets.md')
    .split('\n')
    .filter((line) => line.includes('](methods/'));
  assert.deepEqual(rows, methods.map(rowOf));
});

test('the list of methods names all of them in order', () => {
  const listed = [...read('methods/README.md').matchAll(/^\| \[(.+?)\]\(\1\.md\)/gm)].map(([, name]) => name);
  assert.deepEqual(
    listed,
    methods.map(({ name }) => name),
  );
});
