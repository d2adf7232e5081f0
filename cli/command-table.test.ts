import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandTable, loadCommands } from './command-table.js';
import type { Surroundings } from './surroundings.js';

const nowhere = { write: () => true };
const surroundings: Surroundings = {
  words: [],
  env: {},
  stdin: process.stdin,
  stdout: nowhere,
  stderr: nowhere,
  now: () => 0,
  signal: new AbortController().signal,
};

test('the list of commands says of each what the command itself would say', async () => {
  const commands = await loadCommands(surroundings, async () => 0);
  assert.deepEqual(
    commands.map((command) => command.createHelp().subcommandTerm(command)),
    commandTable.map(({ name, usage }) => `${name} ${usage}`),
  );
  assert.deepEqual(
    commands.map((command) => command.summary()),
    commandTable.map(({ summary }) => summary),
  );
});

test('only the commands that are asked for are loaded, working ones with the options they share', async () => {
  const [describe, ...others] = await loadCommands(surroundings, async () => 0, ['describe']);
  assert.equal(describe.name(), 'describe');
  assert.equal(others.length, 0);
  assert.ok(describe.options.some(({ long }) => long === '--quiet'));
});
