#!/usr/bin/env node
/** The command `neurofs`. */
import { endOnSignals } from './early-signals.js';
import { hideSecrets } from './hide-secrets.js';

// Before anything else is loaded: the list of processes is open to everyone.
hideSecrets(process.argv.slice(2));
const release = endOnSignals();
const [{ runProgram }, { runInProcess }] = await Promise.all([import('./program.js'), import('./run-in-process.js')]);
const running = runInProcess(runProgram);
release();
await running;
