import { testPassword } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, type Tab } from '../browser.ts';
import { chooseAction, findingsOfPages, looks, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/settings.web.ts');

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice } = team;
  await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Team', hint: 'Where you work' });
  const colours = { 0: { text: 'Red', order: '1' }, 1: { text: 'Blue', order: '2' } };
  await owner.api.post('/realm/profile_fields', { field_type: 3, name: 'Colour', field_data: colours });
  await owner.api.post('/realm/profile_fields', { field_type: 6, name: 'Mentor' });
  await alice.api.post('/users/me/alert_words', { alert_words: ['release'] });
  await team.upload(alice, 'plan.txt', 'text/plain', new TextEncoder().encode('A plan'));
});

afterAll(() => team?.[Symbol.asyncDispose]());

const open = (tab: Tab, hash: string, heading: string): Promise<Page> => openPage(team, tab, hash, heading);

const sections = [
  ['#settings/profile', 'Profile'],
  ['#settings/account', 'Account and privacy'],
  ['#settings/security', 'Two-factor authentication'],
  ['#settings/sessions', 'Sessions and devices'],
  ['#settings/bots', 'Your bots'],
  ['#settings/reminders', 'Reminders and saved texts'],
  ['#settings/files', 'Uploaded files'],
  ['#settings/preferences', 'Preferences'],
  ['#settings/notifications', 'Notifications'],
  ['#settings/alert-words', 'Alert words'],
  ['#settings/muted', 'Muted and followed'],
] as const;

