/** Debian's Chromium through playwright-core, for the tests that need a real browser. They skip where there is none. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));

/** Why browser tests are left out; false where they run. */
export const skipWithoutBrowser =
  executablePath === undefined && 'no Chromium found; install it or set CHROMIUM to its path';

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}
