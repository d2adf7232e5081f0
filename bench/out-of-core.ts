/** Training from memory and from disk on the same data, each in a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeImages } from '../test/write-images.js';
import type { BenchRow, BenchSection } from './rows.js';

const rowCount = 320_000;
const side = 40;
const epochs = 2;
const gigabytes = (rowCount * side * side * 4) / 1e9;

const cases = [
  { name: 'in memory', memory: '64GB' },
  { name: 'from disk, --memory 400MB', memory: '400MB' },
] as const;

export function benchOutOfCore(): BenchSection {
  const folder = mkdtempSync(join(tmpdir(), 'neurofs-bench-'));
  try {
    const path = writeImages(folder, 'large', rowCount, side);
    const run = fileURLToPath(new URL('./large-epochs.js', import.meta.url));
    const results = cases.map(({ name, memory }) => ({
      name,
      ...JSON.parse(execFileSync(process.execPath, [run, path, memory, String(epochs)], { encoding: 'utf8' })),
    }));
    return {
      title: 'Data larger than memory',
      note: `${rowCount} x ${side * side} single-precision cells (${gigabytes.toFixed(2)} GB, generated, sorted by class), NeuroFS at the default settings, but for epochs of all rows: ${epochs} of them, growth included. The temporary file was in the system's file cache where memory allows it; a disk that is slower adds the file's size over its speed to every epoch. "Same bits" compares the selected features and their scores.`,
      rows: results.map(
        (result): BenchRow => ({
          name: result.name,
          figures: {
            'read s': result.readSeconds,
            'epoch s': result.epochSeconds,
            'of it copy-in s': result.copySeconds,
            'epoch, times in memory': result.epochSeconds / results[0].epochSeconds,
            'peak MB': result.peakMegabytes,
            'on disk': result.isOnDisk ? 'yes' : 'no',
            'same bits': JSON.stringify(result.features) === JSON.stringify(results[0].features) ? 'yes' : 'no',
          },
        }),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
