// The same network as NeuroFS trains, as a JavaScript user would write it today: dense matrices times a mask, in
// TensorFlow.js with its WebAssembly backend. Prints milliseconds for a step: FEATURES CLASSES BATCH STEPS.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

const [features, classes, batch, steps] = process.argv.slice(2).map(Number);
const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')), 'dist');
setWasmPaths(`${folder}/`);
setThreadsCount(2);
await tf.setBackend('wasm');
await tf.ready();

const sizes = [features, 1000, 1000, 1000, classes];
const layers = sizes.slice(1).map((outCount, index) => {
  const inCount = sizes[index];
  const density = index === 3 ? 1 : Math.min(1, (30 * (inCount + outCount)) / (inCount * outCount));
  const limit = Math.sqrt(6 / (inCount + outCount));
  return {
    weight: tf.variable(tf.randomUniform([inCount, outCount], -limit, limit)),
    bias: tf.variable(tf.zeros([outCount])),
    mask: tf.cast(tf.less(tf.randomUniform([inCount, outCount]), density), 'float32'),
  };
});
const optimiser = tf.train.momentum(0.01, 0.9);
const x = tf.randomUniform([batch, features]);
const labels = tf.cast(tf.oneHot(tf.cast(tf.randomUniform([batch], 0, classes), 'int32'), classes), 'float32');

function step() {
  optimiser.minimize(() => {
    let value = x;
    layers.forEach(({ weight, bias, mask }, index) => {
      value = tf.add(tf.matMul(value, tf.mul(weight, mask)), bias);
      if (index < layers.length - 1) value = tf.tanh(value);
    });
    const shifted = tf.sub(value, tf.max(value, 1, true));
    const logSum = tf.log(tf.sum(tf.exp(shifted), 1, true));
    return tf.mean(tf.sum(tf.mul(labels, tf.sub(logSum, shifted)), 1));
  });
}

step();
step();
let least = Number.POSITIVE_INFINITY;
for (let i = 0; i < steps; i++) {
  const start = performance.now();
  step();
  least = Math.min(least, performance.now() - start);
}
process.stdout.write(
  JSON.stringify({
    backend: tf.getBackend(),
    version: tf.version_core,
    stepMilliseconds: least,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
  }),
);
