/** What is tried: something goes wrong on purpose, as the seed says, and what must hold afterwards is checked. */

export interface Trial {
  /** As the table names it. */
  readonly name: string;
  /** How many times something is to go wrong in a whole run. */
  readonly aim: number;
  /** How many times in the short form; once where it is not given. */
  readonly shortAim?: number;
  /**
   * Tries it. Gives the outcome in a word or two, or one for each time that something went wrong in this attempt; throws
   * what did not hold.
   */
  attempt(seed: number): Promise<string | readonly string[]>;
}

/** Trials that share what they need: a child process, a server, an undisturbed run to compare with. */
export interface TrialGroup {
  readonly name: string;
  /** Why nothing of it can be tried here. */
  readonly skip?: string | undefined;
  readonly trials: readonly Trial[];
  /** Called once after the last trial, and where the run ends early. */
  close?(): Promise<void>;
}

/** A claim that did not hold. */
export function hold(claim: boolean, what: string): asserts claim {
  if (!claim) throw new Error(what);
}
