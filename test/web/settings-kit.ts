import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Tab } from './browser.ts';
import type { Team } from './team.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a settings page and waits for its heading. */
export async function openPage(team: Team, tab: Tab, hash: string, heading: string): Promise<Page> {
  await tab.page.goto(team.url(hash));
  // Searches only in the main part, because the list of people beside it has a heading too.
  const content = tab.page.getByRole('main');
  await content.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  return tab.page;
}

/** Chooses an action from the menu of a list entry. */
export async function chooseAction(page: Page, entry: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${entry}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Returns the violations that the accessibility checker axe finds on the page. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], rules: { region: { enabled: false } } })',
  )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
  );
}

/**
 * Saves a screenshot of a page in the folder that the environment variable PARLEY_SCREENS_DIR names. Does nothing without the
 * variable.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PARLEY_SCREENS_DIR;
  if (!folder) return;
  const { width } = page.viewportSize()!;
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const file = `${name.replaceAll(/\W+/g, '-')}-${width}${isDark ? '-dark' : ''}.png`;
  await page.screenshot({ path: `${folder}/${file}` });
}

/** Opens pages one after the other. Returns the violations that axe finds, by page. */
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

/** Window sizes and themes in which pages are checked. */
export const looks = [
  ['in light colours', { colorScheme: 'light' }],
  ['in dark colours', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 800 } }],
] as const;
