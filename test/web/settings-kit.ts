import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Tab } from './browser.ts';
import type { Team } from './team.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a page of settings and waits for its heading. */
export async function openPage(team: Team, tab: Tab, hash: string, heading: string): Promise<Page> {
  await tab.page.goto(team.url(hash));
  // The list of people beside the page has a heading too.
  const content = tab.page.getByRole('main');
  await content.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  return tab.page;
}

/** Chooses an action from the menu of an entry of a list. */
export async function chooseAction(page: Page, entry: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${entry}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Returns the findings of axe on the page. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { region: { enabled: false } } })',
  )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}

/** Takes a picture of a page into the folder PARLEY_SCREENS_DIR, when it is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PARLEY_SCREENS_DIR;
  if (!folder) return;
  const { width } = page.viewportSize()!;
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const file = `${name.replaceAll(/\W+/g, '-')}-${width}${isDark ? '-dark' : ''}.png`;
  await page.screenshot({ path: `${folder}/${file}` });
}

/** Opens pages in turn, and returns the findings of axe by page. */
export async function findingsOfPages(
  team: Team,
  tab: Tab,
  pages: readonly (readonly [hash: string, heading: string])[],
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [hash, heading] of pages) {
    const all = await findings(await openPage(team, tab, hash, heading));
    if (all.length > 0) found[hash] = all;
    await takePicture(tab.page, hash);
  }
  return found;
}

/** Windows and themes in which pages are examined. */
export const looks = [
  ['in light colours', { colorScheme: 'light' }],
  ['in dark colours', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 800 } }],
] as const;
