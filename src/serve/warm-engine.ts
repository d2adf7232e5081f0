/** Keeps an engine from one call to the next: threads take longer to start than a small selection to run. */
import type { Engine } from '../compute/engine.js';

/** WebAssembly never gives memory back: an engine that has grown beyond this is let go after its call. */
const mostKeptBytes = 256 * 2 ** 20;

export class WarmEngine {
  readonly #create: (threads: number | undefined) => Promise<Engine>;
  #kept: { readonly threads: number | undefined; readonly engine: Engine; readonly empty: number } | undefined;

  constructor(create: (threads: number | undefined) => Promise<Engine>) {
    this.#create = create;
  }

  async take(threads: number | undefined): Promise<Engine> {
    if (this.#kept === undefined || this.#kept.threads !== threads) {
      this.letGo();
      const engine = await this.#create(threads);
      this.#kept = { threads, engine, empty: engine.memory.mark() };
    }
    return this.#kept.engine;
  }

  /** After a call: an engine that is broken, holds what a failed call left behind, or has grown large is not used again. */
  tidy(): void {
    if (this.#kept === undefined) return;
    const { engine, empty } = this.#kept;
    const isAsNew = !engine.isBroken && engine.memory.mark() === empty;
    if (!isAsNew || engine.memory.buffer.byteLength > mostKeptBytes) this.letGo();
  }

  letGo(): void {
    this.#kept?.engine.dispose();
    this.#kept = undefined;
  }
}
