/** Rules as the command line reads them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConstraints } from './read-constraints.js';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neurofs-rules-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function fileOf(text: string): Promise<string> {
  const path = join(folder, 'pairs.csv');
  await writeFile(path, text);
  return path;
}

test('costs are read from the words and from a file, with or without a heading', async () => {
  const costs = async (cost: string) => (await readConstraints({ cost, budget: 9 })).constraints.costs;
  assert.deepEqual(await costs('mri=3, ct=0.5'), { mri: 3, ct: 0.5 });
  assert.deepEqual(await costs(await fileOf('feature,cost\nmri,3\n"a, b",2\r\n\nct\t0.5\n')), {
    mri: 3,
    'a, b': 2,
    ct: 0.5,
  });
  assert.deepEqual(await costs(await fileOf('mri,3')), { mri: 3 });
});

test('auto and a file of groups are told apart', async () => {
  assert.deepEqual(await readConstraints({ groups: 'auto' }).then(({ constraints }) => constraints.groups), 'auto');
  const { named, constraints } = await readConstraints({ groups: await fileOf('feature,group\na,x\nb,x\nc,y\n') });
  assert.deepEqual({ ...named }, { x: ['a', 'b'], y: ['c'] });
  assert.equal(constraints.groups, undefined);
});

test('what cannot be read says where and what was expected', async () => {
  await assert.rejects(readConstraints({ cost: 'mri=0' }), /--cost must have a number above 0.*Got "0" for "mri"/);
  await assert.rejects(readConstraints({ cost: 'mri=' }), /Got "" for "mri"/);
  await assert.rejects(readConstraints({ cost: join(folder, 'none.csv') }), /--cost .*none.csv: ENOENT/);
  await assert.rejects(
    readConstraints({ groups: await fileOf('a,x\nb\n') }),
    /line 2: expected a feature and its group/,
  );
});
