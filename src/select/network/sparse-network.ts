/**
 * The run that all sparse network methods share: train an epoch, renew the topology, look at the strengths, again.
 *
 * Methods differ in two choices: whether input neurons are removed and woken (NeuroFS) or only connections renewed
 * (QuickSelection, RigL), and whether new connections are found by gradient or at random.
 */
import { yieldToEventLoop } from '../../compute/yield.js';
import type { Random } from '../../maths/random.js';
import { createBatchLoader, type FeatureList } from '../../network/batch-loader.js';
import { createDealer } from '../../network/deal-rows.js';
import { evenInputSteps, type InputForm } from '../../network/even-inputs.js';
import { type InputEntries, inputEntrySteps } from '../../network/input-entries.js';
import { lossOf } from '../../network/loss.js';
import { createRowOrder, planWindows } from '../../network/row-order.js';
import { createAttribution } from '../../network/sparse/attribution.js';
import { createBatchEntries } from '../../network/sparse/batch-entries.js';
import { connectionsOf } from '../../network/sparse/connections-of.js';
import { createGradientGrowth } from '../../network/sparse/gradient-growth.js';
import type { Growth } from '../../network/sparse/growth.js';
import {
  type Activation,
  createWorkspace,
  type Initialisation,
  type Network,
  networkSteps,
  paddedStride,
  refreshBounds,
} from '../../network/sparse/network.js';
import { predictRows } from '../../network/sparse/predict-rows.js';
import { createPruneScratch } from '../../network/sparse/prune.js';
import { createRandomGrowth } from '../../network/sparse/random-growth.js';
import { neuronsWhere, type RegrowResult, regrowInputs } from '../../network/sparse/regrow-inputs.js';
import { renewConnections } from '../../network/sparse/renew-connections.js';
import { planEpochs, type Removal } from '../../network/sparse/schedule.js';
import { measureStrength, type StrengthMeasure } from '../../network/sparse/strength.js';
import { createStrengthMemory, shareForWidth } from '../../network/sparse/strength-memory.js';
import { addPriors, type StrengthPrior } from '../../network/sparse/strength-prior.js';
import { activeFeatures, type TrainingState, trainEpoch } from '../../network/sparse/train-epoch.js';
import { createWorkingResponse, type WorkingResponse } from '../../network/working-response.js';
import { standardise } from '../../target/standardise.js';
import { inTurns } from '../../turns.js';
import type { AnyMatrix, Scores, Target, TrainingSet } from '../../types.js';
import { checkTraining } from '../check-training.js';
import type { SelectContext } from '../contract.js';
import { rankScores } from '../rank-scores.js';
import { findPriors, type Prior, type PriorHooks } from './priors.js';

/** Training options that every sparse network method has. */
export interface SparseNetworkOptions {
  readonly hidden: readonly number[];
  readonly epsilon: number;
  readonly activation: Activation;
  readonly epochs: number;
  readonly batchSize: number | 'auto';
  readonly learningRate: number;
  readonly momentum: number;
  readonly weightDecay: number;
  readonly initialisation: Initialisation;
  readonly strength: StrengthMeasure;
  /** Most rows in an epoch; the next epoch goes on with the others. */
  readonly epochRows: number;
  /** Fewest updates in an epoch: few rows are passed over several times. */
  readonly epochSteps: number | 'auto';
  /** Whether the features are centred and evened out for the network, or taken as they were scaled. */
  readonly inputs: InputForm;
}

/** What makes one method differ from another. */
export interface TopologyRule {
  /** By the gradient of the loss, at random, or by what rounding leaves of a gradient that is 0. */
  readonly growth: 'gradient' | 'random' | 'rounding';
  /** Rows whose gradient ranks new connections. */
  readonly growthSamples: number | 'auto';
  /** Share of a hidden layer's connections renewed in an epoch. */
  readonly hiddenFraction: number;
  readonly inputFraction: number;
  /** How input neurons are removed, and in which share of the epochs; undefined where all of them stay. */
  readonly removal: { readonly kind: Removal; readonly share: number } | undefined;
  /** What counts beside the strength of an input neuron. */
  readonly prior: Prior;
}

/** Where a study of variations can reach into a run. */
export interface EpochHooks extends PriorHooks {
  /** Share of earlier strengths that counts, in place of the one for the width of the data. */
  readonly strengthMemory?: number;
  /** Epochs at the start in which the input neurons stay as they are. */
  readonly warmUp?: number;
  /** Whether the next epoch passes over few rows once alone, by the loss of the last one; asked once an epoch. */
  passesOnce?(lastLoss: number): boolean;
  onEpochStart?(state: TrainingState, epoch: number, epochCount: number): void;
  /** May write other strengths in place of the measured ones. */
  onStrength?(state: TrainingState, strengths: Float32Array, epoch: number): Promise<void>;
  onRenewed?(state: TrainingState, epoch: number): void;
}

