import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Tests settings that the web client itself applies.

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/preferences.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

describe.skipIf(!executable)('personal settings', () => {
  it('determine the view with which the client starts, and where Escape leads', async () => {
    const { alice } = team;
    await alice.api.patch('/settings', { web_home_view: 'all_messages' });
    const { page, problems } = await team.signIn(alice);
    await expect.poll(() => page.url()).toContain('#feed');
    await page.getByRole('link', { name: 'Recent conversations' }).click();
    await expect.poll(() => page.url()).toContain('#recent');
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toContain('#feed');
    await alice.api.patch('/settings', { web_escape_navigates_to_home_view: false });
    await team.network.caughtUp();
    await page.getByRole('link', { name: 'Recent conversations' }).click();
    await expect.poll(() => page.url()).toContain('#recent');
    await page.waitForTimeout(500);
    for (let count = 0; count < 3; count++) await page.keyboard.press('Escape');
    expect(page.url()).toContain('#recent');
    await alice.api.patch('/settings', { web_home_view: 'inbox', web_escape_navigates_to_home_view: true });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('determine what a channel opens with: its newest topic, its newest unread topic, or everything', async () => {
    const { alice, bob } = team;
    await alice.subscribe(['harbour'], [alice, bob]);
    for (const topic of ['ships', 'storms', 'cranes']) await bob.send('harbour', `about ${topic}`, topic);
    await alice.api.post('/mark_all_as_read');
    await team.network.caughtUp();
    const { page, problems } = await team.signIn(alice);
    const link = page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('link', { name: 'harbour', exact: true });
    const opensWith = async (part: RegExp) => {
      await page.goto(team.url('#recent'));
      await page.getByRole('heading', { name: 'Recent conversations' }).waitFor();
      await link.click();
      await expect.poll(() => page.url()).toMatch(part);
    };
    const choose = async (value: number) => {
      await alice.api.patch('/settings', { web_channel_default_view: value });
      const stored = async () => (await alice.api.post('/register')).user_settings.web_channel_default_view;
      await expect.poll(stored).toBe(value);
      // The settings page shows the new value as soon as the window has applied the change.
      await openPage(team, { page, problems }, '#settings/preferences', 'Preferences');
      const words = { 1: 'Its newest topic', 2: 'All its messages', 4: /newest unread topic/ }[value]!;
      const chosen = page.getByLabel('Opening a channel shows').locator('option:checked');
      if (typeof words === 'string') await expect.poll(() => chosen.textContent()).toBe(words);
      else await expect.poll(() => chosen.textContent()).toMatch(words);
    };
    await opensWith(/topic\/cranes$/);
    await choose(2);
    await opensWith(/-harbour$/);
    await choose(4);
    await opensWith(/-harbour$/);
    await bob.send('harbour', 'another one', 'ships');
    await expect.poll(() => link.getAttribute('aria-describedby')).not.toBeNull();
    await opensWith(/topic\/ships$/);
    await choose(1);
    await bob.send('harbour', 'more', 'storms');
    await team.network.caughtUp();
    await opensWith(/topic\/storms$/);
    // The channel's name in the title links to all messages of the channel.
    await page.locator('h1').getByRole('link', { name: 'harbour' }).click();
    await expect.poll(() => page.url()).toMatch(/-harbour$/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('change the sidebar and the messages immediately', async () => {
    const { alice, bob } = team;
    const id = await bob.send('design', 'to react to', 'preferences');
    await bob.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await alice.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await team.network.caughtUp();
    const { page, problems } = await team.openTopic(alice, 'preferences');
    const reaction = page.getByRole('button', { name: /^bob reacted with/ });
    await expect.poll(() => reaction.textContent()).toContain('bob');
    const starred = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Starred' }) });
    await expect.poll(() => starred.textContent()).toContain('1');
    await alice.api.patch('/settings', {
      display_emoji_reaction_users: false,
      starred_message_counts: false,
      high_contrast_mode: true,
    });
    await expect.poll(() => reaction.textContent()).not.toContain('bob');
    await expect.poll(() => starred.textContent()).not.toContain('1');
    await page.locator('html[data-high-contrast]').waitFor();
    await alice.api.patch('/settings', {
      display_emoji_reaction_users: true,
      starred_message_counts: true,
      high_contrast_mode: false,
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keep the reader in place after a message to another conversation', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'here', 'staying');
    await alice.api.patch('/settings', { web_navigate_to_sent_message: false });
    const { page, problems } = await team.openTopic(alice, 'staying');
    await page.getByText('here', { exact: true }).waitFor();
    await page.getByRole('article').filter({ hasText: 'here' }).first().click();
    await page.keyboard.press('R');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('only for you');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The message is on its way.').waitFor();
    expect(page.url()).toContain('/topic/staying');
    await alice.api.patch('/settings', { web_navigate_to_sent_message: true });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are found in the palette, which opens their section and shows them', async () => {
    const { page, problems } = await team.signIn(team.alice);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('in the side p');
    await page.getByRole('option', { name: /^People in the side panel/ }).click();
    await expect.poll(() => page.url()).toContain('#settings/preferences');
    await page.locator('select:focus').waitFor();
    expect(
      await page.getByLabel('People in the side panel').evaluate((each) => each === document.activeElement),
    ).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('each have a control', async () => {
    const tab = await team.signIn(team.alice);
    const { page } = tab;
    await openPage(team, tab, '#settings/preferences', 'Preferences');
    await page.getByLabel('Home view', { exact: true }).selectOption({ label: 'Recent conversations' });
    await page.getByRole('checkbox', { name: 'Show names on reactions from up to three people' }).uncheck();
    await expect
      .poll(() => team.alice.api.post('/register', { fetch_event_types: ['user_settings'] }))
      .toMatchObject({ user_settings: { web_home_view: 'recent', display_emoji_reaction_users: false } });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('guests', () => {
  it('are marked, and named before a direct message, if the organization wants it', async () => {
    const { owner, alice, bob } = team;
    await owner.api.patch(`/users/${bob.userId}`, { role: 600 });
    await owner.api.patch('/realm', {
      enable_guest_user_indicator: true,
      enable_guest_user_dm_warning: true,
    });
    await alice.api.patch('/settings', { web_home_view: 'inbox' });
    await alice.sendDirect([bob], 'Hello');
    await team.network.caughtUp();
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url(`#narrow/dm/${bob.userId}-dm`));
    await page.getByText('bob is a guest in this organization.').waitFor();
    await page.getByRole('button', { name: 'People', exact: true }).click();
    const people = page.getByRole('complementary', { name: 'People' });
    await people.getByRole('button', { name: 'bob (guest)' }).waitFor();
    await owner.api.patch('/realm', {
      enable_guest_user_indicator: false,
      enable_guest_user_dm_warning: false,
    });
    await people.getByRole('button', { name: 'bob', exact: true }).waitFor();
    await page.getByText('bob is a guest in this organization.').waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
