import { Organization, type Person } from '@parley/test-kit';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, type Tab } from '../browser.ts';
import { chooseAction, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Tests concurrent changes: an administrator edits in the browser, while the owner changes the same object through the API.
// Saving must not overwrite the owner's change before the administrator has seen it.

const executable = findBrowser();
if (!executable) saySkipped('test/web/roles/two-administrators.web.ts');

let team: Team;
let tab: Tab;
let page: Page;
let admin: Person;
let groupId: number;
let folderId: number;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner } = team;
  const organization = await Organization.signIn((credentials) => team.network.client(credentials));
  admin = (await organization.add('admin')).admin;
  await owner.api.patch(`/users/${admin.userId}`, { role: 200 });
  await owner.subscribe(['design', 'rules'], [owner, admin]);
  await admin.api.post('/user_groups/create', { name: 'painters', description: '', members: [] });
  const { user_groups: groups } = await owner.api.get('/user_groups');
  groupId = (groups as { id: number; name: string }[]).find(({ name }) => name === 'painters')!.id;
  const folder = await owner.api.post('/channel_folders/create', { name: 'Work', description: '' });
  folderId = folder.channel_folder_id as number;
  await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Desk', hint: '' });
  await owner.api.post('/realm/domains', { domain: 'one.example', allow_subdomains: false });
  await team.network.caughtUp();
  tab = await team.signIn(admin);
  ({ page } = tab);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const dialog = () => page.getByRole('dialog');
const owner = () => team.owner.api;

/** A text that can be edited: how to open its field, and how the owner changes and reads it. */
type EditedText = {
  readonly name: string;
  readonly open: () => Promise<unknown>;
  readonly label: string;
  readonly change: (text: string) => Promise<unknown>;
  readonly stored: () => Promise<unknown>;
};

const groupOf = async () =>
  (
    (await owner().get('/user_groups')).user_groups as { id: number; name: string; description: string }[]
  ).find(({ id }) => id === groupId)!;
const channelOf = async () =>
  (await owner().get(`/streams/${team.design}`, {})).stream as { description: string; topics_policy: string };
const realmOf = async () =>
  (await team.owner.register({ event_types: [], fetch_event_types: ['realm'] })).initial;
const personOf = async () =>
  (await owner().get(`/users/${team.bob.userId}`, { include_custom_profile_fields: true })).user as {
    full_name: string;
    profile_data: Record<string, { value: string }>;
  };
const goto = (hash: string, heading: string) => openPage(team, tab, hash, heading);

const texts: readonly EditedText[] = [
  {
    name: 'the description of the organization',
    open: () => goto('#organization/profile', 'Profile'),
    label: 'Description',
    change: (description) => owner().patch('/realm', { description }),
    stored: async () => (await realmOf()).realm_description,
  },
  {
    name: 'the welcome of new people',
    open: () => goto('#organization/settings', 'Settings'),
    label: 'Message to new people',
    change: (text) => owner().patch('/realm', { welcome_message_custom_text: text }),
    stored: async () => (await realmOf()).realm_welcome_message_custom_text,
  },
  {
    name: 'the description of a channel',
    open: () => goto(`#channels/${team.design}/general`, 'design'),
    label: 'Description',
    change: (description) => owner().patch(`/streams/${team.design}`, { description }),
    stored: async () => (await channelOf()).description,
  },
  {
    name: 'the description of a group',
    open: () => goto(`#organization/groups/${groupId}`, 'painters'),
    label: 'Description',
    change: (description) => owner().patch(`/user_groups/${groupId}`, { description }),
    stored: async () => (await groupOf()).description,
  },
  {
    name: 'the description of a folder',
    open: async () => {
      await goto('#organization/folders', 'Channel folders');
      await chooseAction(page, 'Work', 'Edit');
    },
    label: 'Description',
    change: (description) => owner().patch(`/channel_folders/${folderId}`, { description }),
    stored: async () => {
      const { channel_folders: all } = await owner().get('/channel_folders');
      return (all as { id: number; description: string }[]).find(({ id }) => id === folderId)!.description;
    },
  },
  {
    name: 'the name of a person',
    open: () => goto(`#organization/people/${team.bob.userId}`, 'People'),
    label: 'Name',
    change: (full_name) => owner().patch(`/users/${team.bob.userId}`, { full_name }),
    stored: async () => (await personOf()).full_name,
  },
  {
    name: 'a profile field of a person',
    open: () => goto(`#organization/people/${team.bob.userId}`, 'People'),
    label: 'Desk',
    change: async (value) => {
      const { custom_fields: fields } = await owner().get('/realm/profile_fields');
      const [{ id }] = fields as [{ id: number }];
      await owner().patch(`/users/${team.bob.userId}`, { profile_data: [{ id, value }] });
    },
    stored: async () => Object.values((await personOf()).profile_data)[0]?.value,
  },
];

