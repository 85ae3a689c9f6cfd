import type { Person } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, type Tab } from '../browser.ts';
import { addPeopleOfRoles, administrators, everyone, members, type Role } from '../role-people.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Verifies the screens of channels and of personal settings for each role. A permitted change is made once with its control.
// For other changes there is no control, and the server refuses a direct request.

const executable = findBrowser();
if (!executable) saySkipped('test/web/roles/roles-channels.web.ts');

let team: Team;
let people: Record<Role, Person>;

/**
 * A person's page in the browser, and the ID of the channel that the person tries to change. The owner has created a channel
 * for each role.
 */
type Visit = { readonly tab: Tab; readonly page: Page; readonly person: Person; readonly channelId: number };

const channelOf = async (channelId: number) =>
  (await team.owner.api.get(`/streams/${channelId}`)).stream as Record<string, unknown>;

const subscribersOf = async (channelId: number) =>
  (await team.owner.api.get(`/streams/${channelId}/members`)).subscribers as number[];

const nameOf = async (channelId: number) => String((await channelOf(channelId)).name);

/** A change of a channel: the roles that may make it, how the page makes it, its effect, and the API request behind it. */
type Change = {
  readonly what: string;
  readonly by: readonly Role[];
  readonly hash: (visit: Visit) => string;
  /** Waits until the page is complete, so that a missing control is really missing. */
  readonly complete: (page: Page) => Promise<unknown>;
  readonly control: (page: Page) => ReturnType<Page['getByRole']>;
  readonly use: (visit: Visit) => Promise<unknown>;
  readonly isDone: (visit: Visit) => Promise<boolean>;
  readonly force: (visit: Visit) => Promise<unknown>;
};

const newChannel = ({ person }: Visit) => `by ${person.userId}`;

