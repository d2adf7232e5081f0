/** Goes back through the epochs; at its end it follows the newest. */
import { currentFrame, isShownRunning, newestPlace, shownFrame, shownRun } from '../state/store.js';

export function EpochSlider() {
  const count = shownRun.value?.frames.length ?? 0;
  if (count < 2) return null;
  const last = count - 1;
  const place = Math.min(shownFrame.value ?? newestPlace.value, last);
  const move = (to: number): void => {
    shownFrame.value = to === newestPlace.value ? undefined : to;
  };
  return (
    <div class="slider">
      <label for="epoch-slider">Epoch {currentFrame.value?.epoch}</label>
      <input
        id="epoch-slider"
        type="range"
        min={0}
        max={last}
        value={place}
        aria-valuetext={`epoch ${currentFrame.value?.epoch}`}
        onInput={({ currentTarget }) => move(Number(currentTarget.value))}
      />
      <button type="button" disabled={shownFrame.value === undefined} onClick={() => move(newestPlace.value)}>
        {isShownRunning.value ? 'Newest' : 'Chosen'}
      </button>
    </div>
  );
}