type PermissionOwner = 'organization' | 'group';

const permissionOf = (of: PermissionOwner) =>
  of === 'group' ? 'Who can mention the group' : 'Who can add emoji';
const groupIdOf = async (name: string) =>
  ((await owner().get('/user_groups')).user_groups as { id: number; name: string }[]).find(
    (group) => group.name === name,
  )!.id;

async function openPermission(of: PermissionOwner): Promise<void> {
  await (of === 'group'
    ? goto(`#organization/groups/${groupId}`, 'painters')
    : goto('#organization/permissions', 'Permissions'));
  await page.getByRole('button', { name: `Change who: ${permissionOf(of)}` }).click();
}

/** Changes the permission as the owner. */
async function changePermission(of: PermissionOwner, group: string): Promise<void> {
  const change = { new: await groupIdOf(group) };
  await (of === 'group'
    ? owner().patch(`/user_groups/${groupId}`, { can_mention_group: change })
    : owner().patch('/realm', { can_add_custom_emoji_group: change }));
}

const storedPermission = async (of: PermissionOwner): Promise<unknown> =>
  of === 'group'
    ? ((await groupOf()) as unknown as Record<string, unknown>).can_mention_group
    : (await realmOf()).realm_can_add_custom_emoji_group;

/** Reloads the page and acts while events are held back. The events arrive afterwards. */
async function withoutEvents(act: () => Promise<void>): Promise<void> {
  const held: Route[] = [];
  const address = '**/api/v1/events**';
  await page.route(address, (route) => {
    if (route.request().method() === 'DELETE') return route.continue();
    held.push(route);
  });
  await page.reload();
  try {
    await act();
  } finally {
    await page.unroute(address);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  }
}

