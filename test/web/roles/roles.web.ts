import type { Person } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon, type Tab } from '../browser.ts';
import { addPeopleOfRoles, administrators, everyone, members, type Role } from '../role-people.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Verifies every screen of the organization and of a channel for each role. People who may not make a change see no control for
// it, and the server refuses a direct request.

const executable = findBrowser();
if (!executable) saySkipped('test/web/roles/roles.web.ts');

let team: Team;
let folderId: number;
let people: Record<Role, Person>;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner } = team;
  people = await addPeopleOfRoles(team);
  await owner.subscribe(['design'], Object.values(people));
  await owner.api.post('/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://x.example/{id}',
  });
  await owner.api.post('/realm/playgrounds', {
    name: 'Site',
    pygments_language: 'Go',
    url_template: 'https://x.example/{code}',
  });
  await owner.api.post('/user_groups/create', { name: 'painters', description: '', members: [] });
  const folder = await owner.api.post('/channel_folders/create', { name: 'Work', description: '' });
  folderId = folder.channel_folder_id as number;
  await owner.api.post('/realm/domains', { domain: 'one.example', allow_subdomains: false });
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

/**
 * A screen: the roles that see it, one of its controls, the roles that have the control, and the request that the control
 * makes.
 */
type ScreenRights = {
  readonly hash: string;
  readonly heading: string;
  readonly seenBy: readonly Role[];
  readonly control?: (page: Page) => ReturnType<Page['getByRole']>;
  readonly changedBy?: readonly Role[];
  readonly request?: (person: Person) => Promise<unknown>;
  /** Uses the control. Resolves when the server has stored the change, or when the page shows it. */
  readonly use?: (page: Page, person: Person) => Promise<unknown>;
};

/** A PNG picture of 3 × 2 pixels, in Base64. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==';

/**
 * Uploads an emoji as a person.
 * @throws when the server refuses the emoji
 */
