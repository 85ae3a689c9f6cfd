import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, showFormats, type Tab } from '../browser.ts';
import { showHugeOrganization } from '../screen-data.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Verifies that lists render only visible entries, in an organization with 1,000 channels and 10,000 people.

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/huge-lists.web.ts');

/** Maximum number of rendered rows. It exceeds the number of rows that fit into the windows of these tests. */
const maxRows = 60;
/** Maximum number of entries that a field offers. */
const maxOffered = 30;
const invitations = 1_000;

let team: Team;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  // The simulated channels are copies of a real channel that Bob is subscribed to.
  await team.owner.subscribe(['projects'], [team.owner, team.bob]);
  await team.owner.send('projects', 'to be moved', 'plans');
  await team.network.caughtUp();
  tab = await team.signIn(team.owner);
  page = tab.page;
  await showHugeOrganization(page, (registration) => {
    const channelIds = registration.subscriptions.map(({ stream_id }) => stream_id as number);
    registration.realm_default_streams = channelIds;
    registration.muted_users = registration.realm_users
      .filter(({ user_id }) => Number(user_id) > 100_000)
      .map(({ user_id: id }) => ({ id, timestamp: 1 }));
    registration.realm_domains = Array.from({ length: 1_000 }, (_, index) => ({
      domain: `company${index}.example`,
      allow_subdomains: false,
    }));
    registration.realm_playgrounds = Array.from({ length: 200 }, (_, index) => ({
      id: index + 1,
      name: `Site ${index}`,
      pygments_language: `Language ${index % 40}`,
      url_template: `https://site${index}.example/{code}`,
    }));
    registration.realm_linkifiers = Array.from({ length: 300 }, (_, index) => ({
      id: index + 1,
      pattern: `P${index}-(?P<id>[0-9]+)`,
      url_template: `https://site${index}.example/{id}`,
    }));
    for (const subscription of registration.subscriptions) subscription.desktop_notifications = true;
  });
  await page.route(/\/api\/v1\/invites(?:\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { invites: object[] };
    for (let id = 1; id <= invitations; id++) {
      answer.invites.push({
        id,
        invited_by_user_id: team.owner.userId,
        invited: id,
        expiry_date: null,
        invited_as: 400,
        email: `person${id}@elsewhere.example`,
        notify_referrer_on_join: true,
        is_multiuse: false,
      });
    }
    await route.fulfill({ response, json: answer });
  });
  await page.reload();
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Verifies that a list has at least `least` entries, and renders only few of them at any scroll position. */
async function expectFewRows(name: string, least: number): Promise<void> {
  const rows = page.getByRole('list', { name, exact: true }).getByRole('listitem');
  await rows.first().waitFor();
  const length = Number(await rows.first().getAttribute('aria-setsize'));
  expect(length).toBeGreaterThanOrEqual(least);
  expect(await rows.count()).toBeLessThan(maxRows);
  await rows.first().locator('[data-list-item]').focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => page.locator('[role="listitem"]:has(:focus)').getAttribute('aria-posinset'))
    .toBe(String(length));
  expect(await rows.count()).toBeLessThan(maxRows);
}

/** Verifies that a field offers only few entries before typing, and finds any entry by its name. */
async function expectFewOffered(name: string, query: string, found: string, within?: Locator): Promise<void> {
  const field = (within ?? page).getByRole('combobox', { name, exact: true });
  await field.click();
  const options = page.getByRole('listbox').getByRole('option');
  await options.first().waitFor();
  expect(await options.count()).toBeLessThanOrEqual(maxOffered);
  await field.fill(query);
  await expect.poll(() => options.allTextContents()).toEqual([found]);
  expect(await page.locator('option').count()).toBeLessThan(maxRows * 2);
}

