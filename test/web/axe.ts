/**
 * Looks for accessibility problems on the screens of the busy demo organization with axe: light, dark, more contrast, a phone, and a
 * window in which everything is twice as large. Start Parley with `PARLEY_SEED=busy npm start`, then
 * `node --conditions=parley-source test/web/axe.ts http://127.0.0.1:9991`. Exits with 1 when there is a finding.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findBrowser, openBrowser } from './browser.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const desktop = { viewport: { width: 1440, height: 900 } };
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...desktop, colorScheme: 'light' },
  dark: { ...desktop, colorScheme: 'dark' },
  contrast: { ...desktop, contrast: 'more' },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
  // What the browser shows at 200 % in a window of 1,280 pixels.
  double: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
};

const addresses = [
  '#inbox',
  '#recent',
  '#feed',
  '#drafts',
  '#scheduled',
  '#narrow/is/mentioned',
  '#narrow/is/starred',
  '#narrow/channel/general',
  '#search/has:link',
  '#channels/all',
  '#settings/profile',
  '#settings/notifications',
  '#settings/preferences',
  '#organization/people',
  '#organization/settings',
  '#organization/emoji',
];

type Violation = { id: string; nodes: { html: string }[] };

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { region: { enabled: false } } })',
  )) as { violations: Violation[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0]!.html.slice(0, 160)}`);
}

const home = process.argv[2] ?? 'http://127.0.0.1:9991';
const executable = findBrowser();
if (!executable) throw new Error('There is no browser.');
const browser = await openBrowser(executable);
let count = 0;
try {
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    // This limit only stops runs that hang.
    page.setDefaultTimeout(60_000);
    await page.goto(home);
    await page.getByRole('button', { name: 'Marie Member', exact: true }).click();
    await page.getByRole('main').waitFor();
    for (const address of addresses) {
      await page.goto(`${home}/${address}`);

      await page.waitForTimeout(700);
      const found = await findings(page);
      count += found.length;
      process.stdout.write(`${look} ${address}: ${found.length === 0 ? 'none' : found.join('; ')}\n`);
    }
    await context.close();
  }
} finally {
  await browser.close();
}
process.stdout.write(`${count} findings\n`);
process.exitCode = count > 0 ? 1 : 0;
