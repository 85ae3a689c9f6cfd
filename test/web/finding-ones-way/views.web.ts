import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

// Tests the choice of the sidebar's views, which each person makes.

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/views.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const more = (page: Page) => page.getByRole('button', { name: 'More views' });

async function choose(page: Page) {
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Choose views' }).click();
  return page.getByRole('dialog', { name: 'Choose views' });
}

describe.skipIf(!executable)('the views of the sidebar', () => {
  it('are moved to the menu, shown again, and restored', async () => {
    const { alice } = team;
    const { page, problems } = await team.signIn(alice);
    const feed = views(page).getByRole('link', { name: 'Combined feed' });
    await feed.waitFor();
    const dialog = await choose(page);
    await dialog.getByRole('checkbox', { name: 'Combined feed' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Alert words' }).check();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await views(page).getByRole('link', { name: 'Alert words' }).waitFor();
    expect(await feed.count()).toBe(0);
    const { navigation_views: stored } = await alice.api.get('/navigation_views');
    expect(stored).toEqual(
      expect.arrayContaining([
        { fragment: 'feed', is_pinned: false, name: null },
        { fragment: 'narrow/is/alerted', is_pinned: true, name: null },
      ]),
    );
    await more(page).click();
    await page.getByRole('menuitem', { name: 'Combined feed' }).click();
    await expect.poll(() => page.url()).toContain('#feed');
    // The current view stays visible.
    await feed.waitFor();
    const again = await choose(page);
    await again.getByRole('button', { name: 'Restore the usual views' }).click();
    await expect.poll(async () => (await alice.api.get('/navigation_views')).navigation_views).toEqual([]);
    await again.getByRole('button', { name: 'Close' }).last().click();
    await views(page).getByRole('link', { name: 'Inbox' }).waitFor();
    expect(await views(page).getByRole('link', { name: 'Alert words' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('include custom views with a name', async () => {
    const { alice } = team;
    await alice.send('design', 'first', 'release');
    const { page, problems } = await team.openTopic(alice, 'release');
    const dialog = await choose(page);
    await dialog.getByLabel('Name of this view').fill('Next release');
    await dialog.getByRole('button', { name: 'Keep this view' }).click();
    await dialog.getByRole('button', { name: 'Delete the view Next release' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const link = views(page).getByRole('link', { name: 'Next release' });
    await link.waitFor();
    expect(await link.getAttribute('aria-current')).toBe('page');
    await views(page).getByRole('link', { name: 'Inbox' }).click();
    await link.click();
    await page.getByRole('article').filter({ hasText: 'first' }).waitFor();
    const again = await choose(page);
    const remove = again.getByRole('button', { name: 'Delete the view Next release' });
    await remove.click();
    await remove.waitFor({ state: 'hidden' });
    await again.getByRole('button', { name: 'Close' }).last().click();
    await views(page).getByRole('link', { name: 'Inbox' }).waitFor();
    expect(await link.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
