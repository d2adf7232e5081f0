/** Milliseconds of the processor so far, which other programs do not lengthen. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
