import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Person } from '@parley/test-kit';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns a Chromium of this machine: `PARLEY_TEST_BROWSER`, or the first on the path; undefined where there is none. */
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

/** Opens a headless browser. It visits only the test's own pages, so as root it runs without a sandbox. */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: switches, chromiumSandbox: process.getuid?.() !== 0 });

/** Reports on standard error that these tests do not run here. */
export function saySkipped(file: string): void {
  process.stderr.write(
    `\nSKIPPED: ${file} finds no Chromium. Install it (Debian: apt-get install chromium) or name one in PARLEY_TEST_BROWSER.\n\n`,
  );
}

export type Tab = {
  readonly page: Page;
  /** Problems that the page reported: script errors, and violations of the content security policy. */
  readonly problems: string[];
};

/** Opens the client in a browser profile of its own. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const viewport = { width: 1300, height: 850 };
  const context = await browser.newContext({ locale: 'en-US', viewport, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // Browsers log each failed request, and tests that stop services cause some.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      problems.push(message.text());
    }
  });
  await page.goto(url);
  return { page, problems };
}

/** Opens the client and signs a person in. */
export async function signIn(
  browser: Browser,
  url: string,
  person: Pick<Person, 'email'>,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const tab = await openTab(browser, url, options);
  await tab.page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await tab.page.getByRole('textbox', { name: 'Password' }).fill('parley-test');
  await tab.page.getByRole('button', { name: 'Log in' }).click();
  await tab.page.getByRole('navigation', { name: 'Views' }).waitFor();
  return tab;
}

/** Returns the texts of the visible messages, in order. */
export const textsOnView = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Messages' }).getByRole('article').locator('.content').allInnerTexts();

/** Sends a message to the visible place. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
