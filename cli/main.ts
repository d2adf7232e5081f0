#!/usr/bin/env node
/** The command `neurofs`. */
import { hideSecrets } from './hide-secrets.js';
import { runProgram } from './program.js';
import { runInProcess } from './run-in-process.js';

hideSecrets(process.argv.slice(2));
await runInProcess(runProgram);
