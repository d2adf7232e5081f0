/** Adds up where the time goes. The clock is passed in, because nothing that learns may depend on it. */
export interface Stopwatch {
  /** Adds the time since the last call to the named stage. */
  lap(stage: string): void;
  readonly milliseconds: ReadonlyMap<string, number>;
}

export function createStopwatch(now: () => number): Stopwatch {
  const milliseconds = new Map<string, number>();
  let last = now();
  return {
    milliseconds,
    lap(stage) {
      const time = now();
      milliseconds.set(stage, (milliseconds.get(stage) ?? 0) + time - last);
      last = time;
    },
  };
}