describe.skipIf(!executable)('concurrent changes of two administrators', () => {
  it.each(texts)('are never overwritten unseen: $name', async ({ open, label, change, stored }) => {
    await open();
    const field = page.getByRole('textbox', { name: label, exact: true }).first();
    await field.fill('mine');
    await change('theirs');
    await page.getByText('Someone changed this meanwhile to “theirs”.').waitFor();
    expect(await stored()).toBe('theirs');
    expect(await field.inputValue()).toBe('mine');
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await expect.poll(() => field.inputValue(), soon).toBe('theirs');
    if (await dialog().count()) await page.keyboard.press('Escape');
  });

  it('are visible immediately in switches and choices', async () => {
    await goto('#organization/domains', 'Joining and domains');
    await owner().patch('/realm/domains/one.example', { allow_subdomains: true });
    await expect.poll(() => page.getByLabel('one.example', { exact: true }).isChecked(), soon).toBe(true);
    await goto(`#channels/${team.design}/general`, 'design');
    await owner().patch(`/streams/${team.design}`, { folder_id: folderId });
    const folder = page.getByLabel('Folder').locator('option:checked');
    await expect.poll(() => folder.textContent(), soon).toBe('Work');
    await goto(`#organization/people/${team.bob.userId}`, 'People');
    await owner().patch(`/users/${team.bob.userId}`, { role: 300 });
    const role = page.getByLabel('Role').locator('option:checked');
    await expect.poll(() => role.textContent(), soon).toBe('Moderator');
  });

  it('are shown in an open question, and replaced only on a second press', async () => {
    await goto(`#channels/${team.design}/general`, 'design');
    const privacy = page.getByLabel('Who can read it');
    await privacy.selectOption({ index: 1 });
    await dialog().getByRole('button', { name: 'Change' }).waitFor();
    await owner().patch(`/streams/${team.design}`, {
      is_private: true,
      history_public_to_subscribers: false,
    });
    await dialog().getByText('Someone changed this setting while this question was open.').waitFor();
    await dialog().getByRole('button', { name: 'Change' }).click();
    await dialog().getByText('Press the button again to replace what they chose.').waitFor();
    const stored = async () =>
      (
        (await owner().get(`/streams/${team.design}`, {})).stream as {
          history_public_to_subscribers: boolean;
        }
      ).history_public_to_subscribers;
    expect(await stored()).toBe(false);
    await dialog().getByRole('button', { name: 'Change' }).click();
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(stored, soon).toBe(true);
  });

  it.each(['organization', 'group'] as const)('are shown in an open permission of the %s', async (of) => {
    await openPermission(of);
    await changePermission(of, 'role:moderators');
    await dialog().getByText('Someone changed this meanwhile to “Moderators and above”.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('of lists keep what both added', async () => {
    await goto('#organization/playgrounds', 'Code playgrounds');
    await page.getByRole('button', { name: 'Add a playground' }).click();
    await dialog().getByLabel('Site name').fill('Mine');
    await dialog().getByLabel('Language').fill('Rust');
    await dialog().getByLabel('Address with {code}').fill('https://mine.example/{code}');
    const theirs = { name: 'Theirs', pygments_language: 'Go', url_template: 'https://theirs.example/{code}' };
    await owner().post('/realm/playgrounds', theirs);
    await page.getByRole('listitem', { includeHidden: true }).getByText('Theirs').first().waitFor();
    await dialog().getByRole('button', { name: 'Add a playground' }).click();
    await page.getByRole('button', { name: 'Remove Mine' }).waitFor();
    await page.getByRole('button', { name: 'Remove Theirs' }).waitFor();

    await goto('#organization/domains', 'Joining and domains');
    await owner().post('/realm/domains', { domain: 'two.example', allow_subdomains: false });
    await page.getByLabel('two.example', { exact: true }).waitFor();
    await page.getByLabel('one.example', { exact: true }).waitFor();

    await goto('#organization/default-channels', 'Default channels');
    const rules = (await owner().get('/get_stream_id', { stream: 'rules' })).stream_id;
    await owner().post('/default_streams', { stream_id: rules });
    await page.getByRole('button', { name: 'Remove rules' }).waitFor();
  });

  it('are compared by the server before the event arrives: a text', async () => {
    await goto('#organization/profile', 'Profile');
    await withoutEvents(async () => {
      const field = page.getByRole('textbox', { name: 'Description', exact: true });
      await field.fill('mine, unseen');
      await owner().patch('/realm', { description: 'theirs, unseen' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page
        .getByText('Someone changed this meanwhile to “theirs, unseen”. Save again to replace it.')
        .waitFor();
      expect((await realmOf()).realm_description).toBe('theirs, unseen');
      expect(await field.inputValue()).toBe('mine, unseen');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect((await realmOf()).realm_description).toBe('mine, unseen');
    });
  });

  it('are compared by the server before the event arrives: a choice', async () => {
    await goto(`#channels/${team.design}/general`, 'design');
    const chosen = page.getByLabel('Topics', { exact: true });
    await withoutEvents(async () => {
      // Waits until the page has registered, before the owner makes the change.
      await chosen.waitFor();
      await owner().patch(`/streams/${team.design}`, { topics_policy: 'disable_empty_topic' });
      await chosen.selectOption({ index: 1 });
      await page.getByText('Save again to replace what they chose.').waitFor();
      const channel = await channelOf();
      expect(channel.topics_policy).toBe('disable_empty_topic');
    });
    await expect
      .poll(() => chosen.evaluate((select) => (select as HTMLSelectElement).selectedIndex), soon)
      .toBe(2);
  });

  it.each(['organization', 'group'] as const)(
    'are compared by the server before the event arrives: a permission of the %s',
    async (of) => {
      await openPermission(of);
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await withoutEvents(async () => {
        await page.getByRole('button', { name: `Change who: ${permissionOf(of)}` }).click();
        await changePermission(of, 'role:administrators');
        await dialog().getByRole('radio', { name: 'Owners', exact: true }).check();
        await dialog().getByRole('button', { name: 'Save', exact: true }).click();
        await page
          .getByText('Someone changed this first to “Administrators and owners”, so nothing was saved.')
          .waitFor();
        expect(await storedPermission(of)).toBe(await groupIdOf('role:administrators'));
      });
      // The dialog then shows the other person's choice.
      await dialog().getByText('Someone changed this meanwhile to “Administrators and owners”.').waitFor();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
    },
  );

  it('are shown when the other administrator removed the object', async () => {
    await owner().post('/realm/filters', {
      pattern: 'X-(?P<id>[0-9]+)',
      url_template: 'https://x.example/{id}',
    });
    await goto('#organization/linkifiers', 'Linkifiers');
    await chooseAction(page, 'X-(?P<id>[0-9]+)', 'Edit');
    const { linkifiers } = await owner().get('/realm/linkifiers');
    await owner().delete(`/realm/filters/${(linkifiers as { id: number }[]).at(-1)!.id}`);
    await dialog().getByText('Someone removed this meanwhile').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await goto(`#organization/groups/${groupId}`, 'painters');
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('mine');
    await owner().post(`/user_groups/${groupId}/deactivate`, {});
    const isFixed = () => page.getByRole('textbox', { name: 'Description', exact: true }).isDisabled();
    await expect.poll(isFixed, soon).toBe(true);
    expect(tab.problems).toEqual([]);
  });
});
