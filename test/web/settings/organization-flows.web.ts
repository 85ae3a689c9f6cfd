import { freePort, Organization, type Person } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, type Tab, write } from '../browser.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Tests settings of the organization and of channels, and their effect on other people.

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/organization-flows.web.ts');

let team: Team;
let moderator: Person;

beforeAll(async () => {
  if (!executable) return;
  const env = { PARLEY_MAIL_IN_DOMAIN: 'in.test.example', PARLEY_MAIL_IN_PORT: String(await freePort()) };
  team = await Team.start(executable, { env });
  const { owner } = team;
  const organization = await Organization.signIn((credentials) => team.network.client(credentials));
  moderator = (await organization.add('moderator')).moderator!;
  await owner.api.patch(`/users/${moderator.userId}`, { role: 300 });
  await moderator.api.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'reports' }],
    principals: [moderator.userId, owner.userId],
    invite_only: true,
  });
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Draws a picture in the browser. Returns it as a file. */
async function drawPicture(page: Page, name: string, sizePx: number) {
  const png = await page.evaluate((size) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [size, size];
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'teal';
    context.fillRect(0, 0, size, size);
    return canvas.toDataURL('image/png').split(',')[1]!;
  }, sizePx);
  return { name, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
}

const closed = (...tabs: Tab[]) => Promise.all(tabs.map(({ page }) => page.context().close()));

describe.skipIf(!executable)('the organization', () => {
  it('requires topics, and reports this to a person who writes without one', async () => {
    const [tab, theirs] = [await team.signIn(team.owner), await team.signIn(team.alice)];
    const page = await openPage(team, tab, '#organization/settings', 'Settings');
    await page
      .getByLabel('Messages without a topic')
      .selectOption({ label: 'Not allowed: a topic is required' });
    await page.getByText('Saved').first().waitFor();
    await theirs.page.goto(team.topic(''));
    await theirs.page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    await theirs.page.getByRole('textbox', { name: 'Message', exact: true }).fill('without a topic');
    await theirs.page.getByText('Messages need a topic here.').waitFor();
    expect(await theirs.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    const { messages } = await team.alice.api.get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: team.design }],
    });
    expect((messages as { content: string }[]).map(({ content }) => content).join()).not.toContain(
      'without a topic',
    );
    await openPage(team, tab, `#channels/${team.design}/general`, 'design');
    await page.getByLabel('Topics', { exact: true }).selectOption({ label: 'No topics: one conversation' });
    await page.getByText('Saved').first().waitFor();
    await expect
      .poll(async () => (await team.owner.api.get(`/streams/${team.design}`)).stream.topics_policy)
      .toBe('empty_topic_only');
    await theirs.page.reload();
    await theirs.page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    await write(theirs.page, 'one conversation');
    await theirs.page.getByRole('article').filter({ hasText: 'one conversation' }).waitFor();
    await team.owner.api.patch('/realm', { topics_policy: 'allow_empty_topic' });
    await team.owner.api.patch(`/streams/${team.design}`, { topics_policy: 'inherit' });
    expect([tab.problems, theirs.problems]).toEqual([[], []]);
    await closed(tab, theirs);
  });

  it('names a channel for reports, and reports of messages arrive there', async () => {
    const id = await team.bob.send('design', 'a rude remark', 'manners');
    const [tab, theirs] = [await team.signIn(team.owner), await team.openTopic(team.alice, 'manners')];
    const message = theirs.page.getByRole('article').filter({ hasText: 'a rude remark' });
    const openMenu = async () => {
      await message.hover();
      await message.getByRole('button', { name: 'More actions' }).click();
      await theirs.page.getByRole('menuitem').first().waitFor();
    };
    await openMenu();
    expect(await theirs.page.getByRole('menuitem', { name: /^Report/ }).count()).toBe(0);
    await theirs.page.keyboard.press('Escape');

    const page = await openPage(team, tab, '#organization/settings', 'Settings');
    const field = page.getByRole('combobox', { name: 'Send message reports to' });
    await field.fill('desi');
    // The field offers only private channels.
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0);
    await field.fill('repo');
    await page.getByRole('option', { name: '#reports' }).click();
    await expect.poll(() => field.inputValue()).toBe('#reports');
    await openMenu();
    await theirs.page.getByRole('menuitem', { name: /^Report/ }).click();
    const dialog = theirs.page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Report/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const reports = async () =>
      (
        (
          await moderator.api.get('/messages', {
            anchor: 'newest',
            num_before: 5,
            num_after: 0,
            narrow: [{ operator: 'channel', operand: 'reports' }],
            apply_markdown: false,
          })
        ).messages as { content: string }[]
      )
        .map(({ content }) => content)
        .join('\n');
    await expect.poll(reports).toContain(String(id));
    expect([tab.problems, theirs.problems]).toEqual([[], []]);
    await closed(tab, theirs);
  });

  it('gets an icon, which others see, and removes it again', async () => {
    const [tab, theirs] = [await team.signIn(team.owner), await team.signIn(team.alice)];
    const page = await openPage(team, tab, '#organization/profile', 'Profile');
    await page.getByLabel('Choose a picture').setInputFiles(await drawPicture(page, 'icon.png', 64));
    await page.getByRole('button', { name: 'Use this part' }).click();
    await page.getByText('Saved').first().waitFor();
    const { realm_icon_source, realm_icon_url } = await team.owner.api.post('/register');
    expect(realm_icon_source).toBe('U');
    const shown = () => theirs.page.locator(`img[src*="${String(realm_icon_url).split('?')[0]}"]`).count();
    await expect.poll(shown).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(async () => (await team.owner.api.post('/register')).realm_icon_source).not.toBe('U');
    expect([tab.problems, theirs.problems]).toEqual([[], []]);
    await closed(tab, theirs);
  });

  it('has emoji of its own, which everyone can use at once', async () => {
    const [tab, theirs] = [await team.signIn(team.owner), await team.openTopic(team.alice, 'emoji')];
    const page = await openPage(team, tab, '#organization/emoji', 'Custom emoji');
    await page.getByLabel('Picture').setInputFiles(await drawPicture(page, 'Teal square.png', 32));
    expect(await page.getByLabel('Name, without colons').inputValue()).toBe('teal_square');
    await page.getByRole('button', { name: 'Add emoji' }).click();
    await page.getByRole('button', { name: 'Remove teal_square' }).waitFor();
    await write(theirs.page, 'look :teal_square:');
    await theirs.page.getByRole('article').filter({ hasText: 'look' }).locator('img.emoji').waitFor();
    await page.getByLabel('Picture').setInputFiles(await drawPicture(page, 'other.png', 32));
    await page.getByLabel('Name, without colons').fill('teal_square');
    await page.getByRole('button', { name: 'Add emoji' }).click();
    await page.getByText('Not saved: A custom emoji with this name already exists.').waitFor();
    expect([tab.problems, theirs.problems]).toEqual([[], []]);
    await closed(tab, theirs);
  });

  it('shows the mail address of a channel only on request', async () => {
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, `#channels/${team.design}/general`, 'design');
    const address = page.getByRole('textbox', { name: 'Email address' });
    expect(await address.count()).toBe(0);
    await page.getByRole('button', { name: 'Show the address' }).click();
    await address.waitFor();
    const { email } = await team.alice.api.get(`/streams/${team.design}/email_address`);
    expect(await address.inputValue()).toBe(email);
    expect(email).toMatch(/@in\.test\.example$/);
    expect(tab.problems).toEqual([]);
    await closed(tab);
  });
});
