#!/usr/bin/env node
/** The command `neurofs`. */
import { hideSecrets } from './hide-secrets.js';

// Before anything else is loaded: the list of processes is open to everyone.
hideSecrets(process.argv.slice(2));
const [{ runProgram }, { runInProcess }] = await Promise.all([import('./program.js'), import('./run-in-process.js')]);
await runInProcess(runProgram);
