/** What the system knows of another process, from /proc; nothing where there is none. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of a clock that Linux shows to programs at this rate, whatever its own is. */
const ticksPerSecond = 100;

/** Seconds that processors have worked for it. */
export function processorSeconds(pid: number): number {
  const text = readProc(`/proc/${pid}/stat`);
  // The name stands in brackets and may hold blanks; the fields behind it are counted from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.length < 13 ? 0 : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The most memory it ever had, in bytes. */
export function peakBytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) * 1024;
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** It and the processes it has started, as far as they are alive; asked often, and so without a look at all others. */
export function familyOf(pid: number): readonly number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`).trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
}

/** The processes of a group that are alive, also those that have outlived who started them. */
export function groupMembers(group: number): readonly number[] {
  return readdirSync('/proc').flatMap((name): number[] => {
    if (!/^\d+$/.test(name)) return [];
    const text = readProc(`/proc/${name}/stat`);
    const [state, , processGroup] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (Number(processGroup) !== group || state === 'Z') return [];
    return [Number(name)];
  });
}