describe.skipIf(!executable)('with 1,000 channels and 10,000 people', () => {
  it('lists of default channels render only visible rows', async () => {
    await openPage(team, tab, '#organization/default-channels', 'Default channels');
    await expectFewRows('Default channels', 1_000);
  });

  it('lists of invitations render only visible rows, and the dialog offers few channels at once', async () => {
    await openPage(team, tab, '#organization/invitations', 'Invitations');
    await expectFewRows('Invitations', invitations);
    await page.getByRole('button', { name: 'Invite people' }).click();
    await expectFewOffered('Add a channel', 'project 777', 'project 777');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove #project 777' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('lists of domains and playgrounds render only visible rows, and are filtered', async () => {
    await openPage(team, tab, '#organization/domains', 'Joining and domains');
    await expectFewRows('Domains', 1_000);
    await page.getByRole('textbox', { name: 'Filter the list' }).fill('company77');
    const rows = page.getByRole('list', { name: 'Domains' }).getByRole('listitem');
    await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe('11');
    await page.getByRole('textbox', { name: 'Filter the list' }).fill('nothing like this');
    await page.getByText('Nothing found').waitFor();
    await openPage(team, tab, '#organization/playgrounds', 'Code playgrounds');
    await expectFewRows('Code playgrounds', 200);
  });

  it('lists that people order render only the rows up to the scroll position, and are filtered', async () => {
    await openPage(team, tab, '#organization/linkifiers', 'Linkifiers');
    const rows = page.getByRole('list', { name: 'Linkifiers' }).getByRole('listitem');
    await rows.nth(10).waitFor();
    const before = await rows.count();
    expect(before).toBeLessThan(maxRows * 2);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
    await page.getByRole('textbox', { name: 'Filter the list' }).fill('P299-');
    await expect.poll(() => rows.count()).toBe(1);
    // While the list is filtered, entries cannot be moved.
    expect(await rows.getByRole('button').count()).toBe(1);
    await page.getByRole('textbox', { name: 'Filter the list' }).fill('');
    await page.getByRole('button', { name: 'Move P0-(?P<id>[0-9]+)' }).waitFor();
  });

  it('lists of muted people render only visible rows', async () => {
    await openPage(team, tab, '#settings/muted', 'Muted and followed');
    await expectFewRows('Muted people', 10_000);
  });

  it('lists of channels with notifications of their own render only visible rows', async () => {
    await openPage(team, tab, '#settings/notifications', 'Notifications');
    await expectFewRows('Channels with their own settings', 1_000);
  });

  it('lists of a person’s channels render only visible rows', async () => {
    await openPage(team, tab, `#organization/people/${team.bob.userId}`, 'People');
    await page.getByText(/^In [\d,]+ channels you can see$/).click();
    await expectFewRows('Channels', 1_000);
  });

  it('settings that name a channel offer few at once, and keep the current one until another is picked', async () => {
    await openPage(team, tab, '#organization/settings', 'Settings');
    await expectFewOffered('Announce new channels in', 'project 777', '#project 777');
    await page.keyboard.press('Escape');
    const field = page.getByRole('combobox', { name: 'Announce new channels in' });
    expect(await field.inputValue()).toBe('Nowhere');
    await field.fill('design');
    await page.getByRole('option', { name: '#design' }).click();
    await expect.poll(() => field.inputValue()).toBe('#design');
    // Leaving the field with the keyboard changes nothing.
    await field.click();
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe('#design');
    await expect
      .poll(async () => (await team.owner.api.post('/register')).realm_new_stream_announcements_stream_id)
      .toBe(team.design);
  });

  it('the dialog that moves messages and the compose box offer few channels at once', async () => {
    const { stream_id: id } = await team.owner.api.get('/get_stream_id', { stream: 'projects' });
    await page.goto(team.url(`#narrow/channel/${id}-projects/topic/plans`));
    const message = page.getByRole('article').filter({ hasText: 'to be moved' });
    await message.click();
    await page.keyboard.press('m');
    await expectFewOffered('Channel', 'project 777', 'project 777', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await showFormats(page);
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Change where it goes' }).click();
    await expectFewOffered('Channel', 'project 777', 'project 777');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('combobox', { name: 'Channel' }).inputValue()).toBe('project 777');
    expect(tab.problems).toEqual([]);
  });
});