export async function runSparseNetwork(
  given: TrainingSet<AnyMatrix, Target>,
  k: number,
  options: SparseNetworkOptions,
  rule: TopologyRule,
  context: SelectContext,
  hooks: EpochHooks = {},
): Promise<Scores> {
  checkTraining(given, k);
  const scaling = options.inputs === 'even' ? await inTurns(evenInputSteps(given), context.signal) : given.scaling;
  const training = standardise({ ...given, scaling });
  const { engine, random } = context;
  const mark = engine.memory.mark();
  try {
    const rowCount = training.matrix.rowCount;
    const featureCount = training.matrix.columnCount;
    const batchSize = Math.min(rowCount, chooseBatchSize(options.batchSize, rowCount));
    const { target } = training;
    const working = target.kind === 'survival' ? createWorkingResponse(target, training.weights) : undefined;
    const loss = lossOf(working?.target ?? target);
    const priors = await findPriors(training, rule.prior, context, hooks);
    const entries = await inTurns(inputEntrySteps(training.matrix, scaling, batchSize), context.signal);
    const byEntries = entries !== undefined;
    const shape = { ...options, featureCount, outputCount: loss.outputCount, loss: loss.kind, byEntries };
    const connecting = networkSteps(engine, shape, random.fork('network'), context.connectionRandom);
    const network = await inTurns(connecting, context.signal);
    const sampleCount = Math.min(rowCount, chooseGrowthSamples(rule.growthSamples, rowCount, network));
    const learnt = working ? { ...training, target: working.target, weights: working.weights } : training;
    const state = createState(network, learnt, options, batchSize, sampleCount, entries, context);
    const growth: Growth =
      rule.growth === 'random'
        ? createRandomGrowth(network.layers, random.fork('growth'))
        : createGradientGrowth(
            state,
            sampleCount,
            random.fork('growth rows'),
            rule.growth === 'rounding' ? random.fork('rounding') : undefined,
          );
    return await evolve(state, k, options, rule, growth, priors, context, hooks, working);
  } finally {
    engine.memory.release(mark);
  }
}

async function evolve(
  state: TrainingState,
  k: number,
  options: SparseNetworkOptions,
  rule: TopologyRule,
  growth: Growth,
  priors: readonly StrengthPrior[],
  context: SelectContext,
  hooks: EpochHooks,
  working: WorkingResponse | undefined,
): Promise<Scores> {
  const { network } = state;
  const inputLayer = network.layers[0];
  const featureCount = inputLayer.inCount;
  const { epochs } = options;
  const plans = planEpochs({
    featureCount,
    k,
    epochs,
    warmUp: hooks.warmUp ?? 0,
    inputFraction: rule.inputFraction,
    removalShare: rule.removal?.share ?? 0,
    removal: rule.removal?.kind ?? 'linear',
  });
  const { layers } = network;
  const scratch = createPruneScratch(
    network.engine,
    Math.max(...layers.map((layer) => layer.capacity)),
    Math.max(...layers.map((layer) => layer.inCount)),
  );
  const nextOrder = createRowOrder(state.rowCount, featureCount, context.random.fork('row order'));
  const deal = createDealer(nextOrder, {
    rowCount: state.rowCount,
    batchSize: state.batchSize,
    mostRows: options.epochRows,
    leastSteps: chooseEpochSteps(options.epochSteps, network),
  });
  const strengths = new Float32Array(featureCount);
  const lastActive = new Int32Array(featureCount);
  const forWidth = rule.removal?.kind === 'geometric' ? shareForWidth(state.rowCount, featureCount, epochs) : 0;
  const share = hooks.strengthMemory ?? forWidth;
  const remember = share > 0 ? createStrengthMemory(featureCount, share) : undefined;
  const measureNow = chooseMeasure(state, options.strength, context.random);
  const measure = async (epoch: number): Promise<void> => {
    measureNow(strengths);
    await hooks.onStrength?.(state, strengths, epoch);
    if (epoch === 0) return;
    remember?.(strengths, activeFeatures(state));
    addPriors(strengths, priors, activeFeatures(state));
  };
  const report = (epoch: number, loss: number | undefined, change: RegrowResult): void => {
    const active = activeFeatures(state);
    for (const feature of active) lastActive[feature] = epoch;
    for (let feature = 0; feature < featureCount; feature++) if (lastActive[feature] < epoch) strengths[feature] = 0;
    context.onEpoch?.({
      epoch,
      epochCount: epochs,
      loss,
      activeCount: active.length,
      ...change,
      strengths,
      activeFeatures: active,
      connectionsOf: (feature) => connectionsOf(inputLayer, feature),
    });
    context.onTopology?.(epoch, network.layers);
    context.onProgress?.(epoch / epochs);
  };

  let lastLoss: number | undefined;
  working?.update(await predictRows(state));
  state.stopwatch?.lap('setup');
  await measure(0);
  report(0, undefined, { removedCount: 0, wokenCount: 0 });
  for (const plan of plans) {
    hooks.onEpochStart?.(state, plan.epoch, epochs);
    state.stopwatch?.lap('report');
    const isOnce = lastLoss !== undefined && hooks.passesOnce?.(lastLoss) === true;
    const meanLoss = await trainEpoch(state, deal(isOnce));
    const loss = working ? working.update(await predictRows(state)) : meanLoss;
    lastLoss = loss;
    await measure(plan.epoch);
    let change: RegrowResult = { removedCount: 0, wokenCount: 0 };
    // Nothing is trained after the last epoch, so nothing is renewed then either.
    if (plan.epoch < epochs) {
      await growth.prepare();
      if (rule.removal === undefined) {
        await renewConnections(network, 0, rule.inputFraction, growth, scratch);
      } else {
        change = await regrowInputs(inputLayer, strengths, plan, rule.inputFraction, growth, scratch);
        refreshBounds(network, 0);
      }
      for (let index = 1; index < network.layers.length - 1; index++) {
        await renewConnections(network, index, rule.hiddenFraction, growth, scratch);
      }
      listActive(state);
      hooks.onRenewed?.(state, plan.epoch);
      state.stopwatch?.lap('topology');
    }
    report(plan.epoch, loss, change);
    await yieldToEventLoop();
  }
  return scoreFeatures(strengths, lastActive, epochs);
}

