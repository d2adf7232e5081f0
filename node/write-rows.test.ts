/** A program for result-database.test.ts: writes rows and tells each key once it is safe. Without arguments it does nothing. */
import { openResultDatabase } from './result-database.js';

const [path, prefix, count] = process.argv.slice(2);
if (path !== undefined) {
  const store = await openResultDatabase(path);
  for (let turn = 0; turn < Number(count); turn++) {
    const key = `${prefix}${turn}`;
    await store.add({
      ...{
        key,
        identity: key,
        kind: 'select',
        data: 'COIL-20',
        method: 'neurofs',
        variant: 'neurofs',
        k: 50,
        seed: turn,
        accuracies: { svm: 0.5 },
      },
      ...{ features: [1, 2], selectSeconds: 1, evaluateSeconds: 1, dataSha256: '', sample: null, scaling: 'minmax' },
      ...{ options: {}, code: 'c' },
    });
    process.stdout.write(`${key}\n`);
  }
  await store.close();
}