const changes: readonly Change[] = [
  {
    what: 'its description',
    by: administrators,
    hash: ({ channelId }) => `#channels/${channelId}/general`,
    complete: (page) => page.getByLabel('Description').waitFor(),
    control: (page) => page.locator('textarea:enabled').and(page.getByLabel('Description')),
    use: async ({ page }) => {
      await page.getByLabel('Description').fill('Changed in the browser');
      await page.getByLabel('Description').blur();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
    isDone: async ({ channelId }) => (await channelOf(channelId)).description === 'Changed in the browser',
    force: ({ person, channelId }) =>
      person.api.patch(`/streams/${channelId}`, { description: 'Changed by force' }),
  },
  {
    what: 'who can post',
    by: administrators,
    hash: ({ channelId }) => `#channels/${channelId}/permissions`,
    complete: (page) => page.getByRole('group', { name: 'Who can post' }).waitFor(),
    control: (page) => page.getByRole('button', { name: 'Change who: Who can post' }),
    use: async ({ page }) => {
      const before = await page.getByRole('group', { name: 'Who can post' }).textContent();
      await page.getByRole('button', { name: 'Change who: Who can post' }).click();
      await page.getByRole('radio', { name: 'Moderators and above' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect
        .poll(() => page.getByRole('group', { name: 'Who can post' }).textContent(), soon)
        .not.toBe(before);
    },
    isDone: async ({ channelId, person }) => {
      const { stream } = await person.api.get(`/streams/${channelId}`);
      const { user_groups: groups } = await person.api.get('/user_groups');
      const moderators = groups.find(({ name }: { name: string }) => name === 'role:moderators');
      return stream.can_send_message_group === moderators.id;
    },
    force: ({ person, channelId }) =>
      person.api.patch(`/streams/${channelId}`, {
        can_send_message_group: JSON.stringify({
          new: { direct_members: [person.userId], direct_subgroups: [] },
        }),
      }),
  },
  {
    what: 'new members',
    by: members,
    hash: ({ channelId }) => `#channels/${channelId}/members`,
    complete: (page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem').first().waitFor(),
    control: (page) => page.getByRole('combobox', { name: 'Add people or groups' }),
    use: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Add people or groups' }).fill('alice');
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('button', { name: 'Add one person' }).click();
    },
    isDone: async ({ channelId }) => (await subscribersOf(channelId)).includes(team.alice.userId),
    force: async ({ person, channelId }) =>
      person.api.post('/users/me/subscriptions', {
        subscriptions: JSON.stringify([{ name: await nameOf(channelId) }]),
        principals: JSON.stringify([team.alice.userId]),
      }),
  },
  {
    what: 'fewer members',
    by: administrators,
    hash: ({ channelId }) => `#channels/${channelId}/members`,
    complete: (page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem').first().waitFor(),
    control: (page) => page.getByRole('button', { name: 'Remove bob' }),
    use: ({ page }) => page.getByRole('button', { name: 'Remove bob' }).click(),
    isDone: async ({ channelId }) => !(await subscribersOf(channelId)).includes(team.bob.userId),
    force: async ({ person, channelId }) =>
      person.api.delete('/users/me/subscriptions', {
        subscriptions: JSON.stringify([await nameOf(channelId)]),
        principals: JSON.stringify([team.bob.userId]),
      }),
  },
  {
    what: 'how it notifies oneself',
    by: everyone,
    hash: ({ channelId }) => `#channels/${channelId}/personal`,
    complete: (page) => page.getByLabel('Mute', { exact: true }).waitFor(),
    control: (page) => page.getByLabel('Mute', { exact: true }),
    use: ({ page }) => page.getByLabel('Mute', { exact: true }).click(),
    isDone: async ({ person, channelId }) => {
      const { subscriptions } = await person.api.get('/users/me/subscriptions');
      return subscriptions.some(
        (each: { stream_id: number; is_muted: boolean }) => each.stream_id === channelId && each.is_muted,
      );
    },
    force: () => Promise.resolve(),
  },
  {
    what: 'new channels',
    by: members,
    hash: () => '#channels/all',
    complete: (page) => page.getByRole('list', { name: 'Channels' }).getByRole('listitem').first().waitFor(),
    control: (page) => page.getByRole('link', { name: 'Create channel' }),
    use: async (visit) => {
      const { page } = visit;
      await page.getByRole('link', { name: 'Create channel' }).click();
      await page.getByLabel('Name', { exact: true }).fill(newChannel(visit));
      await page.getByRole('button', { name: 'Create channel' }).click();
      await page.getByRole('heading', { level: 1, name: newChannel(visit) }).waitFor();
    },
    isDone: async (visit) => {
      const { streams } = await team.owner.api.get('/streams');
      return streams.some(({ name }: { name: string }) => name === newChannel(visit));
    },
    force: (visit) =>
      visit.person.api.post('/users/me/subscriptions', {
        subscriptions: JSON.stringify([{ name: newChannel(visit) }]),
      }),
  },
  {
    what: 'its archive',
    by: administrators,
    hash: ({ channelId }) => `#channels/${channelId}/general`,
    complete: (page) => page.getByLabel('Description').waitFor(),
    control: (page) => page.getByRole('button', { name: 'Archive channel' }),
    use: async ({ page }) => {
      await page.getByRole('button', { name: 'Archive channel' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Archive channel' }).click();
    },
    isDone: async ({ channelId }) => (await channelOf(channelId)).is_archived === true,
    force: ({ person, channelId }) => person.api.delete(`/streams/${channelId}`),
  },
];

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  people = await addPeopleOfRoles(team);
  for (const role of everyone) {
    await team.owner.subscribe([`studio of ${role}`], [people[role], team.owner, team.bob]);
  }
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Tries a change with a role. Returns descriptions of deviations from the role's rights. */
async function differences(change: Change, role: Role, visit: Visit): Promise<string[]> {
  const { tab, page } = visit;
  await openPage(team, tab, '#inbox', 'Inbox');
  await page.goto(team.url(change.hash(visit)));
  await change.complete(page);
  if (change.by.includes(role)) {
    await change.control(page).waitFor();
    await change.use(visit);
    await expect.poll(() => change.isDone(visit), { ...soon, message: change.what }).toBe(true);
    return [];
  }
  const found: string[] = [];
  if (await change.control(page).count()) found.push(`${change.what}: there is a control`);
  const refusal = await change.force(visit).then(
    () => undefined,
    ({ status }: { status?: number }) => status,
  );
  if (refusal !== 400) found.push(`${change.what}: the request was answered with ${refusal ?? 200}`);
  if (await change.isDone(visit)) found.push(`${change.what}: the request had an effect`);
  return found;
}

describe.skipIf(!executable)('the screens', () => {
  it.each(everyone)(
    'of a channel let the %s do what the role permits, and the server refuses the rest',
    async (role) => {
      const person = people[role];
      const { stream_id: channelId } = await person.api.get('/get_stream_id', {
        stream: `studio of ${role}`,
      });
      const tab = await team.signIn(person);
      const visit: Visit = { tab, page: tab.page, person, channelId };
      const found: string[] = [];
      for (const change of changes) found.push(...(await differences(change, role, visit)));
      if (role === 'guest') {
        await tab.page.goto(team.url('#channels/new'));
        await tab.page.getByText('You may not create channels here.').waitFor();
      }
      expect(found).toEqual([]);
      expect(tab.problems).toEqual([]);
      await tab.page.context().close();
    },
  );

  it.each(everyone)(
    'with personal settings are complete for the %s, and changes are stored',
    async (role) => {
      const person = people[role];
      const tab = await team.signIn(person);
      const page = await openPage(team, tab, '#settings', 'Profile');
      const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
      await links.nth(2).waitFor();
      const names = (await links.allTextContents()).filter((name) => name !== '');
      expect(names).toHaveLength(12);
      for (const name of names) {
        await links.filter({ hasText: name }).first().click();
        await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
        await expect.poll(() => page.locator('.skeleton').count(), soon).toBe(0);
      }
      await openPage(team, tab, '#settings/preferences', 'Preferences');
      const settingOf = async () => (await person.api.post('/register')).user_settings.enter_sends as boolean;
      const before = await settingOf();
      await page.getByLabel('Enter key sends message').click();
      await expect.poll(settingOf, soon).toBe(!before);
      // Only administrators can change the names of others.
      const other = role === 'owner' ? people.admin : team.owner;
      if (!administrators.includes(role)) {
        const change = person.api.patch(`/users/${other.userId}`, { full_name: 'Renamed by force' });
        await expect(change).rejects.toMatchObject({ status: 400 });
      }
      expect(tab.problems).toEqual([]);
      await page.context().close();
    },
  );
});
