/** The same selection with other seeds, as a map of features against seeds. */
import { formatCount, formatPercent } from '../../src/report/format.js';
import type { SeedSelection } from '../../src/studio/protocol.js';
import { drawPicture } from '../draw/draw-picture.js';
import { colourText, isLight } from '../draw/palette.js';
import { turnPicture } from '../draw/turn-picture.js';
import { stop } from '../state/doing.js';
import { measureStability } from '../state/run-actions.js';
import { progress, type RunView, work } from '../state/store.js';
import { Canvas } from './canvas.js';

const moreSeeds = 4;
const mostRows = 200;

export function StabilityPanel({ run }: { readonly run: RunView }) {
  const { k, seed } = run.task.settings;
  const own = { seed, order: run.result!.order.subarray(0, k) };
  const seeds = [own, ...run.seeds];
  const isBusy = work.value === 'seeds';
  return (
    <>
      {seeds.length < 2 && !isBusy && (
        <p>
          Runs the selection {moreSeeds} more times, with the next seeds: other first weights, another split of the
          rows.
        </p>
      )}
      <p class="buttons">
        <button
          type="button"
          disabled={work.value !== undefined || run.task.source.files.length === 0}
          onClick={() => measureStability(moreSeeds)}
        >
          Run {moreSeeds} more seeds
        </button>
        {isBusy && (
          <>
            <progress aria-label="Progress of the seeds" value={progress.value ?? 0} max={1} />
            <button type="button" onClick={stop}>
              Stop
            </button>
          </>
        )}
      </p>
      {seeds.length > 1 && <SeedMap seeds={seeds} k={k} run={run} />}
    </>
  );
}

interface SeedMapProps {
  readonly run: RunView;
  readonly seeds: readonly SeedSelection[];
  readonly k: number;
}

interface ChosenFeature {
  readonly feature: number;
  /** Place under each seed, from 0; undefined where it was not chosen. */
  readonly places: readonly (number | undefined)[];
  readonly count: number;
  readonly meanPlace: number;
}

function SeedMap({ seeds, k, run }: SeedMapProps) {
  const { names = [], imageShape: shape } = run.begin?.dataset ?? {};
  const chosen = chosenFeatures(seeds);
  const always = chosen.filter(({ count }) => count === seeds.length).length;
  const shown = chosen.slice(0, mostRows);
  return (
    <>
      <p>
        <strong>{formatCount(always)}</strong> of {formatCount(k)} features were chosen under all {seeds.length} seeds;
        any two seeds share {formatPercent(meanOverlap(seeds, k), 0)} on average.
      </p>
      <div class={shape ? 'stability with-picture' : 'stability'}>
        {shape && (
          <figure>
            <figcaption>How many seeds chose a pixel</figcaption>
            <Canvas
              className="picture"
              ratio={run.isTurned ? shape[0] / shape[1] : shape[1] / shape[0]}
              label={`Pixels by how many of ${seeds.length} seeds chose them`}
              draw={(canvas) => {
                const cells = new Float32Array(shape[0] * shape[1]);
                for (const { feature, count } of chosen) cells[feature] = count;
                const picture = { width: shape[1], height: shape[0], cells };
                drawPicture(canvas, run.isTurned ? turnPicture(picture) : picture, {});
              }}
            />
          </figure>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section class="tall scroll" aria-label="Features by seed" tabIndex={0}>
          <table class="seed-map">
            <thead>
              <tr>
                <th scope="col">Feature</th>
                {seeds.map(({ seed }) => (
                  <th key={seed} scope="col">
                    seed {seed}
                  </th>
                ))}
                <th scope="col">Chosen</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ feature, places, count }) => (
                <tr key={feature}>
                  <th scope="row">
                    <bdi title={names[feature]}>{names[feature]}</bdi>
                  </th>
                  {places.map((place, at) => (
                    <SeedCell key={seeds[at].seed} place={place} k={k} />
                  ))}
                  <td>
                    {count} of {seeds.length}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
      <p class="quiet">
        The number is the feature’s rank under that seed.
        {chosen.length > shown.length && ` ${formatCount(chosen.length - shown.length)} more were chosen now and then.`}
      </p>
    </>
  );
}

function SeedCell({ place, k }: { readonly place: number | undefined; readonly k: number }) {
  if (place === undefined) return <td class="unchosen">–</td>;
  const share = 1 - place / k;
  return (
    <td class={isLight(share, 1) ? 'on-light' : 'on-dark'} style={{ background: colourText(share, 1) }}>
      {place + 1}
    </td>
  );
}

function chosenFeatures(seeds: readonly SeedSelection[]): readonly ChosenFeature[] {
  const places = new Map<number, (number | undefined)[]>();
  seeds.forEach(({ order }, at) => {
    order.forEach((feature, place) => {
      if (!places.has(feature)) places.set(feature, new Array(seeds.length).fill(undefined));
      places.get(feature)![at] = place;
    });
  });
  return Array.from(places, ([feature, found]) => {
    const known = found.filter((place) => place !== undefined);
    const meanPlace = known.reduce((sum, place) => sum + place, 0) / known.length;
    return { feature, places: found, count: known.length, meanPlace };
  }).sort((a, b) => b.count - a.count || a.meanPlace - b.meanPlace);
}

/** Share of the K features that two seeds have in common, over all pairs. */
function meanOverlap(seeds: readonly SeedSelection[], k: number): number {
  let shared = 0;
  let pairs = 0;
  for (const [at, { order }] of seeds.entries()) {
    const chosen = new Set(order);
    for (const other of seeds.slice(at + 1)) {
      shared += other.order.filter((feature) => chosen.has(feature)).length / k;
      pairs++;
    }
  }
  return shared / pairs;
}
