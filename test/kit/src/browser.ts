import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns the path of an installed Chromium: the environment variable `PARLEY_TEST_BROWSER`, or the first one on the search
 * path. Undefined without one.
 */
export function findBrowser(env = process.env): string | undefined {
  if (env.PARLEY_TEST_BROWSER) return env.PARLEY_TEST_BROWSER;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const switches = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless browser. The sandbox does not work for root, so it is off then. That is safe because the browser visits
 * only pages of the test.
 */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: switches, chromiumSandbox: process.getuid?.() !== 0 });
