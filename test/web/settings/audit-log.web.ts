import { readFileSync } from 'node:fs';
import { testPassword } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped } from '../browser.ts';
import { findings, looks, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/audit-log.web.ts');

/** Number of changes of Bob's name. It exceeds the number of entries that the page loads at once. */
const renames = 230;
/** Maximum number of rendered rows. It exceeds the number of rows that fit into the window. */
const maxRows = 60;

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice, bob } = team;
  await owner.api.patch(`/users/${alice.userId}`, { role: 200 });
  await owner.api.patch(`/users/${bob.userId}`, { role: 300 });
  await alice.api.patch(`/users/${bob.userId}`, { role: 400 });
  for (let n = 1; n < renames; n++) await owner.api.patch(`/users/${bob.userId}`, { full_name: `Bob ${n}` });
  await owner.api.patch(`/users/${bob.userId}`, { full_name: 'bob' });
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');

async function entriesOf(action: string): Promise<unknown[]> {
  const { entries } = await team.owner.api.get('/realm/audit_log', { action });
  return entries;
}

async function savedLines(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('audit-log.csv');
  return readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
}

/** Returns the date `later` days after today, in the format of date fields. */
function day(later: number): string {
  const date = new Date();
  date.setDate(date.getDate() + later);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

describe.skipIf(!executable)('the page of the audit log', () => {
  it('names changed settings and permissions of a channel with their values in words', async () => {
    const { owner } = team;
    await owner.subscribe(['herbs'], [owner]);
    const { stream_id: id } = await owner.api.get('/get_stream_id', { stream: 'herbs' });
    const { channel_folder_id: folder } = await owner.api.post('/channel_folders/create', {
      name: 'Garden',
      description: '',
    });
    const { user_groups: groups } = await owner.api.get('/user_groups');
    const idOf = (name: string) => groups.find((group: { name: string }) => group.name === name).id;
    await owner.api.patch(`/streams/${id}`, {
      folder_id: folder,
      can_send_message_group: { new: idOf('role:moderators') },
    });
    const changes = () => entriesOf('channel.changed');
    await expect.poll(changes, { timeout: 60_000 }).toHaveLength(2);
    const tab = await team.signIn(owner);
    const page = await openPage(team, tab, '#organization/audit', 'Audit log');
    for (const details of [
      'channel: #herbs, private: no',
      'setting: folder, channel: #herbs, before: none, after: Garden',
      'setting: Who can post, channel: #herbs, before: Everyone, including guests, after: Moderators and above',
    ]) {
      await page.getByText(details, { exact: true }).waitFor();
    }
    await page.context().close();
  });

  it('names kinds and options of profile fields, kinds of bots and of exports in words', async () => {
    const { owner } = team;
    await owner.api.post('/realm/profile_fields', {
      name: 'Office',
      field_type: 3,
      field_data: { 0: { text: 'Berlin', order: '1' }, 1: { text: 'Lisbon', order: '2' } },
    });
    await owner.api.post('/bots', { full_name: 'Feed', short_name: 'feed', bot_type: 2 });
    await owner.api.post('/export/realm', { export_type: 1 });
    const tab = await team.signIn(owner);
    const page = await openPage(team, tab, '#organization/audit', 'Audit log');
    for (const [action, words] of [
      ['Profile field added', /name: Office, type: List of options, options: Berlin and Lisbon/],
      ['Bot created', /type: Incoming webhook/],
      ['Export started', /kind of export: Public data/],
    ] as const) {
      await page.getByRole('listitem').filter({ hasText: action }).getByRole('button').first().click();
      await page.getByRole('dialog').getByText(words).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('names details in words, and keeps its filters on a phone within the window', async () => {
    await team.owner.api.post('/channel_folders/create', { name: 'Projects', description: '' });
    // Entries of other services arrive with a short delay.
    const foldersCreated = () => entriesOf('channel.folder_created');
    await expect.poll(foldersCreated, { timeout: 60_000 }).toHaveLength(2);
    const viewport = { width: 390, height: 844 };
    const tab = await team.signIn(team.owner, { viewport });
    const page = await openPage(team, tab, '#organization/audit', 'Audit log');
    await page.getByText('name: Projects, folder: Projects', { exact: true }).waitFor();
    const controls = page.locator('.audit-log .toolbar').locator('input, select, button');
    for (const control of await controls.all()) {
      const box = (await control.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
    }
    await page.context().close();
  });

  it('reads older entries while the reader scrolls, and renders only the visible ones', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/audit', 'Audit log');
    await page.getByText('The newest 200 entries.').waitFor();
    await rowsOf(page).first().getByRole('button').focus();
    const last = async () => {
      await page.keyboard.press('End');
      const row = page.locator('[role="listitem"]:has(:focus)');
      return Number(await row.getAttribute('aria-posinset'));
    };
    await expect.poll(last).toBeGreaterThan(renames);
    await page.getByText(/^\d{3} entries$/).waitFor();
    expect(await rowsOf(page).count()).toBeLessThan(maxRows);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('The server').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('filters all entries by kind, person, part and day, not only the loaded ones', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/audit', 'Audit log');
    await page.getByText('The newest 200 entries.').waitFor();
    await page.getByLabel('What changed').selectOption({ label: 'Role changed' });
    await page.getByText('3 entries', { exact: true }).waitFor();
    expect(await rowsOf(page).first().textContent()).toMatch(
      /Role changed: bob\s*before: Moderator, after: Member\s*by alice/,
    );
    await page.getByRole('combobox', { name: 'Person' }).fill('alice');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByText('2 entries', { exact: true }).waitFor();
    await page.getByLabel('The person’s part').selectOption({ label: 'Changes by the person' });
    await page.getByText('One entry', { exact: true }).waitFor();
    expect(await rowsOf(page).first().textContent()).toContain('by alice');
    await page.getByLabel('From', { exact: true }).fill(day(0));
    await page.getByLabel('To', { exact: true }).fill(day(0));
    await page.getByText('One entry', { exact: true }).waitFor();
    await page.getByLabel('To', { exact: true }).fill(day(7));
    await page.getByLabel('From', { exact: true }).fill(day(2));
    await page.getByText('No matching entries.').waitFor();
    expect(await page.getByRole('button', { name: 'Save as CSV' }).isDisabled()).toBe(true);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('saves everything that the filter selects as CSV', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/audit', 'Audit log');
    await page.getByLabel('What changed').selectOption({ label: 'Name changed' });
    await expect.poll(() => rowsOf(page).first().textContent()).toContain('Name changed: bob');
    const [head, ...lines] = await savedLines(page);
    expect(head).toBe('time,actor,action,description,person,details,client,address');
    expect(lines).toHaveLength(renames);
    expect(lines[0]).toMatch(
      /^[^,]+,Owner,user\.name_changed,Name changed,bob,"before: Bob \d+, after: bob",/,
    );
    await page.getByText(`${renames} entries were saved.`).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it.each(looks)('is accessible %s', async (_name, options) => {
    const tab = await team.signIn(team.owner, options);
    const page = await openPage(team, tab, '#organization/audit', 'Audit log');
    await rowsOf(page).first().waitFor();
    expect(await findings(page)).toEqual([]);
    await rowsOf(page).first().getByRole('button').click();
    await page.getByRole('dialog').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  it('names changes in the language of the reader', async () => {
    const tab = await openTab(team.browser, team.network.gatewayUrl(), { locale: 'de-DE' });
    await tab.page.getByRole('textbox', { name: 'E-Mail' }).fill(team.owner.email);
    await tab.page.getByRole('textbox', { name: 'Passwort' }).fill(testPassword);
    await tab.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await tab.page.getByRole('navigation').first().waitFor();
    const page = await openPage(team, tab, '#organization/audit', 'Änderungsprotokoll');
    await page.getByLabel('Was sich änderte').selectOption({ label: 'Rolle geändert' });
    await page.getByText('Rolle geändert: bob').first().waitFor();
    await page.getByLabel('Was sich änderte').selectOption({ label: 'Kanalordner erstellt' });
    await page.getByText('Name: Projects, Ordner: Projects', { exact: true }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });
});
