/**
 * Finds the native kernels, an addon that `npm run build:native` makes or that a package for the platform brings. It counts
 * only where it was made from the same kernels as this code, since results must not depend on which of them runs.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Kernels } from '../../src/compute/kernels.js';
import { kernelsVersion } from '../../src/compute/kernels-interface.js';

export interface NativeAddon {
  readonly version: string;
  /** How many floats the vectors may hold on this processor, the widest first. */
  readonly widths: readonly number[];
  /** The kernels that there are, on the bytes of `memory`, of which size[0] may be addressed. */
  open(memory: Uint8Array, size: Float64Array, width: number): Partial<Kernels>;
}

export interface FoundAddon {
  readonly addon: NativeAddon;
  /** What a thread loads it by. */
  readonly path: string;
}

const load = createRequire(import.meta.url);

/** What the package with the addon for this platform is called; see scripts/pack-native.mjs. */
const platformPackage = `@neurofs/native-${process.platform}-${process.arch}`;

/** The addon, or why there is none. */
export function findNativeAddon(): FoundAddon | { readonly missing: string } {
  const path = addonPath();
  if (path === undefined) return { missing: `neither built here nor installed as ${platformPackage}` };
  try {
    const addon = loadNativeAddon(path);
    return addon.version === kernelsVersion ? { addon, path } : { missing: `${path} was built from other kernels` };
  } catch (error) {
    return { missing: `${path} cannot be loaded: ${error instanceof Error ? error.message : error}` };
  }
}

export function loadNativeAddon(path: string): NativeAddon {
  return load(path) as NativeAddon;
}

/** The one built in this working copy goes before an installed one, which on Linux may be for another C library. */
function addonPath(): string | undefined {
  const built = fileURLToPath(new URL('../../../build/native/kernels.node', import.meta.url));
  if (existsSync(built)) return built;
  for (const name of [platformPackage, `${platformPackage}-musl`]) {
    try {
      return load.resolve(name);
    } catch {
      // Not installed: npm takes only the package that suits the machine.
    }
  }
  return undefined;
}
