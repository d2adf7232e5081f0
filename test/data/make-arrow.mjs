// Writes schema-in-index.arrow with apache-arrow, whose files hold their schema in the index at the end alone.
// Run by `node test/data/make-arrow.mjs` after `npm ci` in bench/peers.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { Table, tableFromIPC, tableToIPC, vectorFromArray } = createRequire(
  new URL('../../bench/peers/', import.meta.url),
)('apache-arrow');
const frame = tableFromIPC(readFileSync(new URL('uncompressed.feather', import.meta.url)));
const columns = frame.schema.fields.map(({ name }) => [name, frame.getChild(name)]);
// Text made anew is text in a dictionary.
const table = new Table({ ...Object.fromEntries(columns), y: vectorFromArray([...frame.getChild('y')]) });
writeFileSync(new URL('schema-in-index.arrow', import.meta.url), tableToIPC(table, 'file'));