function chooseMeasure(
  state: TrainingState,
  measure: StrengthMeasure,
  random: Random,
): (strengths: Float32Array) => void {
  if (measure === 'attribution') return createAttribution(state, random.fork('attribution'));
  return (strengths) => measureStrength(strengths, state.network.layers[0], measure);
}

/**
 * Active features score their strength. A removed one scores below 0, the lower the earlier it was last active: -1 is
 * never, just under 0 is until nearly the end.
 */
function scoreFeatures(strengths: Float32Array, lastActive: Int32Array, epochs: number): Scores {
  return rankScores(
    Float64Array.from(strengths, (strength, feature) =>
      lastActive[feature] === epochs ? strength : lastActive[feature] / epochs - 1,
    ),
  );
}

function createState(
  network: Network,
  training: TrainingSet<AnyMatrix, Target>,
  options: SparseNetworkOptions,
  batchSize: number,
  sampleCount: number,
  entries: InputEntries | undefined,
  context: SelectContext,
): TrainingState {
  const { memory } = network.engine;
  const featureCount = network.layers[0].inCount;
  const stride = paddedStride(batchSize);
  const active: FeatureList = { block: memory.int32(featureCount), count: 0 };
  const state: TrainingState = {
    network,
    work: createWorkspace(network, batchSize),
    loader: createBatchLoader(network.engine, training, Math.max(batchSize, sampleCount)),
    input: entries
      ? createBatchEntries(network.engine, entries, network.layers[0], batchSize)
      : { values: memory.float32(featureCount * stride), stride, compact: false },
    target: training.target,
    weights: training.weights,
    rowCount: training.matrix.rowCount,
    batchSize,
    step: options,
    active,
    signal: context.signal,
    stopwatch: context.stopwatch,
  };
  listActive(state);
  return state;
}

function listActive(state: TrainingState): void {
  const neurons = neuronsWhere(state.network.layers[0], true);
  state.active.block.view.set(neurons);
  state.active = { block: state.active.block, count: neurons.length };
}

/** The paper's rule: 100 rows a batch, 20 where there are at most 200. */
export function chooseBatchSize(given: number | 'auto', rowCount: number): number {
  if (given !== 'auto') return given;
  return rowCount <= 200 ? 20 : 100;
}

/** Twenty updates, and two for every class where there are more than ten: a batch of 20 has few rows of each of them. */
function chooseEpochSteps(given: number | 'auto', { layers }: Network): number {
  return given === 'auto' ? Math.max(20, 2 * layers[layers.length - 1].outCount) : given;
}

/**
 * Growth costs rows x inputs x outputs, training an epoch costs all rows x connections: one and a half times the density
 * of the rows keeps growth under a third of an epoch. Never under 100 rows, where it would be one batch's noise, nor
 * above 2,000, nor more than the window of rows that is in memory where the data is on a disk.
 */
function chooseGrowthSamples(given: number | 'auto', rowCount: number, { layers }: Network): number {
  if (given !== 'auto') return given;
  const sparse = layers.slice(0, -1);
  const connections = sparse.reduce((sum, layer) => sum + layer.connectionCount, 0);
  const possible = sparse.reduce((sum, layer) => sum + layer.inCount * layer.outCount, 0);
  const most = Math.min(2000, planWindows(rowCount, layers[0].inCount).windowRows);
  return Math.max(100, Math.min(most, Math.round((1.5 * rowCount * connections) / possible)));
}
