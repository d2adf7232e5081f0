import assert from 'node:assert/strict';
import test from 'node:test';
import { readProject, writeProject } from './project-file.js';

test('a project comes back as it went: arrays in their types, maps, files, and numbers JSON has not', async () => {
  const blob = new Blob([Uint8Array.of(0, 255, 128, 7)]);
  const content = {
    runs: [
      {
        order: Int32Array.of(3, -1, 2 ** 31 - 1),
        scores: Float64Array.of(0.1, Number.NEGATIVE_INFINITY),
        strengths: new Float32Array(70_000).fill(1.5),
        fates: new Map([[4, { isConstant: true }]]),
        loss: Number.POSITIVE_INFINITY,
        name: 'größer $ "quoted"',
      },
    ],
    sources: [{ id: 'a', files: [{ name: 'a.csv', blob }] }],
  };
  const { runs, sources } = (await readProject(await writeProject(content), 'p')) as unknown as typeof content;
  assert.deepEqual(runs, content.runs);
  assert.equal(runs[0].strengths.constructor, Float32Array);
  assert.deepEqual(await sources[0].files[0].blob.arrayBuffer(), await blob.arrayBuffer());
});

test('a piece of a larger array is written alone', async () => {
  const piece = Int32Array.of(1, 2, 3, 4).subarray(1, 3);
  const back = await readProject(await writeProject({ piece }), 'p');
  assert.deepEqual(back.piece, Int32Array.of(2, 3));
});

const zipped = (text: string): Promise<Blob> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

test('what is no project, or a damaged one, is refused by its name', async () => {
  await assert.rejects(readProject(new Blob(['a,b\n1,2\n']), 'a.neurofs'), /a\.neurofs is damaged/);
  await assert.rejects(async () => readProject(await zipped('{"a":1}'), 'b'), /b is not a project/);
  await assert.rejects(async () => readProject(await zipped('{"a":'), 'c'), /c is damaged/);
  await assert.rejects(async () => readProject(await zipped('{"a":{"$":"Function","data":""}}'), 'd'), /d is damaged/);
  await assert.rejects(
    async () => readProject(await zipped('{"format":"neurofs-project","version":9}'), 'e'),
    /another version/,
  );
  const whole = await writeProject({ runs: [] });
  await assert.rejects(readProject(whole.slice(0, whole.size - 4), 'f'), /f is damaged/);
});
