import assert from 'node:assert/strict';
import test from 'node:test';
import { createColours, wantsColour } from './colours.js';
import { clock, progressLine } from './progress-line.js';
import { createProgress } from './terminal.js';
import { createTimeLeft, secondsOfShare } from './time-left.js';

const plain = createColours(false);
const midway = {
  stage: 'Selecting',
  share: 0.42,
  epoch: { epoch: 42, epochCount: 100, activeCount: 1361, loss: 0.18321 },
  elapsedSeconds: 24,
  secondsLeft: 31,
};

function fakeTerminal(columns = 80) {
  const written: string[] = [];
  return { isTTY: true, columns, write: (text: string) => written.push(text), written };
}

function report(epoch: number) {
  const strengths = new Float32Array(0);
  return { epoch, epochCount: 100, loss: 1 / epoch, activeCount: 50, removedCount: 0, wokenCount: 0, strengths };
}

test('the line tells stage, share, epoch, active neurons, loss, time and time left', () => {
  assert.equal(
    progressLine(midway, 120, plain),
    'Selecting █████████████░░░░░░░░░░░░░░░░░  42/100 epochs · 1,361 active · loss 0.1832 · 0:24 · 0:31 left',
  );
});

test('the line never exceeds the width, and keeps the time left and the epoch longest', () => {
  for (let width = 1; width <= 120; width++) assert.ok(progressLine(midway, width, plain).length <= width, `${width}`);
  assert.equal(progressLine(midway, 50, plain), 'Selecting █████░░░░░░░  42/100 epochs · 0:31 left');
});

test('a stage of unknown length has a clock and no bar', () => {
  const state = { stage: 'Reading', share: undefined, elapsedSeconds: 3, secondsLeft: undefined };
  assert.equal(progressLine(state, 80, plain), 'Reading · 0:03');
});

test('clocks count hours only where there are any', () => {
  assert.deepEqual([0, 75.2, 3700].map(clock), ['0:00', '1:15', '1:01:40']);
});

test('the time left follows the recent steps as they get cheaper, and forgives one slow step', () => {
  const timeLeft = createTimeLeft();
  let time = 0;
  timeLeft.note(0, 30, time);
  assert.equal(timeLeft.seconds(time), undefined);
  for (let step = 1; step <= 20; step++) {
    time += step <= 10 ? 1000 : 200;
    if (step === 19) time += 60_000;
    timeLeft.note(step, 30, time);
  }
  assert.equal(timeLeft.seconds(time), 2);
  assert.equal(timeLeft.seconds(time + 500), 1.5);
  assert.equal(timeLeft.seconds(time + 9000), 0);
});

test('of mixed steps the time left follows the whole time so far, and never says that a slow step is over', () => {
  // Nine minutes, of which the first 6 % ended in a run of quick steps.
  assert.equal(secondsOfShare(0.06, 32.4), (32.4 * 0.94) / 0.06);
  assert.equal(secondsOfShare(0.5, 90), 90);
  assert.equal(secondsOfShare(1, 90), 0);
  assert.equal(secondsOfShare(0.001, 90), undefined);
  assert.equal(secondsOfShare(undefined, 90), undefined);
});

test('a log gets nothing of short work, a line every ten seconds of longer work, and one a minute in the end', () => {
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) };
  let time = 0;
  const progress = createProgress({ stream, env: {}, now: () => time });
  progress.stage('Reading');
  time = 9000;
  progress.share(0.5);
  assert.equal(written.length, 0);
  progress.stage('Selecting');
  for (let epoch = 1; epoch <= 100; epoch++) {
    time += 1000;
    progress.epoch(report(epoch));
  }
  assert.equal(written[1], 'Selecting: 11 %, 11/100 epochs, 50 active, loss 0.09091, 0:11, 1:29 left\n');
  assert.equal(written.length, 10);
  progress.stage('Evaluating');
  for (let minute = 0; minute < 60; minute++) {
    time += 60_000;
    progress.share(minute / 60);
  }
  progress.end();
  time += 60_000;
  progress.share(1);
  assert.equal(written.length, 70);
  assert.ok(written.every((line) => line.endsWith('\n') && !/\p{Cc}/u.test(line.trimEnd())));
});

test('the line is drawn over itself, not more often than the eye can follow, and the cursor comes back once', () => {
  const stream = fakeTerminal();
  let time = 0;
  const progress = createProgress({ stream, env: { NO_COLOR: '1' }, now: () => time });
  progress.stage('Selecting');
  for (let epoch = 1; epoch <= 100; epoch++) {
    time += 10;
    progress.epoch(report(epoch));
  }
  progress.end();
  progress.end();
  progress.epoch(report(100));
  assert.ok(stream.written.length < 20, `${stream.written.length} writes`);
  for (const text of stream.written.slice(0, -1)) assert.ok(text.startsWith('\x1b[?25l\r\x1b[2KSelecting'));
  assert.ok(!stream.written.join('').includes('\n'));
  assert.ok(stream.written.at(-2)?.includes('100/100 epochs'));
  assert.equal(stream.written.at(-1), '\r\x1b[2K\x1b[?25h');
  assert.doesNotMatch(stream.written.join(''), /\[\d+m/);
});

test('NO_COLOR takes colours away, FORCE_COLOR brings them, and else a terminal decides', () => {
  assert.equal(wantsColour(true, {}), true);
  assert.equal(wantsColour(false, {}), false);
  assert.equal(wantsColour(true, { NO_COLOR: '1' }), false);
  assert.equal(wantsColour(true, { NO_COLOR: '' }), true);
  assert.equal(wantsColour(false, { FORCE_COLOR: '1' }), true);
  assert.equal(wantsColour(true, { FORCE_COLOR: '0' }), false);
  assert.equal(wantsColour(true, { NO_COLOR: '1', FORCE_COLOR: '1' }), false);
  assert.equal(wantsColour(true, { TERM: 'dumb' }), false);
});
