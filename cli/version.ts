/** The version of the installed package, and what it runs on. */

import { packageVersion } from '../node/code-version.js';
import { describeEngine } from '../node/engines/choose-backend.js';

export { packageVersion } from '../node/code-version.js';

export async function describeVersion(): Promise<string> {
  const lines = {
    neurofs: packageVersion(),
    engine: await describeEngine(),
    node: `${process.versions.node}, V8 ${process.versions.v8}`,
    platform: `${process.platform} ${process.arch}`,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(10)}${value}\n`)
    .join('');
}
