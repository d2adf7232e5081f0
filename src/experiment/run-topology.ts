/**
 * Trains several networks on the same rows and compares their connections, layer by layer, at some epochs: Figure 5
 * and Table 3 of the NeuroFS paper. The output layer is dense in all of them and is left out.
 */

import { yieldToEventLoop } from '../compute/yield.js';
import { throwIfAborted } from '../errors.js';
import { createRandom } from '../maths/random.js';
import { runSelection } from '../run-selection.js';
import { findMethod } from '../select/registry.js';
import { describeError, failedRows } from './failed-rows.js';
import { rowKey, type TopologyJob } from './job.js';
import { epochsAt, type JobContext } from './job-context.js';
import { judgeColumns } from './judge-columns.js';
import type { LayerDistances, ResultRow } from './result-row.js';
import { type LayerTopology, topologyDistances, topologyOf } from './topology-distance.js';

/** Share of the job's time that the trainings take, for the progress. */
const trainingShare = 0.9;

export async function runTopology(job: TopologyJob, context: JobContext): Promise<void> {
  const started = context.now();
  const rows: ResultRow[] = [];
  try {
    const networks: Trained[] = [];
    for (let place = 0; place < job.networkCount; place++) {
      const trained = await trainNetwork(job, place, context);
      networks.push(trained);
      rows.push(trained.row);
    }
    const distances = await compareNetworks(networks, context);
    rows[rows.length - 1] = { ...rows[rows.length - 1], details: { distances } };
  } catch (error) {
    if (context.signal?.aborted) throw error;
    const seconds = (context.now() - started) / 1000;
    rows.splice(0, rows.length, ...failedRows(job, describeError(error), seconds, context.hash));
  }
  for (const row of rows) await context.onRow(row);
}

interface Trained {
  readonly row: ResultRow;
  /** The sparse layers at the compared epochs. */
  readonly topologies: ReadonlyMap<number, readonly LayerTopology[]>;
}

async function trainNetwork(job: TopologyJob, place: number, context: JobContext): Promise<Trained> {
  const { engine, data, signal, now, hash, onProgress } = context;
  const { k, judges } = job.pick;
  const seed = job.seed + place;
  const compared = epochsAt(job.comparedAt, Number(job.options.epochs));
  const topologies = new Map<number, LayerTopology[]>();
  const firstSeed = job.start === 'same-connections' ? job.seed : seed;
  const { ranked, columnsOf, seconds, peakBytes } = await runSelection(
    data,
    { method: findMethod(job.method), options: job.options, k, seed },
    {
      engine,
      now,
      connectionRandom: createRandom(firstSeed).fork('select').fork('network'),
      ...(signal && { signal }),
      onProgress: (done) => onProgress?.((trainingShare * (place + done)) / job.networkCount),
      onTopology: (epoch, layers) => {
        if (!compared.includes(epoch)) return;
        const sparse = layers.slice(0, -1);
        topologies.set(
          epoch,
          sparse.map((layer) => topologyOf({ ...layer, rowStart: layer.rowStart.view, column: layer.column.view })),
        );
      },
    },
  );
  const selected = now();
  const judgement = { seed, judges, options: job.judgeOptions };
  const measures = await judgeColumns(data, columnsOf(k), judgement, { engine, signal, judges: context.judges });
  const row: ResultRow = {
    key: rowKey(job, { k, seed }, hash),
    method: job.method,
    seed,
    k,
    measures,
    features: ranked.slice(0, k).map((feature) => feature.index),
    selectSeconds: seconds,
    evaluateSeconds: (now() - selected) / 1000,
    peakBytes,
  };
  return { row, topologies };
}

async function compareNetworks(networks: readonly Trained[], context: JobContext): Promise<LayerDistances[]> {
  const epochs = [...networks[0].topologies.keys()].sort((a, b) => a - b);
  const count = networks.length;
  const tables: LayerDistances[] = [];
  for (const [turn, epoch] of epochs.entries()) {
    const layerCount = networks[0].topologies.get(epoch)!.length;
    const values = Array.from({ length: layerCount }, () => networks.map(() => new Array<number>(count).fill(0)));
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        throwIfAborted(context.signal);
        await yieldToEventLoop();
        const found = topologyDistances(networks[a].topologies.get(epoch)!, networks[b].topologies.get(epoch)!);
        found.forEach((distance, layer) => {
          values[layer][a][b] = distance;
          values[layer][b][a] = distance;
        });
      }
    }
    tables.push(...values.map((table, layer) => ({ epoch, layer, values: table })));
    context.onProgress?.(trainingShare + ((1 - trainingShare) * (turn + 1)) / epochs.length);
  }
  return tables;
}
