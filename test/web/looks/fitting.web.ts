import { testPassword } from '@parley/test-kit';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped } from '../browser.ts';
import { fillLists } from '../filled-lists.ts';
import { misfits } from '../fitting.ts';
import { organizationSections, ownSections } from '../screen-list-settings.ts';
import { takePicture } from '../settings-kit.ts';
import { still, watchRequests } from '../still.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/fitting.web.ts');

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  await fillLists(team);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const pages = (): readonly string[] => [
  ...ownSections.map((section) => `#settings/${section}`),
  ...organizationSections.map((section) => `#organization/${section}`),
  `#organization/people/${team.alice.userId}`,
  '#channels/all',
  '#channels/new',
  ...['general', 'permissions', 'members', 'personal'].map(
    (section) => `#channels/${team.design}/${section}`,
  ),
];

/** Waits until the section is shown and its lists are loaded. */
async function settled(page: Page): Promise<void> {
  await page.locator(':is(.page-body > *, .pages-list, .empty):visible').first().waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await still(page);
}

/** Opens every settings page. Returns the parts that do not fit, by page. */
async function lookAtAll(
  options: BrowserContextOptions,
  change: { textSize?: string },
): Promise<Record<string, string[]>> {
  const { page } = await openTab(team.browser, team.url(), options);
  watchRequests(page);
  await page.locator('input[type=email], input[autocomplete~=username]').first().fill(team.owner.email);
  await page.locator('input[type=password]').fill(testPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  const found: Record<string, string[]> = {};
  await page.evaluate(({ textSize }) => {
    if (textSize) document.documentElement.style.fontSize = textSize;
  }, change);
  for (const hash of pages()) {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await settled(page);
    const all = [...(await misfits(page)), ...(await untranslated(page, options.locale))];
    if (all.length > 0) found[hash] = all;
    await takePicture(page, `${options.locale}-${change.textSize ?? ''}-${hash}`);
  }
  await page.context().close();
  return found;
}

/** Names that people gave, names of services, addresses and patterns: what no language translates. */
const untranslatable =
  /@|#|:\/\/|\.example|^(?:Owner|alice|design|Team|Birthday|deadline|Thank you.*)$|^[a-z]+(?:-[a-z]+)?$/;

/** Returns headings, labels and buttons without a mark of the pseudo-language. */
async function untranslated(page: Page, locale: string | undefined): Promise<string[]> {
  if (!locale?.includes('-X')) return [];
  const texts = await page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll<HTMLElement>('h1, h2, h3, label, legend, th, button, summary, .muted'),
    ];
    return shown
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const copy = element.cloneNode(true) as HTMLElement;
        // The initials of a face belong to a name, too.
        for (const face of copy.querySelectorAll('.avatar')) face.remove();
        return copy.textContent.trim();
      });
  });
  return texts
    .filter((text) => /[A-Za-z]{4}/.test(text) && !text.includes('⟦') && !untranslatable.test(text))
    .map((text) => `not translated: ${text}`);
}

const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };

describe.skipIf(!executable)('every page of the settings fits', () => {
  it.each([
    ['in German with texts of 200 %', { locale: 'de-DE' }, { textSize: '200%' }],
    ['in German on a phone with texts of 200 %', { locale: 'de-DE', viewport: phone }, { textSize: '200%' }],
    ['in German on a tablet', { locale: 'de-DE', viewport: tablet }, {}],
    ['in German on a phone', { locale: 'de-DE', viewport: phone }, {}],
    ['in German in the narrowest window', { locale: 'de-DE', viewport: { width: 320, height: 640 } }, {}],
    ['in a language of long texts', { locale: 'en-XA' }, {}],
    ['in a language of long texts on a phone', { locale: 'en-XA', viewport: phone }, {}],
    ['from right to left', { locale: 'ar-XB' }, {}],
    ['from right to left on a phone', { locale: 'ar-XB', viewport: phone }, {}],
  ] as const)('%s', async (_name, options, change) => {
    const found = await lookAtAll(options, change);
    expect(found, JSON.stringify(found, undefined, 1)).toEqual({});
  });
});
