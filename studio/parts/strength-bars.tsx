/** The strongest input neurons as named bars over a strip of all of them. */
import { formatCount, formatNumber } from '../../src/report/format.js';
import type { EpochFrame } from '../../src/studio/epoch-frame.js';
import { drawProfile } from '../draw/draw-profile.js';
import { colourText } from '../draw/palette.js';
import { Canvas } from './canvas.js';

const shownBars = 20;

interface StrengthBarsProps {
  /** Of all features. */
  readonly names: readonly string[];
  readonly frame: Pick<EpochFrame, 'strongest' | 'strengths' | 'profile'>;
}

export function StrengthBars({ names, frame }: StrengthBarsProps) {
  const most = frame.strengths[0] ?? 0;
  return (
    <>
      <ol class="bars strength-bars" aria-label="The strongest features">
        {Array.from(frame.strongest.subarray(0, shownBars), (feature, place) => (
          <li key={place}>
            <bdi class="bar-name" title={names[feature]}>
              {names[feature]}
            </bdi>
            <span class="bar-track" aria-hidden>
              <span
                class="bar-fill"
                style={{
                  width: `${most > 0 ? (100 * frame.strengths[place]) / most : 0}%`,
                  background: colourText(frame.strengths[place], most),
                }}
              />
            </span>
            <span class="bar-value">{formatNumber(frame.strengths[place])}</span>
          </li>
        ))}
      </ol>
      <Canvas
        className="profile"
        label={`All ${names.length} features in falling order of strength`}
        draw={(canvas) => drawProfile(canvas, frame.profile)}
      />
      <p class="quiet">All {formatCount(names.length)} features, strongest first.</p>
    </>
  );
}