describe.skipIf(!executable)('personal settings', () => {
  it('are opened from the menu, and Escape returns to the previous view', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'plans');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 2, name: 'Profile' }).waitFor();
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('heading', { level: 2, name: 'Notifications' }).waitFor();
    await page.getByRole('link', { name: 'Close and go back' }).click();
    await expect.poll(() => page.url()).toContain('topic/plans');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('save immediately, confirm this, and apply changes of another window', async () => {
    const [here, there] = await Promise.all([team.signIn(team.alice), team.signIn(team.alice)]);
    await open(here, '#settings/preferences', 'Preferences');
    await open(there, '#settings/preferences', 'Preferences');
    await here.page.getByLabel('Enter key sends message').click();
    await here.page.getByText('Saved').first().waitFor();
    await expect.poll(() => there.page.getByLabel('Enter key sends message').isChecked()).toBe(true);
    await here.page.getByLabel('Theme').selectOption({ label: 'Dark' });
    await expect.poll(() => there.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await here.page.getByLabel('Theme').selectOption({ label: 'Same as device' });
    await here.page.getByLabel('Enter key sends message').click();
    expect([here.problems, there.problems]).toEqual([[], []]);
    await Promise.all([here.page.context().close(), there.page.context().close()]);
  });

  it('keep the text that the person types when another window changes it, and let the person decide', async () => {
    const [here, there] = await Promise.all([team.signIn(team.bob), team.signIn(team.bob)]);
    await open(here, '#settings/profile', 'Profile');
    await open(there, '#settings/profile', 'Profile');
    const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
    await name(here.page).fill('Bob from here');
    await name(there.page).fill('Bob from there');
    await there.page.getByRole('button', { name: 'Save', exact: true }).click();
    await here.page.getByText('Someone changed this meanwhile to “Bob from there”.').waitFor();
    expect(await name(here.page).inputValue()).toBe('Bob from here');
    await here.page.getByRole('button', { name: 'Replace theirs with mine' }).click();
    await expect.poll(() => name(there.page).inputValue()).toBe('Bob from here');
    await Promise.all([here.page.context().close(), there.page.context().close()]);
  });

  it('show why a change was refused, and show the stored value again', async () => {
    const tab = await team.signIn(team.alice);
    const page = await open(tab, '#settings/account', 'Account and privacy');
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('long enough password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').filter({ hasText: 'password' }).waitFor();
    await page.context().close();
  });

  it('fill in profile fields of each type', async () => {
    const tab = await team.signIn(team.alice);
    const page = await open(tab, '#settings/profile', 'Profile');
    await page.getByRole('textbox', { name: 'Team' }).fill('Paint');
    await page.keyboard.press('Enter');
    await page.getByLabel('Colour').selectOption({ label: 'Blue' });
    await page.getByRole('combobox', { name: 'Mentor' }).fill('bo');
    await page.getByRole('listbox').getByRole('option').first().click();
    const values = async () => {
      const { profile_data: data } = await team.alice.api.get('/users/me', {});
      return Object.values(data as Record<string, { value: string }>).map(({ value }) => value);
    };
    await expect.poll(values).toEqual(['Paint', '1', JSON.stringify([team.bob.userId])]);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('add and remove alert words, and a removal can be undone', async () => {
    const tab = await team.signIn(team.alice);
    const page = await open(tab, '#settings/alert-words', 'Alert words');
    await page.getByLabel('Add a word or phrase').fill('deadline');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove deadline' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove deadline' }).waitFor();
    await page.context().close();
  });

  it('store text snippets, and a deletion can be undone', async () => {
    const tab = await team.signIn(team.alice);
    const page = await open(tab, '#settings/reminders', 'Reminders and saved texts');
    await page.getByRole('button', { name: 'New saved text' }).click();
    await page.getByLabel('Title').fill('Greeting');
    await page.getByLabel('Text', { exact: true }).fill('Good morning!');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Greeting' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove Greeting' }).waitFor();
    const { saved_snippets: texts } = await team.alice.api.get('/saved_snippets', {});
    expect(texts).toMatchObject([{ title: 'Greeting', content: 'Good morning!' }]);
    await page.context().close();
  });

  it('delete an uploaded file after showing how many messages link to it', async () => {
    const tab = await team.signIn(team.alice);
    const page = await open(tab, '#settings/files', 'Uploaded files');
    await chooseAction(page, 'plan.txt', 'Delete');
    await page.getByText('0 messages link to it').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('You have not uploaded any files.').waitFor();
    expect((await team.alice.api.get('/attachments', {})).attachments).toEqual([]);
    await page.context().close();
  });

  it('show the API key only after the password', async () => {
    const tab = await team.signIn(team.bob);
    const page = await open(tab, '#settings/account', 'Account and privacy');
    await page.locator('input[autocomplete=current-password]').last().fill(testPassword);
    await page.getByRole('button', { name: 'Show the key' }).click();
    await expect.poll(() => page.locator('input.is-code').inputValue()).toBe(team.bob.apiKey);
    await page.context().close();
  });

  it('log out other browsers of the person', async () => {
    const [here, there] = [await team.signIn(team.bob), await team.signIn(team.bob)];
    const page = await open(here, '#settings/sessions', 'Sessions and devices');
    await page.getByText(/^Chrome on \S+ This browser$/).waitFor();
    await page
      .getByText(/^Chrome on \S+$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Log out all other browsers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out all other browsers' }).click();
    await there.page.reload();
    await there.page.getByRole('textbox', { name: 'Email' }).waitFor();
    await page.getByText('You are not logged in anywhere else.').waitFor();
    await Promise.all([here.page.context().close(), there.page.context().close()]);
  });

  it('upload a cropped picture', async () => {
    const tab = await team.signIn(team.alice);
    const page = await open(tab, '#settings/profile', 'Profile');
    const png = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [80, 40];
      canvas.getContext('2d')!.fillRect(0, 0, 80, 40);
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
    await page.getByLabel('Choose a picture').setInputFiles(file);
    await page.getByRole('button', { name: 'Use this part' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it.each(looks)('are accessible %s', async (_name, options) => {
    const tab = await team.signIn(team.alice, options);
    const found = await findingsOfPages(team, tab, sections);
    expect(found, JSON.stringify(found)).toEqual({});
    expect(tab.problems).toEqual([]);
    await tab.page.context().close();
  });
});
