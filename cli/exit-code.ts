/** Thrown where a command has said what is wrong already. */
export class ExitCode extends Error {
  constructor(readonly exitCode: number) {
    super(`exit code ${exitCode}`);
  }
}
