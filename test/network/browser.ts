import { type Browser, launch } from 'puppeteer-core';

/** Opens a headless browser. Run as root it has no sandbox; it visits only this test's pages. */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  launch({
    executablePath,
    args: ['--disable-gpu', '--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
