/** Writes what a bench measured to bench/results, as JSON and as Markdown, with the machine it was measured on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type BenchSection, renderSection } from './rows.js';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
  readonly date: string;
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

export function headingOf({ processor, cores, memoryGigabytes, node, date }: Machine): string {
  return `Machine: ${processor}, ${cores} cores, ${memoryGigabytes} GiB, Node ${node}, ${date}.\n`;
}

export function writeResults(name: string, command: string, machine: Machine, sections: readonly BenchSection[]): void {
  const folder = fileURLToPath(new URL('../../bench/results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify({ machine, sections }, null, 1)}\n`);
  const heading = `Made by \`${command}\`. ${headingOf(machine)}`;
  writeFileSync(`${folder}${name}.md`, `# Bench\n\n${heading}\n${sections.map(renderSection).join('\n')}`);
  console.log(`Wrote bench/results/${name}.json and .md`);
}
