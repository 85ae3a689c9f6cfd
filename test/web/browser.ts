import type { Person } from '@parley/test-kit';
import { testPassword } from '@parley/test-kit';
import { findBrowser, openBrowser } from '@parley/test-kit/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export { findBrowser, openBrowser };

/** Reports on standard error that the tests of a file are skipped. */
export function saySkipped(file: string): void {
  process.stderr.write(
    `\nSKIPPED: ${file} finds no Chromium. Install it (Debian: apt-get install chromium) or name one in PARLEY_TEST_BROWSER.\n\n`,
  );
}

/** Options of polls for effects that normally appear within seconds. A busy machine takes much longer. */
export const soon = { timeout: 60_000 };

export type Tab = {
  readonly page: Page;
  /**
   * Problems of the page: script errors, dialogs, and errors in the console, such as violations of the content security
   * policy. Failed requests are left out.
   */
  readonly problems: string[];
};

/** Opens the client in a new browser profile. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const viewport = { width: 1300, height: 850 };
  const context = await browser.newContext({ locale: 'en-US', viewport, ...options });
  const page = await context.newPage();
  // This limit only stops tests that hang. A busy machine is many times slower than an idle one.
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // Ignores failed requests, which browsers log: tests that stop services cause some.
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
  await tab.page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
  await tab.page.getByRole('button', { name: 'Log in' }).click();
  // On phones, the views are in the bottom bar.
  await tab.page.getByRole('navigation').first().waitFor();
  return tab;
}

/** Returns the texts of the visible messages in order. */
export const textsOnView = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Messages' }).getByRole('article').locator('.content').allInnerTexts();

/** Sends a message to the visible conversation. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Limits a page's upload speed to this number of bytes per second. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

/** Shows the formats of the compose box, which are behind “Aa”. */
export async function showFormats(page: Page): Promise<void> {
  const box = page.getByRole('group', { name: 'Compose' });
  await box.getByRole('button', { name: 'Formatting', exact: true }).click();
  await box.getByRole('group', { name: 'Formatting', exact: true }).waitFor();
}
