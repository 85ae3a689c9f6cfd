import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Tests muting and following, and channels whose notification settings differ from the person's general settings.

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/muting.web.ts');

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  for (const topic of ['lunch', 'release']) await team.bob.send('design', 'Hello', topic);
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Returns the data of one type from a registration of Alice. */
const known = (type: string) => team.alice.api.post('/register', { fetch_event_types: [type] });

describe.skipIf(!executable)('a person', () => {
  it('mutes and unmutes another person', async () => {
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, '#settings/muted', 'Muted and followed');
    await page.getByText('You have not muted anyone.').waitFor();
    await page.getByRole('combobox', { name: 'Mute a person' }).fill('bob');
    await page.getByRole('option', { name: 'bob' }).first().click();
    const unmute = page.getByRole('button', { name: 'Unmute: bob' });
    await unmute.waitFor();
    expect(await known('muted_users')).toMatchObject({ muted_users: [{ id: team.bob.userId }] });
    // The field offers neither people who are already muted nor Alice herself.
    await page.getByRole('combobox', { name: 'Mute a person' }).fill('o');
    await page.getByRole('option', { name: 'Owner' }).first().waitFor();
    expect(await page.getByRole('option', { name: /bob|alice/ }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Mute a person' }).fill('');
    await unmute.click();
    await page.getByText('You have not muted anyone.').waitFor();
    expect(await known('muted_users')).toMatchObject({ muted_users: [] });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('mutes a channel in the navigation with one key or one click, and undoes it', async () => {
    const { alice, design } = team;
    const { page, problems } = await team.signIn(alice);
    const row = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'design' });
    const isMuted = async () => {
      const { subscriptions } = await known('subscription');
      return (subscriptions as { stream_id: number; is_muted: boolean }[]).find(
        ({ stream_id: id }) => id === design,
      )?.is_muted;
    };
    await row.hover();
    await page.keyboard.press('M');
    await page.getByText('#design is muted.').waitFor();
    expect(await isMuted()).toBe(true);
    await page.keyboard.press('z');
    await expect.poll(isMuted).toBe(false);
    await page.mouse.move(700, 300);
    await row.focus();
    await page.keyboard.press('M');
    await expect.poll(isMuted).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(isMuted).toBe(false);
    // A channel with unread messages is muted with one click, too. The button then ends that.
    await row.hover();
    await page.getByRole('button', { name: 'Mute #design' }).click();
    await expect.poll(isMuted).toBe(true);
    // The next key acts on the view, and does not go into a field of the sidebar.
    await page.keyboard.press('Z');
    await page.locator('.own-status').getByText('Paused until').waitFor();
    await page.getByRole('button', { name: 'Unmute #design' }).click();
    await expect.poll(isMuted).toBe(false);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('mutes topics, finds them in the settings, follows them and resets them', async () => {
    const { alice, design } = team;
    for (const topic of ['lunch', 'release']) {
      await alice.api.post('/user_topics', { stream_id: design, topic, visibility_policy: 1 });
    }
    const tab = await team.signIn(alice);
    const page = await openPage(team, tab, '#settings/muted', 'Muted and followed');
    const policyOf = (topic: string) =>
      page.getByRole('combobox', { name: `Notifications for #design › ${topic}` });
    await policyOf('lunch').waitFor();
    await page.getByLabel('Filter topics').fill('rel');
    await policyOf('lunch').waitFor({ state: 'detached' });
    await page.getByLabel('Filter topics').fill('nowhere');
    // The text says that the filter matches nothing, not that the list is empty.
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Filter topics').fill('');
    await policyOf('lunch').selectOption({ label: 'Followed' });
    const topics = async () => {
      const { user_topics } = await known('user_topic');
      return (user_topics as { topic_name: string; visibility_policy: number }[])
        .map(({ topic_name, visibility_policy }) => `${topic_name} ${visibility_policy}`)
        .sort();
    };
    await expect.poll(topics).toEqual(['lunch 3', 'release 1']);
    await policyOf('lunch').selectOption({ index: 0 });
    await policyOf('lunch').waitFor({ state: 'detached' });
    await expect.poll(topics).toEqual(['release 1']);
    // An open page shows changes that are made elsewhere.
    await alice.api.post('/user_topics', { stream_id: design, topic: 'lunch', visibility_policy: 2 });
    await policyOf('lunch').waitFor();
    expect(await policyOf('lunch').inputValue()).toBe('2');
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('sees which channels have notification settings that differ from the defaults, and resets them', async () => {
    const { alice, design } = team;
    await alice.api.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: design, property: 'desktop_notifications', value: true }],
    });
    const tab = await team.signIn(alice);
    const page = await openPage(team, tab, '#settings/notifications', 'Notifications');
    const reset = page.getByRole('button', { name: 'Use the table above: #design' });
    await page.getByText('This device: on').waitFor();
    await reset.click();
    await reset.waitFor({ state: 'detached' });
    const { subscriptions } = await known('subscription');
    const stored = subscriptions as { stream_id: number; desktop_notifications: boolean | null }[];
    expect(stored.find(({ stream_id: id }) => id === design)?.desktop_notifications).toBe(false);
    // After the general settings change, the channel's setting differs from them.
    await alice.api.patch('/settings', { enable_stream_desktop_notifications: true });
    await reset.waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });
});
