import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@parley/core';
import { Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { showHugeOrganization } from '../screen-data.ts';
import { chooseAction, findingsOfPages, looks, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/settings-organization.web.ts');

const folder = mkdtempSync(join(tmpdir(), 'parley-ways-'));
const signInFile = join(folder, 'sign-in.json');

let team: Team;
let people: { admin: Person; moderator: Person; guest: Person };

beforeAll(async () => {
  if (!executable) return;
  const secret = 'a-secret-of-the-portal-and-this-server';
  const portal = {
    id: 'portal',
    name: 'Portal',
    loginUrl: 'https://portal.example.com',
    issuer: 'portal',
    secret,
  };
  writeFileSync(signInFile, JSON.stringify({ jwt: [portal] }));
  team = await Team.start(executable, { env: { PARLEY_SIGN_IN_FILE: signInFile } });
  const { owner, alice } = team;
  const organization = await Organization.signIn((credentials) => team.network.client(credentials));
  people = await organization.add('admin', 'moderator', 'guest');
  const roles = [
    [people.admin, 200],
    [people.moderator, 300],
    [people.guest, 600],
  ] as const;
  for (const [person, role] of roles) await owner.api.patch(`/users/${person.userId}`, { role });
  await alice.api.post('/bots', { full_name: 'Build bot', short_name: 'build', bot_type: 1 });
  await owner.api.post('/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://x.example/{id}',
  });
  await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Team', hint: '' });
  await owner.api.post('/channel_folders/create', { name: 'Work', description: '' });
  await team.network.caughtUp();
});

afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const sections = [
  ['#organization/people', 'People'],
  ['#organization/invitations', 'Invitations'],
  ['#organization/groups', 'User groups'],
  ['#organization/bots', 'Bots'],
  ['#organization/integrations', 'Integrations'],
  ['#organization/profile', 'Profile'],
  ['#organization/settings', 'Settings'],
  ['#organization/permissions', 'Permissions'],
  ['#organization/domains', 'Joining and domains'],
  ['#organization/defaults', 'Defaults for new people'],
  ['#organization/default-channels', 'Default channels'],
  ['#organization/folders', 'Channel folders'],
  ['#organization/profile-fields', 'Profile fields'],
  ['#organization/emoji', 'Custom emoji'],
  ['#organization/linkifiers', 'Linkifiers'],
  ['#organization/playgrounds', 'Code playgrounds'],
  ['#organization/export', 'Data export'],
  ['#organization/imports', 'Import'],
  ['#organization/erasures', 'Deleted accounts'],
  ['#organization/audit', 'Audit log'],
  ['#organization/server', 'Server'],
] as const;

describe.skipIf(!executable)('the organization', () => {
  it('shows each role only the sections that it may use', async () => {
    const namesFor = async (person: Person) => {
      const tab = await team.signIn(person);
      const page = await openPage(team, tab, '#organization/people', 'People');
      const links = page.getByRole('navigation', { name: 'Organization' }).getByRole('link');
      await links.nth(1).waitFor();
      const names = (await links.allTextContents()).filter((name) => name !== '');
      expect(tab.problems).toEqual([]);
      await page.context().close();
      return names;
    };
    const all = sections.map(([, name]) => name);
    expect(await namesFor(team.owner)).toEqual(all);
    expect(await namesFor(people.admin)).toEqual(
      all.filter((name) => !['Import', 'Deleted accounts', 'Audit log', 'Server'].includes(name)),
    );
    const content = ['Custom emoji', 'Linkifiers', 'Code playgrounds'];
    const open = [
      'People',
      'Invitations',
      'User groups',
      'Bots',
      'Integrations',
      'Profile',
      'Settings',
      'Permissions',
    ];
    expect(await namesFor(people.moderator)).toEqual([...open, ...content]);
    expect(await namesFor(team.alice)).toEqual([...open, ...content]);
    expect(await namesFor(people.guest)).toEqual(['People', 'User groups', 'Bots']);
  });

  it('finds people by name and role, and changes a role', async () => {
    const tab = await team.signIn(people.admin);
    const page = await openPage(team, tab, '#organization/people', 'People');
    await page.getByLabel('Role').selectOption({ label: 'Guest' });
    await page.getByText('One person').waitFor();
    await page.getByLabel('Role').selectOption({ label: 'All roles' });
    await page.getByLabel('Search by name or email').fill('bob');
    await page.getByRole('list', { name: 'People' }).getByRole('link').click();
    const role = page.getByLabel('Role');
    expect(await role.locator('option').allTextContents()).not.toContain('Owner');
    await role.selectOption({ label: 'Moderator' });
    await expect
      .poll(async () => (await team.owner.api.get(`/users/${team.bob.userId}`, {})).user)
      .toMatchObject({ role: 300 });
    await role.selectOption({ label: 'Member' });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('shows what happens to bots when a person is deactivated, and reactivates the person', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, `#organization/people/${team.alice.userId}`, 'People');
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Their bot Build bot is deactivated too, and stays deactivated.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('This account is deactivated.').waitFor();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    await page.context().close();
  });

  it('asks before an administrator gives up their own role', async () => {
    const tab = await team.signIn(people.admin);
    const page = await openPage(team, tab, `#organization/people/${people.admin.userId}`, 'People');
    await page.getByLabel('Role').selectOption({ label: 'Member' });
    await page.getByText('One other person can give you your role back.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const chosen = () => page.getByLabel('Role').locator('option:checked').textContent();
    await expect.poll(chosen).toBe('Administrator');
    expect((await team.owner.api.get(`/users/${people.admin.userId}`, {})).user).toMatchObject({ role: 200 });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('shows how many browsers of a person it logs out', async () => {
    const [here, there] = [await team.signIn(team.bob), await team.signIn(team.bob)];
    const tab = await team.signIn(people.admin);
    const page = await openPage(team, tab, `#organization/people/${team.bob.userId}`, 'People');
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByText(/^\d+ browsers will be logged out\./).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: 'Log out', exact: true }).count()).toBe(0);
    await Promise.all([here, there, tab].map((each) => each.page.context().close()));
  });

  it('does not let the only owner deactivate themselves', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, `#organization/people/${team.owner.userId}`, 'People');
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Owner is the only owner. Make someone else an owner first.').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).isDisabled()).toBe(
      true,
    );
    await page.context().close();
  });

  it('invites with a link and by mail, and revokes invitations', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/invitations', 'Invitations');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email addresses').fill('new@test.example, not an address');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('not an address').waitFor();
    await page.getByLabel('Email addresses').fill('newer@test.example');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('newer@test.example').waitFor();
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByRole('radio', { name: 'With a link' }).click();
    await page.getByLabel('Join as').selectOption({ label: 'Guest' });
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect
      .poll(() => page.getByRole('dialog').getByLabel('Invitation link').inputValue())
      .toContain('/join/');
    const link = await page.getByRole('dialog').getByLabel('Invitation link').inputValue();
    // Without TLS, browsers offer no Clipboard API.
    await page.context().grantPermissions(['clipboard-read']);
    await page.evaluate(
      "clipboard = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    );
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await page.evaluate('clipboard.readText()')).toBe(link);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await chooseAction(page, 'Reusable link', 'Revoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Actions for Reusable link' }).count()).toBe(0);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('creates a group with people and a subgroup, and leaves it', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/groups', 'User groups');
    await page.getByRole('button', { name: 'Create a group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('painters');
    await dialog.getByRole('combobox', { name: 'Add people' }).fill('bob');
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Create a group' }).click();
    await page.getByRole('heading', { name: 'Members (2)' }).waitFor();
    await page.getByRole('combobox', { name: 'Add subgroups' }).fill('moder');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('link', { name: 'Moderators and above' }).waitFor();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('heading', { name: 'Members (1)' }).waitFor();
    await page.getByRole('link', { name: 'All groups' }).click();
    const groups = page.getByRole('list', { name: 'User groups' });
    await groups.getByText(/^One member · one subgroup · \d+ people in all$/).waitFor();
    // System groups contain each other as subgroups, so the page shows only the total number of people.
    const everyone = groups.getByRole('link', { name: /^Everyone, including guests/ });
    await everyone.getByText(/^\d+ people$/).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('keeps a dialog open that was opened while the previous one was still saving', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/groups', 'User groups');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      void page.route('**/api/v1/user_groups/create', async (route) => {
        const released = new Promise<void>((release) => {
          answer = release;
        });
        resolve();
        await released;
        await route.continue();
      });
    });
    const name = page.getByRole('dialog').getByLabel('Name');
    const create = page.getByRole('main').getByRole('button', { name: 'Create a group' });
    await create.click();
    await name.fill('slow group');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a group' }).click();
    await asked;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await create.click();
    await name.fill('another group');
    const stored = page.waitForResponse('**/api/v1/user_groups/create');
    answer();
    await stored;
    const isKnown = async () =>
      (await team.owner.api.get('/user_groups')).user_groups.some(
        (group: { name: string }) => group.name === 'slow group',
      );
    await expect.poll(isKnown).toBe(true);
    // Gives the client time to react: the answer must not open the page of the new group while another form is open.
    await page.waitForTimeout(500);
    expect(await name.inputValue()).toBe('another group');
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('creates a bot and shows its key once', async () => {
    const tab = await team.signIn(team.bob);
    const page = await openPage(team, tab, '#settings/bots', 'Your bots');
    await page.getByRole('button', { name: 'Create a bot' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Helper');
    await page.getByText('Its address is helper-bot@').waitFor();
    await dialog.getByRole('button', { name: 'Create a bot' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'API key of Helper' }).inputValue())
      .toMatch(/^\w{16,}$/);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await chooseAction(page, 'Helper', 'Deactivate');
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('No bots yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Actions for Helper' }).waitFor();
    await page.context().close();
  });

  it('shows two administrators the same settings, and keeps a description that both change', async () => {
    const [here, there] = [await team.signIn(team.owner), await team.signIn(people.admin)];
    const first = await openPage(team, here, '#organization/profile', 'Profile');
    const second = await openPage(team, there, '#organization/profile', 'Profile');
    await first.getByLabel('Description').fill('From the owner');
    await second.getByLabel('Description').fill('From the administrator');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Someone changed this meanwhile to “From the administrator”.').waitFor();
    await first.getByRole('button', { name: 'Use theirs' }).click();
    expect(await first.getByLabel('Description').inputValue()).toBe('From the administrator');
    await first.goto(team.url('#organization/settings'));
    await second.goto(team.url('#organization/settings'));
    await first.getByLabel('Read receipts').click();
    await expect.poll(() => second.getByLabel('Read receipts').isChecked()).toBe(false);
    await Promise.all([here.page.context().close(), there.page.context().close()]);
  });

  it('switches sign-in methods off and on, after a confirmation, and keeps one for the owners', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/domains', 'Joining and domains');
    const portal = page.getByRole('checkbox', { name: 'Portal' });
    const offered = async () =>
      (await team.network.client().get('/server_settings')).external_authentication_methods.length;
    expect(await portal.isChecked()).toBe(true);
    await portal.click();
    const question = page.getByRole('dialog', { name: 'Turn off “Portal”?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect([await portal.isChecked(), await offered()]).toEqual([true, 1]);
    await portal.click();
    await question.getByRole('button', { name: 'Turn off' }).click();
    await question.waitFor({ state: 'detached' });
    expect([await portal.isChecked(), await offered()]).toEqual([false, 0]);
    await portal.click();
    await expect.poll(offered).toBe(1);
    // No owner has signed in at the portal, so switching off passwords would lock out all owners.
    const passwords = page.getByRole('checkbox', { name: 'Passwords and passkeys of this server' });
    await passwords.click();
    const other = page.getByRole('dialog', { name: 'Turn off “Passwords and passkeys of this server”?' });
    await other.getByRole('button', { name: 'Turn off' }).click();
    await other.getByRole('alert').getByText('No owner could sign in any more').waitFor();
    await other.getByRole('button', { name: 'Cancel' }).click();
    expect(await passwords.isChecked()).toBe(true);
    expect(tab.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await page.context().close();
    const administrator = await team.signIn(people.admin);
    await openPage(team, administrator, '#organization/domains', 'Joining and domains');
    expect(await administrator.page.getByRole('checkbox', { name: 'Portal' }).isDisabled()).toBe(true);
    await administrator.page.context().close();
  });

  it('asks before old messages are deleted', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/settings', 'Settings');
    await page.getByLabel('Delete messages after').selectOption({ label: '365 days' });
    await page.getByText('All messages older than 365 days are deleted').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect
      .poll(() => page.getByLabel('Delete messages after').locator('option:checked').textContent())
      .toBe('Never');
    await page.context().close();
  });

  it('tries a linkifier while the linkifier is being written', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/linkifiers', 'Linkifiers');
    await page.getByRole('button', { name: 'Add a linkifier' }).click();
    await page.getByLabel('Pattern').fill('T-(?P<id>[0-9]+)');
    await page.getByLabel('Address', { exact: false }).first().fill('https://tickets.example/{id}');
    await page.getByLabel('Test with a text').fill('see T-12');
    await page.getByText('https://tickets.example/12').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await chooseAction(page, 'T-(?P<id>[0-9]+)', 'Move up');
    const patterns = page.locator('.plain-list code');
    await expect.poll(() => patterns.allTextContents()).toEqual(['T-(?P<id>[0-9]+)', '#(?P<id>[0-9]+)']);
    await page.context().close();
  });

  it('orders linkifiers by drag and by keyboard, and tries all of them', async () => {
    const { linkifiers } = await team.owner.api.get('/realm/linkifiers');
    if ((linkifiers as unknown[]).length < 2) {
      const linkifier = { pattern: 'T-(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}' };
      await team.owner.api.post('/realm/filters', linkifier);
    }
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/linkifiers', 'Linkifiers');
    const patterns = page.locator('.plain-list code');
    await patterns.nth(1).waitFor();
    const [first, second] = (await patterns.allTextContents()) as [string, string];
    const stored = async () =>
      ((await team.owner.api.get('/realm/linkifiers')).linkifiers as { pattern: string }[]).map(
        ({ pattern }) => pattern,
      );
    const handle = page.getByRole('button', { name: `Move ${first}`, exact: true });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(stored).toEqual([second, first]);
    await page.getByText(`${first}: place 2 of 2`).waitFor({ state: 'attached' });
    expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true);
    const [from, to] = [(await handle.boundingBox())!, (await patterns.first().boundingBox())!];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y - 10, { steps: 5 });
    await page.mouse.up();
    await expect.poll(stored).toEqual([first, second]);
    await page.getByLabel('Test all linkifiers').fill('see #12');
    const link = page.getByRole('main').getByRole('link', { name: '#12' });
    expect(await link.getAttribute('href')).toMatch(/\/12$/);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('does not overwrite a linkifier or a field that another administrator changed meanwhile', async () => {
    const [{ linkifiers }] = [await team.owner.api.get('/realm/linkifiers')];
    const { id, pattern } = (linkifiers as { id: number; pattern: string }[])[0]!;
    const change = (url_template: string) =>
      team.owner.api.patch(`/realm/filters/${id}`, { pattern, url_template });
    const tab = await team.signIn(people.admin);
    const page = await openPage(team, tab, '#organization/linkifiers', 'Linkifiers');
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('textbox', { name: 'Address' }).first();
    const save = () => dialog.getByRole('button', { name: 'Save' }).click();
    const stored = async () => {
      const answer = await team.owner.api.get('/realm/linkifiers');
      return (answer.linkifiers as { id: number; url_template: string }[]).find((each) => each.id === id)!
        .url_template;
    };
    await chooseAction(page, pattern, 'Edit');
    await address.fill('https://mine.example/{id}');
    await change('https://theirs.example/{id}');
    await dialog.getByText('Someone changed this meanwhile').waitFor();
    await save();
    await dialog.getByText('Decide above which version to keep.').waitFor();
    expect(await stored()).toBe('https://theirs.example/{id}');
    await dialog.getByRole('button', { name: 'Use theirs' }).click();
    await expect.poll(() => address.inputValue()).toBe('https://theirs.example/{id}');
    // The dialog reports a later change again.
    await address.fill('https://mine.example/{id}');
    await change('https://later.example/{id}');
    await dialog.getByText('later.example').waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await save();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).toBe('https://mine.example/{id}');

    await page.goto(team.url('#organization/profile-fields'));
    const { id: fieldId } = await team.owner.api.post('/realm/profile_fields', {
      field_type: 1,
      name: 'Desk',
    });
    await chooseAction(page, 'Desk', 'Edit');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My desk');
    await team.owner.api.delete(`/realm/profile_fields/${fieldId}`);
    await dialog.getByText('Someone removed this meanwhile').waitFor();
    await page.context().close();
  });

  it('shows owners the state of the server', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/server', 'Server');
    const allAnswer = `All ${serviceNames.length} services are responding.`;
    await page.getByText(allAnswer).waitFor();
    await page.getByRole('rowheader', { name: 'event-queue' }).waitFor();
    await page.getByText('Messages sent', { exact: true }).waitFor();
    await page.getByText('Uploaded files', { exact: true }).waitFor();
    const plots = page.locator('.plot');
    expect(await plots.locator('> .muted:first-child').allTextContents()).toEqual([
      'Messages sent',
      'Deliveries to clients',
      'Requests',
      'Waiting polls',
      'Event queues in use',
      'Sends that wait',
      'Lag of the relay',
      'Delay of event queues',
      'Lag of followers (entries)',
      'Emails to send',
      'Pushes to send',
    ]);
    // Each diagram has a line, and an accessible name with the highest value of the hour.
    for (const plot of await plots.all()) {
      expect((await plot.locator('polyline').getAttribute('points'))!.split(' ').length).toBeGreaterThan(1);
      expect(await plot.getByRole('img').getAttribute('aria-label')).toMatch(/\d/);
    }
    // Each service has a process, which shows its version.
    const rows = page.getByRole('region', { name: 'Table of processes' }).getByRole('row');
    const versions = await rows.locator('td:nth-of-type(2)').allTextContents();
    expect(versions.length).toBeGreaterThanOrEqual(serviceNames.length);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
    expect(await findingsOfPages(team, tab, [['#organization/server', 'Server']])).toEqual({});
    const [relay] = team.network.of('relay');
    await team.network.stopReplica(relay!);
    await page.getByText('Not responding: relay.').waitFor({ timeout: 30_000 });
    await page.getByText('no answer since').waitFor();
    await team.network.startReplica(relay!);
    await page.getByText(allAnswer).waitFor({ timeout: 30_000 });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('adds a list of options to profiles', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/profile-fields', 'Profile fields');
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Type').selectOption({ label: 'List of options' });
    await page.getByLabel('Name').fill('Shift');
    await page.getByLabel('Options, one per line').fill('Day\nNight');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions for Shift' }).waitFor();
    const { custom_fields: fields } = await team.owner.api.get('/realm/profile_fields', {});
    expect((fields as { name: string; field_data: string }[]).at(-1)).toMatchObject({ name: 'Shift' });
    await page.context().close();
  });

  it('exports the data, follows the export, and deletes its archive', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/export', 'Data export');
    await page.getByRole('button', { name: 'Export public data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Owner · deleted').waitFor();
    await page.context().close();
  });

  it('renders only the visible part of 10,000 people and 1,000 channels, and finds one immediately', async () => {
    // The simulated channels are copies of a real channel.
    await team.owner.subscribe(['projects']);
    await team.network.caughtUp();
    const tab = await team.signIn(team.owner);
    await showHugeOrganization(tab.page);
    await tab.page.reload();
    const page = await openPage(team, tab, '#organization/people', 'People');
    const rows = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(60);
    await rows.first().getByRole('link').focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.querySelector('span')?.textContent))
      .toBe('Person 9999');
    await page.getByLabel('Search by name or email').fill('Person 4321');
    await page.getByText('One person').waitFor();
    await openPage(team, tab, '#channels/all', 'Channels');
    const channels = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await channels.first().waitFor();
    expect(await channels.count()).toBeLessThan(60);
    await openPage(team, tab, '#organization/permissions', 'Permissions');
    await page.getByRole('button', { name: 'Show who: Who can invite people' }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it.each(looks)('is accessible %s', async (_name, options) => {
    const tab = await team.signIn(team.owner, options);
    const found = await findingsOfPages(team, tab, [
      ...sections,
      [`#organization/people/${team.bob.userId}`, 'People'],
    ]);
    expect(found, JSON.stringify(found)).toEqual({});
    expect(tab.problems).toEqual([]);
    await tab.page.context().close();
  });
});
