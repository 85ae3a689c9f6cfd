import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns the path of an installed Chromium: `PARLEY_TEST_BROWSER`, or the first one on the path; undefined for none.
 */
export function findBrowser(env = process.env): string | undefined {
  const given = env.PARLEY_TEST_BROWSER;
  if (given) return given;
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

/** Opens a headless browser. Run as root it has no sandbox; it visits only this test's pages. */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  launch({
    executablePath,
    args: ['--disable-gpu', '--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
