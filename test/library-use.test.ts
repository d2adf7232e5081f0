/** The library as a program uses it: over and over, at once, stopped half-way, with inputs that do not hold still. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FeatureSelector, UserError } from '../node/index.js';
import { createRandom } from '../src/maths/random.js';

const [rowCount, columnCount] = [40, 12];
const labels = Array.from({ length: rowCount }, (_, row) => row % 2);

function cells(seed = 3): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length: rowCount * columnCount }, (_, at) => {
    const isTelling = at % columnCount < 3;
    return random.float() + (isTelling ? labels[Math.floor(at / columnCount)] : 0);
  });
}

const network = { k: 3, options: { epochs: 3, hidden: [16] } } as const;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use once everything that can be collected is. */
async function bytesInUse(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + arrayBuffers + external;
}

test('a thousand fits leak nothing', async () => {
  const values = cells();
  const fits = async (count: number) => {
    for (let fit = 0; fit < count; fit++) {
      const options = fit % 10 === 0 ? network : { k: 3, method: 'fisher' };
      await new FeatureSelector({ ...options, seed: fit, threads: 1 }).fit({ values, columnCount }, labels);
    }
  };
  await fits(100);
  const before = await bytesInUse();
  await fits(1000);
  const kilobytes = ((await bytesInUse()) - before) / 1000;
  assert.ok(kilobytes < 1000, `${Math.round(kilobytes)} kB more after a thousand fits`);
});

test('fits at once give what they give one after another', async () => {
  const values = cells();
  const fit = async (seed: number) => {
    const selector = new FeatureSelector({ ...network, seed, threads: 1 + (seed % 2) });
    return (await selector.fit({ values, columnCount }, labels)).toJSON();
  };
  const seeds = [0, 1, 2, 3, 4, 5];
  const alone = [];
  for (const seed of seeds) alone.push(await fit(seed));
  assert.deepEqual(await Promise.all(seeds.map(fit)), alone);
});

test('a fit that was stopped can be done again, and gives what it would have given', async () => {
  const values = cells();
  const selector = new FeatureSelector({ ...network, threads: 2 });
  const stopping = new AbortController();
  const stopped = selector.fit({ values, columnCount }, labels, {
    signal: stopping.signal,
    onEpoch: () => stopping.abort(),
  });
  await assert.rejects(stopped, (error) => error instanceof UserError && error.code === 'interrupted');
  assert.throws(() => selector.ranking, /call fit/);
  const fresh = await new FeatureSelector({ ...network, threads: 2 }).fit({ values, columnCount }, labels);
  assert.deepEqual((await selector.fit({ values, columnCount }, labels)).toJSON(), fresh.toJSON());
});

test('rows that are changed or given away during a fit are refused, whatever came of them', async () => {
  const meddlers: readonly ((values: Float32Array) => void)[] = [
    (values) => void values.fill(7, 0, 30),
    (values) => void structuredClone(values.buffer, { transfer: [values.buffer as ArrayBuffer] }),
  ];
  for (const meddle of meddlers) {
    const values = cells();
    let hasMeddled = false;
    const fitting = new FeatureSelector(network).fit({ values, columnCount }, labels, {
      onEpoch() {
        if (!hasMeddled) meddle(values);
        hasMeddled = true;
      },
    });
    await assert.rejects(fitting, /the rows were changed, or their memory was given away, while they were fitted/);
  }
});

test('rows whose memory is gone before the fit are refused', async () => {
  const values = cells();
  structuredClone(values.buffer, { transfer: [values.buffer as ArrayBuffer] });
  await assert.rejects(
    new FeatureSelector(network).fit({ values, columnCount }, labels),
    (error) => error instanceof UserError,
  );
});

test('hostile JSON is refused by fromJSON, and changes no prototype', async () => {
  const good = (await new FeatureSelector(network).fit({ values: cells(), columnCount }, labels)).toJSON();
  const text = JSON.stringify(good);
  let deep: unknown = {};
  for (let depth = 0; depth < 200_000; depth++) deep = [deep];
  const { parameters } = good;
  const hostile: Readonly<Record<string, unknown>> = {
    nothing: null,
    'a list without end': deep,
    'a depth of options': { ...good, parameters: { ...parameters, epochs: deep } },
    'a depth of names': { ...good, featureNames: deep },
    'more than is there': { ...good, k: 1e308 },
    'a negative number': { ...good, k: -1 },
    'a seed that is none': { ...good, seed: 1e300 },
    'a ranking of nothing': { ...good, ranking: [] },
    'a ranking twice': { ...good, ranking: good.ranking.map(() => 0) },
    'scores that are no numbers': { ...good, scores: good.scores.map(() => ({})) },
    'names that are none': { ...good, featureNames: good.featureNames.map(() => ({})) },
    'epochs without end': { ...good, parameters: { ...parameters, epochs: 1e300 } },
    'a method that is a prototype': { ...good, method: '__proto__', parameters: 5, k: {} },
  };
  for (const [name, json] of Object.entries(hostile)) {
    assert.throws(() => FeatureSelector.fromJSON(json), UserError, name);
  }
  const poisoned = JSON.parse(
    text.replace(
      '"parameters":{',
      '"__proto__":{"bad":1},"constructor":{"bad":1},"parameters":{"__proto__":{"bad":1},"constructor":1,',
    ),
  );
  const selector = FeatureSelector.fromJSON(poisoned);
  assert.deepEqual([...selector.ranking], good.ranking);
  assert.equal(({} as { bad?: number }).bad, undefined);
  assert.equal((selector.options as { bad?: number }).bad, undefined);
});

test('a program ends by itself after fits that went well, failed and were stopped', async () => {
  const place = new URL('../node/index.js', import.meta.url).href;
  const program = `
    import { FeatureSelector } from '${place}';
    const values = Float32Array.from({ length: 400 }, (_, at) => (at * 37) % 11 + (at % 10 < 2 ? Math.floor(at / 10) % 2 : 0));
    const labels = Array.from({ length: 40 }, (_, row) => row % 2);
    const make = () => new FeatureSelector({ k: 2, threads: 2, options: { epochs: 3, hidden: [16] } });
    await make().fit({ values, columnCount: 10 }, labels);
    await make().fit({ values, columnCount: 10 }, [1, 2]).catch(() => {});
    const stopping = new AbortController();
    await make().fit({ values, columnCount: 10 }, labels, { signal: stopping.signal, onEpoch: () => stopping.abort() }).catch(() => {});
    console.log('done');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 120_000,
  });
  assert.equal(stdout, 'done\n');
});
