/**
 * One epoch as the page draws it: everything aggregated to what a screen can show, however many features there are.
 */
import { strongestOfGroups } from '../describe-selection.js';
import type { Dataset, EpochHistory, EpochReport } from '../types.js';

export interface EpochFrame extends EpochHistory, Pick<EpochReport, 'epochCount'> {
  /** Seconds since the selection began. */
  readonly seconds: number;
  /** Strengths pixel by pixel, row after row, where the features are an image. */
  readonly picture?: Picture;
  /** All strengths in falling order, at most `mostSteps` of them: each stands for as many features. */
  readonly profile: Float32Array;
  /** The strongest features, best first, and their strengths. */
  readonly strongest: Int32Array;
  readonly strengths: Float32Array;
  /** The features that were dropped and woken since the last epoch; the first `mostChanges` of them. */
  readonly dropped: Int32Array;
  readonly woken: Int32Array;
  readonly links?: Links;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly cells: Float32Array;
}

/** Connections of the strongest input neurons: parallel arrays. */
export interface Links {
  /** Matrix columns of the neurons on the left, strongest first. */
  readonly inputs: Int32Array;
  readonly hiddenCount: number;
  /** Place in `inputs`, hidden neuron and weight of every connection. */
  readonly from: Uint8Array;
  readonly to: Int32Array;
  readonly weight: Float32Array;
}

const mostPixels = 256 * 256;
const mostSteps = 512;
const strongestCount = 24;
const linkedCount = 12;
const linksEach = 16;
const mostChanges = 4096;

export type MakeFrame = (report: EpochReport, seconds: number) => EpochFrame;

/** Makes the frames of one run, in the order of its epochs. */
export function createFrameMaker(dataset: Dataset): MakeFrame {
  const wasActive = new Uint8Array(dataset.featureNames.length);
  let isFirst = true;
  return (report, seconds) => {
    const change = changeOf(report, wasActive, isFirst);
    isFirst = false;
    return frameOf(report, dataset, seconds, change);
  };
}

interface Change {
  readonly dropped: Int32Array;
  readonly woken: Int32Array;
}

/** Compares with the last epoch, and leaves this one's in its place. */
function changeOf({ activeFeatures }: EpochReport, wasActive: Uint8Array, isFirst: boolean): Change {
  const isActive = new Uint8Array(wasActive.length);
  for (const feature of activeFeatures ?? []) isActive[feature] = 1;
  const dropped: number[] = [];
  const woken: number[] = [];
  for (let feature = 0; feature < isActive.length && !isFirst; feature++) {
    if (isActive[feature] === wasActive[feature]) continue;
    const list = isActive[feature] ? woken : dropped;
    if (list.length < mostChanges) list.push(feature);
  }
  wasActive.set(isActive);
  return { dropped: Int32Array.from(dropped), woken: Int32Array.from(woken) };
}

/** Copies all it keeps: the arrays of a report are valid during the call alone. */
function frameOf(report: EpochReport, dataset: Dataset, seconds: number, change: Change): EpochFrame {
  const { epoch, epochCount, loss, activeCount, removedCount, wokenCount } = report;
  const summed = strongestOfGroups(report.strengths, dataset);
  const strongest = findStrongest(summed, strongestCount);
  const links = linksOf(report);
  return {
    epoch,
    epochCount,
    loss,
    activeCount,
    removedCount,
    wokenCount,
    seconds,
    strongest,
    ...change,
    ...(dataset.imageShape && { picture: pictureOf(summed, dataset.imageShape) }),
    profile: profileOf(summed),
    strengths: Float32Array.from(strongest, (feature) => summed[feature]),
    ...(links && { links }),
  };
}

/** The buffers of a frame, to be handed over instead of copied. */
export function buffersOf({
  picture,
  profile,
  strongest,
  strengths,
  dropped,
  woken,
  links,
}: EpochFrame): ArrayBufferLike[] {
  const ofLinks = links ? [links.inputs, links.from, links.to, links.weight] : [];
  const arrays = [profile, strongest, strengths, dropped, woken, picture?.cells, ...ofLinks];
  return arrays.flatMap((array) => (array === undefined ? [] : [array.buffer]));
}

/** The features of largest strength, best first, the lower number first among equals; none of strength 0. */
export function findStrongest(strengths: Float32Array, count: number): Int32Array {
  const best: number[] = [];
  for (let feature = 0; feature < strengths.length; feature++) {
    const strength = strengths[feature];
    if (!(strength > 0) || (best.length === count && strength <= strengths[best[count - 1]])) continue;
    let place = best.length;
    while (place > 0 && strengths[best[place - 1]] < strength) place--;
    best.splice(place, 0, feature);
    if (best.length > count) best.pop();
  }
  return Int32Array.from(best);
}

/** An image of more pixels than are drawn is made smaller, each pixel as strong as the strongest it stands for. */
function pictureOf(strengths: Float32Array, [height, width]: readonly [number, number]): Picture {
  const block = Math.ceil(Math.sqrt((width * height) / mostPixels));
  if (block <= 1) return { width, height, cells: strengths.slice() };
  const small = { width: Math.ceil(width / block), height: Math.ceil(height / block) };
  const cells = new Float32Array(small.width * small.height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / block) * small.width;
    for (let x = 0; x < width; x++, at++) {
      const cell = row + Math.floor(x / block);
      if (strengths[at] > cells[cell]) cells[cell] = strengths[at];
    }
  }
  return { ...small, cells };
}

/** All strengths in falling order, at most `mostSteps` of them. */
export function profileOf(strengths: Float32Array): Float32Array {
  const rising = strengths.slice().sort();
  const length = Math.min(rising.length, mostSteps);
  return Float32Array.from({ length }, (_, step) => {
    const place = Math.floor((step * rising.length) / length);
    return rising[rising.length - 1 - place];
  });
}

function linksOf({ strengths, connectionsOf }: EpochReport): Links | undefined {
  if (connectionsOf === undefined) return undefined;
  const inputs = findStrongest(strengths, linkedCount);
  const from: number[] = [];
  const to: number[] = [];
  const weight: number[] = [];
  let hiddenCount = 0;
  inputs.forEach((input, place) => {
    const { hidden, weights, hiddenCount: count } = connectionsOf(input);
    hiddenCount = count;
    for (const at of findStrongest(weights.map(Math.abs), linksEach)) {
      from.push(place);
      to.push(hidden[at]);
      weight.push(weights[at]);
    }
  });
  return {
    inputs,
    hiddenCount,
    from: Uint8Array.from(from),
    to: Int32Array.from(to),
    weight: Float32Array.from(weight),
  };
}
