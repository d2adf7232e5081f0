/** Goes through the epochs, by hand, step by step or played; at its end it follows the newest. */
import { useEffect, useState } from 'preact/hooks';
import { currentFrame, isShownRunning, newestPlace, shownFrame, shownRun } from '../state/store.js';

const millisecondsEach = 150;

export function EpochSlider() {
  const [isPlaying, setPlaying] = useState(false);
  const count = shownRun.value?.frames.length ?? 0;
  const last = count - 1;
  const place = Math.min(shownFrame.value ?? newestPlace.value, last);
  const move = (to: number): void => {
    shownFrame.value = to === newestPlace.value ? undefined : Math.max(0, Math.min(last, to));
  };
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => {
      move(place + 1);
      if (place + 1 >= newestPlace.value) setPlaying(false);
    }, millisecondsEach);
    return () => clearTimeout(timer);
  });
  if (count < 2) return null;
  const play = (): void => {
    if (!isPlaying && place >= newestPlace.value) shownFrame.value = 0;
    setPlaying(!isPlaying);
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
      <span class="slider-buttons">
        <button type="button" aria-label="One epoch back" disabled={place === 0} onClick={() => move(place - 1)}>
          ‹
        </button>
        {!isShownRunning.value && (
          <button type="button" onClick={play}>
            {isPlaying ? 'Halt' : 'Play'}
          </button>
        )}
        <button type="button" aria-label="One epoch on" disabled={place >= last} onClick={() => move(place + 1)}>
          ›
        </button>
        <button type="button" disabled={shownFrame.value === undefined} onClick={() => move(newestPlace.value)}>
          {isShownRunning.value ? 'Newest' : 'Chosen'}
        </button>
      </span>
    </div>
  );
}