async function addEmoji(person: Person, name: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'emoji.png');
  const authorization = `Basic ${btoa(`${person.email}:${person.apiKey}`)}`;
  const answer = await fetch(team.url(`api/v1/realm/emoji/${name}`), {
    method: 'POST',
    headers: { authorization },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();

const roleNames: Readonly<Record<number, string>> = { 300: 'Moderator', 400: 'Member' };

const registration = () => team.owner.api.post('/register');

const userOf = async ({ userId }: Person) => (await team.owner.api.get(`/users/${userId}`)).user;

/** Waits until `value` returns the wanted value. */
const stored = <T>(value: () => Promise<T>, wanted: T) => expect.poll(value, soon).toBe(wanted);

const screens: readonly ScreenRights[] = [
  {
    hash: 'people',
    heading: 'People',
    seenBy: everyone,
    control: (page) => page.getByRole('combobox', { name: 'State' }),
    changedBy: administrators,
    request: (person) => person.api.patch(`/users/${team.bob.userId}`, { full_name: 'bob' }),
    use: async (page) => {
      await page.goto(team.url(`#organization/people/${team.bob.userId}`));
      for (const role of ['Moderator', 'Member']) {
        await page.getByLabel('Role').selectOption({ label: role });
        await stored(async () => roleNames[(await userOf(team.bob)).role], role);
      }
    },
  },
  {
    hash: 'invitations',
    heading: 'Invitations',
    seenBy: members,
    control: button('Invite people'),
    changedBy: members,
    request: (person) => person.api.get('/invites'),
    use: async (page, { userId }) => {
      await page.getByRole('button', { name: 'Invite people' }).first().click();
      await page.getByLabel('Email addresses').fill(`friend-of-${userId}@test.example`);
      await page.getByRole('button', { name: 'Send invitations' }).click();
      await page.getByText(`friend-of-${userId}@test.example`).waitFor();
    },
  },
  {
    hash: 'groups',
    heading: 'User groups',
    seenBy: everyone,
    control: button('Create a group'),
    changedBy: members,
    request: (person) =>
      person.api.post('/user_groups/create', { name: `of ${person.userId}`, description: '', members: [] }),
    use: async (page, { userId }) => {
      await page.getByRole('button', { name: 'Create a group' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill(`friends of ${userId}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Create a group' }).click();
      await page.getByRole('heading', { name: 'Members (1)' }).waitFor();
    },
  },
  {
    hash: 'bots',
    heading: 'Bots',
    seenBy: everyone,
    control: button('Create a bot'),
    changedBy: members,
    request: (person) =>
      person.api.post('/bots', { full_name: `Bot ${person.userId}`, short_name: `b${person.userId}` }),
    use: async (page, { userId }) => {
      await page.getByRole('button', { name: 'Create a bot' }).first().click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`Helper of ${userId}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Create a bot' }).click();
      await page.getByRole('textbox', { name: `API key of Helper of ${userId}` }).waitFor();
    },
  },
  {
    hash: 'profile',
    heading: 'Profile',
    seenBy: members,
    control: button('Upload a picture'),
    changedBy: administrators,
    request: (person) => person.api.patch('/realm', { description: 'A team' }),
    use: async (page, { userId }) => {
      // What was changed by a request just now. A change that arrives while one writes asks which text to keep.
      await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('A team');
      await page.getByLabel('Description').fill(`Written by ${userId}`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await stored(async () => (await registration()).realm_description, `Written by ${userId}`);
    },
  },
  {
    hash: 'settings',
    heading: 'Settings',
    seenBy: members,
    control: (page) => page.locator('.page-body input.switch:enabled').first(),
    changedBy: administrators,
    request: (person) => person.api.patch('/realm', { enable_read_receipts: true }),
    use: async (page) => {
      const before = (await registration()).realm_enable_read_receipts as boolean;
      await page.getByLabel('Read receipts').click();
      await stored(async () => (await registration()).realm_enable_read_receipts, !before);
    },
  },
  {
    hash: 'permissions',
    heading: 'Permissions',
    seenBy: members,
    control: button('Change who: Who can create public channels'),
    changedBy: administrators,
    request: (person) => person.api.patch('/realm', { inline_image_preview: true }),
    use: async (page) => {
      const value = page.getByRole('group', { name: 'Who can create public channels' }).locator('strong');
      const wanted = (await value.textContent()) === 'Members and above' ? 'Moderators' : 'Members';
      await page.getByRole('button', { name: 'Change who: Who can create public channels' }).click();
      await page.getByRole('radio', { name: `${wanted} and above`, exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await stored(() => value.textContent(), `${wanted} and above`);
    },
  },
  {
    hash: 'domains',
    heading: 'Joining and domains',
    seenBy: administrators,
    control: button('Remove one.example'),
    changedBy: ['owner'],
    request: (person) => person.api.patch('/realm/domains/one.example', { allow_subdomains: false }),
    use: async (page) => {
      await page.getByLabel('one.example', { exact: true }).click();
      const domains = async () => (await registration()).realm_domains as { allow_subdomains: boolean }[];
      await stored(async () => (await domains())[0]!.allow_subdomains, true);
    },
  },
  {
    hash: 'defaults',
    heading: 'Defaults for new people',
    seenBy: administrators,
    control: (page) => page.locator('.page-body input.switch:enabled').first(),
    changedBy: administrators,
    request: (person) => person.api.patch('/realm/user_settings_defaults', { enter_sends: true }),
    use: async (page) => {
      const defaults = async () => (await registration()).realm_user_settings_defaults.enter_sends as boolean;
      const before = await defaults();
      await page.getByLabel('Enter key sends message').click();
      await stored(defaults, !before);
    },
  },
  {
    hash: 'default-channels',
    heading: 'Default channels',
    seenBy: administrators,
    control: (page) => page.getByRole('combobox', { name: 'Add a channel' }),
    changedBy: administrators,
    request: async (person) => {
      await person.api.post('/default_streams', { stream_id: team.design });
      await person.api.delete('/default_streams', { stream_id: team.design });
    },
    use: async (page) => {
      await page.getByRole('combobox', { name: 'Add a channel' }).fill('design');
      await page.getByRole('listbox').getByRole('option').first().click();
      const channels = async () => (await registration()).realm_default_streams as number[];
      await stored(async () => (await channels()).includes(team.design), true);
      await page.getByRole('list', { name: 'Default channels' }).getByRole('button').first().click();
      await stored(async () => (await channels()).includes(team.design), false);
    },
  },
  {
    hash: 'folders',
    heading: 'Channel folders',
    seenBy: administrators,
    control: button('Actions for Work'),
    changedBy: administrators,
    request: (person) =>
      person.api.patch(`/channel_folders/${folderId}`, { description: `By ${person.userId}` }),
    use: async (page, { userId }) => {
      await page.getByLabel('Name').fill(`Folder of ${userId}`);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Actions for Folder of ${userId}` }).waitFor();
    },
  },
  {
    hash: 'profile-fields',
    heading: 'Profile fields',
    seenBy: administrators,
    control: button('Add a field'),
    changedBy: administrators,
    request: (person) =>
      person.api.post('/realm/profile_fields', { field_type: 1, name: `Field ${person.userId}` }),
    use: async (page, { userId }) => {
      await page.getByRole('button', { name: 'Add a field' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(`Team of ${userId}`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: `Actions for Team of ${userId}` }).waitFor();
    },
  },
  {
    hash: 'emoji',
    heading: 'Custom emoji',
    seenBy: members,
    control: button('Add emoji'),
    changedBy: members,
    request: (person) => addEmoji(person, `emoji_${person.userId}`),
    use: async (page, { userId }) => {
      await page
        .getByLabel('Picture')
        .setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
      await page.getByLabel('Name, without colons').fill(`square_${userId}`);
      await page.getByRole('button', { name: 'Add emoji' }).click();
      await page.getByRole('button', { name: `Remove square_${userId}` }).waitFor();
    },
  },
  {
    hash: 'linkifiers',
    heading: 'Linkifiers',
    seenBy: members,
    control: button('Add a linkifier'),
    changedBy: administrators,
    request: (person) =>
      person.api.post('/realm/filters', {
        pattern: `P${person.userId}-(?P<id>[0-9]+)`,
        url_template: 'https://x.example/{id}',
      }),
    use: async (page, { userId }) => {
      await page.getByRole('button', { name: 'Add a linkifier' }).click();
      await page.getByLabel('Pattern').fill(`T${userId}-(?P<id>[0-9]+)`);
      await page.getByLabel('Address', { exact: false }).first().fill('https://tickets.example/{id}');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: `Actions for T${userId}-(?P<id>[0-9]+)` }).waitFor();
    },
  },
  {
    hash: 'playgrounds',
    heading: 'Code playgrounds',
    seenBy: members,
    control: button('Remove Site'),
    changedBy: administrators,
    request: (person) =>
      person.api.post('/realm/playgrounds', {
        name: `P${person.userId}`,
        pygments_language: 'Go',
        url_template: 'https://x.example/{code}',
      }),
    use: async (page, { userId }) => {
      await page.getByRole('button', { name: `Remove P${userId}` }).click();
      await stored(() => page.getByRole('button', { name: `Remove P${userId}` }).count(), 0);
    },
  },
  {
    hash: 'export',
    heading: 'Data export',
    seenBy: administrators,
    request: (person) => person.api.get('/export/realm'),
    changedBy: administrators,
  },
  {
    hash: 'erasures',
    heading: 'Deleted accounts',
    seenBy: ['owner'],
    request: (person) => person.api.get('/realm/erasures'),
    changedBy: ['owner'],
  },
  {
    hash: 'audit',
    heading: 'Audit log',
    seenBy: ['owner'],
    request: (person) => person.api.get('/realm/audit_log'),
    changedBy: ['owner'],
  },
  {
    hash: 'server',
    heading: 'Server',
    seenBy: ['owner'],
    request: (person) => person.api.get('/server_status'),
    changedBy: ['owner'],
  },
];

/** Compares a screen with the rights of a role. Returns descriptions of deviations. */
async function differences(tab: Tab, role: Role, screen: ScreenRights): Promise<string[]> {
  const { page } = tab;
  const found: string[] = [];
  await page.goto(team.url(`#organization/${screen.hash}`));
  const isSeen = screen.seenBy.includes(role);
  if (!isSeen) {
    await page.getByText('You cannot open this section.').waitFor();
    if (await page.locator('.page-body').count()) found.push(`${screen.hash} is shown`);
  } else {
    await openPage(team, tab, `#organization/${screen.hash}`, screen.heading);
    await page.locator('.page-body > *:visible').first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count(), soon).toBe(0);
    const mayChange = screen.changedBy?.includes(role) ?? true;
    if (screen.control) {
      if (mayChange) await screen.control(page).waitFor();
      else if (await screen.control(page).count()) found.push(`${screen.hash} has a control`);
    }
  }
  if (screen.request) {
    const mayChange = screen.changedBy?.includes(role) ?? true;
    const isRefused = await screen.request(people[role]).then(
      () => false,
      () => true,
    );
    if (isRefused === mayChange) found.push(`${screen.hash} is ${isRefused ? 'refused' : 'accepted'}`);
  }
  if (isSeen && screen.use && screen.changedBy?.includes(role)) await screen.use(page, people[role]);
  return found;
}

describe.skipIf(!executable)('the screens of the organization', () => {
  it.each(everyone)('show the %s what the role permits, and the server refuses the rest', async (role) => {
    const tab = await team.signIn(people[role]);
    const found: string[] = [];
    for (const screen of screens) found.push(...(await differences(tab, role, screen)));
    expect(found).toEqual([]);
    expect(tab.problems).toEqual([]);
    await tab.page.context().close();
  });

  it.each(['moderator', 'member', 'guest'] as const)(
    'offer the %s nothing to change in a channel',
    async (role) => {
      const tab = await team.signIn(people[role]);
      const { page } = tab;
      await openPage(team, tab, `#channels/${team.design}/general`, 'design');
      await page.getByLabel('Description').waitFor();
      expect(await page.getByLabel('Description').isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
      await openPage(team, tab, `#channels/${team.design}/permissions`, 'design');
      await page.getByRole('group', { name: 'Who can post' }).waitFor();
      expect(await page.getByRole('button', { name: /^Change who/ }).count()).toBe(0);
      const change = { description: 'forced' };
      await expect(people[role].api.patch(`/streams/${team.design}`, change)).rejects.toMatchObject({
        status: 400,
      });
      expect(tab.problems).toEqual([]);
      await page.context().close();
    },
  );

  it('do not offer the administrator what only owners change, and the server refuses it', async () => {
    const { admin } = people;
    const tab = await team.signIn(admin);
    const { page } = tab;
    const { bob } = team;
    const realm = (change: object) => () => admin.api.patch('/realm', { ...change });
    await openPage(team, tab, '#organization/settings', 'Settings');
    expect(await page.getByLabel('Delete messages after').isDisabled()).toBe(true);
    await openPage(team, tab, '#organization/domains', 'Joining and domains');
    for (const label of [
      'Require an invitation to join',
      'Only allow addresses at the domains below',
      'Require two-factor authentication for',
      'Log out after at most',
      'Log out after inactivity of',
      'Also after company sign-in',
      'one.example',
    ]) {
      expect(await page.getByLabel(label, { exact: true }).isDisabled(), label).toBe(true);
    }
    await openPage(team, tab, `#channels/${team.design}/general`, 'design');
    expect(await page.getByLabel('Delete messages after').isDisabled()).toBe(true);
    await openPage(team, tab, `#organization/people/${bob.userId}`, 'People');
    await page.getByRole('button', { name: 'Deactivate', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Erase/ }).count()).toBe(0);
    expect(await page.getByLabel('Role').locator('option').allTextContents()).not.toContain('Owner');
    await openPage(team, tab, `#organization/people/${team.owner.userId}`, 'People');
    await page.getByLabel('Role').waitFor();
    expect(await page.getByLabel('Role').isDisabled()).toBe(true);
    const forced: Readonly<Record<string, () => Promise<unknown>>> = {
      retention: realm({ message_retention_days: 30 }),
      'the effect of a retention': () =>
        admin.api.get('/realm/retention_effect', { message_retention_days: 30 }),
      'retention of a channel': () =>
        admin.api.patch(`/streams/${team.design}`, { message_retention_days: 30 }),
      invitations: realm({ invite_required: false }),
      'second factors': realm({ require_second_factor: 'owners' }),
      sessions: realm({ session_lifetime_hours: 8 }),
      'ways to sign in': realm({ authentication_methods: { Email: false } }),
      'a new domain': () =>
        admin.api.post('/realm/domains', { domain: 'two.example', allow_subdomains: false }),
      'removing a domain': () => admin.api.delete('/realm/domains/one.example'),
      'making an owner': () => admin.api.patch(`/users/${bob.userId}`, { role: 100 }),
      'demoting an owner': () => admin.api.patch(`/users/${team.owner.userId}`, { role: 400 }),
      'deactivating an owner': () => admin.api.delete(`/users/${team.owner.userId}`),
      'erasing a person': () => admin.api.post(`/users/${bob.userId}/erase`, { delete_messages: false }),
    };
    const answers: Record<string, string> = {};
    for (const [name, request] of Object.entries(forced)) {
      answers[name] = await request().then(
        () => 'accepted',
        (error: { body?: { msg?: string } }) => String(error.body?.msg),
      );
    }
    const notByRole = Object.entries(answers).filter(
      ([, answer]) => !/owner|Insufficient permission/i.test(answer),
    );
    expect(notByRole).toEqual([]);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('offer a guest personal settings, and of the organization only what guests see', async () => {
    const { guest } = people;
    const tab = await team.signIn(guest);
    const { page } = tab;
    await openPage(team, tab, '#organization', 'People');
    const links = (name: string) => page.getByRole('navigation', { name }).getByRole('link');
    await links('Organization').nth(2).waitFor();
    expect((await links('Organization').allTextContents()).filter((name) => name !== '')).toEqual([
      'People',
      'User groups',
      'Bots',
    ]);
    expect(await page.getByRole('button', { name: 'Invite people' }).count()).toBe(0);
    await openPage(team, tab, '#settings', 'Profile');
    await links('Settings').nth(2).waitFor();
    const names = (await links('Settings').allTextContents()).filter((name) => name !== '');
    expect(names).toContain('Account and privacy');
    for (const name of names) {
      await links('Settings').filter({ hasText: name }).first().click();
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
      await expect.poll(() => page.locator('.skeleton').count(), soon).toBe(0);
    }
    await openPage(team, tab, '#settings/bots', 'Your bots');
    expect(await page.getByRole('button', { name: 'Create a bot' }).count()).toBe(0);
    await expect(guest.api.post('/bots', { full_name: 'G', short_name: 'g' })).rejects.toMatchObject({
      status: 400,
    });
    await guest.api.patch('/settings', { enter_sends: true });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });
});
