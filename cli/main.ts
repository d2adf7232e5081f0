#!/usr/bin/env node
/** The command `neurofs`. */
import { runProgram } from './program.js';
import { runInProcess } from './run-in-process.js';

await runInProcess(runProgram);
