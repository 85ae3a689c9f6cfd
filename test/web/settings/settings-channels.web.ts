import { Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { findingsOfPages, looks, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/settings-channels.web.ts');

let team: Team;
let guest: Person;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice } = team;
  const organization = await Organization.signIn((credentials) => team.network.client(credentials));
  guest = (await organization.add('gustav')).gustav;
  await owner.api.patch(`/users/${guest.userId}`, { role: 600 });
  await alice.subscribe(['planning'], [alice]);
  await owner.subscribe(['quiet'], [owner]);
  await owner.api.post('/channel_folders/create', { name: 'Work', description: '' });
  await alice.send('planning', 'A plan', 'first topic');
  await alice.send('planning', 'Another plan', 'second topic');
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

const idOf = async (name: string): Promise<number> =>
  (await team.owner.api.get('/get_stream_id', { stream: name })).stream_id as number;

describe.skipIf(!executable)('channels', () => {
  it('are found, joined and left, and leaving can be undone', async () => {
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, '#channels/available', 'Channels');
    await page.getByLabel('Name or description').fill('qui');
    await page.getByRole('button', { name: 'Join #quiet' }).click();
    await page.getByText('No channel fits.').waitFor();
    await page.getByRole('link', { name: 'Joined', exact: true }).click();
    await page.getByRole('button', { name: 'Leave #quiet' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Leave #quiet' }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('are created with subscribers, privacy and posting permission', async () => {
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, '#channels/new', 'New channel');
    await page.getByLabel('Name', { exact: true }).fill('secrets');
    await page.getByLabel('Description').fill('Only for us');
    await page.getByRole('radio', { name: /Private, from joining on/ }).click();
    await page.getByRole('combobox', { name: 'Add people or groups' }).fill('bob');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByText('You and one other person').waitFor();
    await page.getByLabel('Who can post').selectOption({ label: 'Members and above' });
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'secrets' }).waitFor();
    const { stream } = await team.bob.api.get(`/streams/${await idOf('secrets')}`, {});
    expect(stream).toMatchObject({
      description: 'Only for us',
      invite_only: true,
      history_public_to_subscribers: false,
      subscriber_count: 2,
    });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('follow changes of another administrator, and do not overwrite unseen changes', async () => {
    const id = await idOf('planning');
    const [here, there] = [await team.signIn(team.owner), await team.signIn(team.alice)];
    const first = await openPage(team, here, `#channels/${id}/permissions`, 'Permissions');
    const second = await openPage(team, there, `#channels/${id}/permissions`, 'Permissions');
    await first.getByRole('button', { name: 'Change who: Who can post' }).click();
    await second.getByRole('button', { name: 'Change who: Who can post' }).click();
    await second.getByRole('radio', { name: 'Moderators and above' }).click();
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Someone changed this meanwhile to “Moderators and above”.').waitFor();
    expect(await first.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await first.getByRole('button', { name: 'Keep mine' }).click();
    await first.getByRole('radio', { name: 'Members and above', exact: true }).click();
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    const value = second.getByRole('group', { name: 'Who can post' }).locator('strong');
    await expect.poll(() => value.textContent()).toBe('Members and above');
    await Promise.all([here.page.context().close(), there.page.context().close()]);
  });

  it('name the people and groups who have a permission', async () => {
    const id = await idOf('planning');
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, `#channels/${id}/permissions`, 'Permissions');
    await page.getByRole('button', { name: 'Show who: Who can post' }).click();
    const list = page.getByRole('dialog').getByRole('listitem');
    await expect.poll(() => list.locator('[dir]').allTextContents()).toEqual(['alice', 'bob', 'Owner']);
    await page.context().close();
  });

  it('name the people who have a permission through the organization, and name nobody twice', async () => {
    const id = await idOf('planning');
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, `#channels/${id}/permissions`, 'Permissions');
    const resolving = page.getByRole('group', { name: 'Who can resolve topics' });
    await resolving
      .getByText(/^The organization allows it already.*: Everyone, including guests\.$/)
      .waitFor();
    await resolving.getByText('No one else', { exact: true }).waitFor();
    expect(await resolving.getByRole('button', { name: /^Show who/ }).count()).toBe(0);
    const joining = page.getByRole('group', { name: 'Who can join without being added' });
    await joining.getByText('Everyone except guests can join a public channel anyway.').waitFor();
    // If the permission lists people directly, the page shows their names.
    await team.owner.api.patch(`/streams/${id}`, {
      can_administer_channel_group: {
        new: { direct_members: [team.alice.userId, team.bob.userId], direct_subgroups: [] },
      },
    });
    const value = page.getByRole('group', { name: 'Who can administer the channel' });
    await value.getByText('alice and bob', { exact: true }).waitFor();
    expect(await value.getByText(/alice/).count()).toBe(1);
    // The page reflects a changed permission of the organization without a reload.
    const { user_groups: groups } = await team.owner.api.get('/user_groups');
    const idOfGroup = (name: string) => groups.find((group: { name: string }) => group.name === name).id;
    await team.owner.api.patch('/realm', {
      can_resolve_topics_group: { new: idOfGroup('role:moderators') },
    });
    await resolving.getByText(/^The organization allows it already.*: Moderators and above\.$/).waitFor();
    await team.owner.api.patch('/realm', {
      can_resolve_topics_group: { new: idOfGroup('role:everyone') },
    });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('add and remove people, and a removal can be undone', async () => {
    const id = await idOf('planning');
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, `#channels/${id}/members`, 'planning');
    await page.getByRole('combobox', { name: 'Add people or groups' }).fill('bob');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Add one person' }).click();
    // Waits until the field is empty again, because the elements below it move then.
    await page.getByText('One person was added.').waitFor();
    await page.getByRole('button', { name: 'Remove bob' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove bob' }).waitFor();
    await page.context().close();
  });

  it('are archived after a question with the affected numbers, and are restored', async () => {
    const id = await idOf('planning');
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, `#channels/${id}/general`, 'planning');
    await page.getByRole('button', { name: 'Archive channel' }).click();
    await page.getByText(/^\d topics stay readable\.$/).waitFor();
    await page.getByText('2 members can no longer write here.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive channel' }).click();
    await page.getByText('This channel is archived.').waitFor();
    const other = await tab.page.context().newPage();
    await other.goto(team.url(`#narrow/channel/${id}`));
    await other.locator('.compose').getByText('#planning is archived').waitFor();
    expect(await other.locator('.compose').getByRole('button').count()).toBe(0);
    await other.close();
    await page.getByRole('button', { name: 'Restore channel' }).click();
    await page.getByRole('button', { name: 'Archive channel' }).waitFor();
    await page.context().close();
  });

  it('ask before a private channel becomes public, and keep the value when the person cancels', async () => {
    const id = await idOf('secrets');
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, `#channels/${id}/general`, 'secrets');
    const privacy = page.getByLabel('Who can read it');
    await privacy.selectOption({ label: 'Public' });
    await page.getByText(/becomes readable to all \d+ members of the organization/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => privacy.locator('option:checked').textContent()).toBe('Private, from joining on');
    await page.context().close();
  });

  it('have personal settings', async () => {
    const id = await idOf('design');
    const tab = await team.signIn(team.bob);
    const page = await openPage(team, tab, `#channels/${id}/personal`, 'design');
    await page.getByLabel('Pin to the top').click();
    await page.getByLabel('Push').selectOption({ label: 'On' });
    await page.getByText('Saved').first().waitFor();
    const own = async () => {
      const { subscriptions } = await team.bob.api.get('/users/me/subscriptions', {});
      return (subscriptions as { name: string; pin_to_top: boolean; push_notifications: boolean }[]).find(
        ({ name }) => name === 'design',
      );
    };
    await expect.poll(own).toMatchObject({ pin_to_top: true, push_notifications: true });
    await page.context().close();
  });

  it('show no controls to people without permission', async () => {
    const id = await idOf('design');
    const member = await team.signIn(team.bob);
    let page = await openPage(team, member, `#channels/${id}/general`, 'design');
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Archive channel' }).count()).toBe(0);
    await page.context().close();
    const tab = await team.signIn(guest);
    page = await openPage(team, tab, '#channels/all', 'Channels');
    await page.getByText('No channel fits.').waitFor();
    expect(await page.getByRole('link', { name: 'Create channel' }).count()).toBe(0);
    await page.goto(team.url('#channels/new'));
    await page.getByText('You may not create channels here.').waitFor();
    await page.context().close();
  });

  it.each(looks)('are accessible %s', async (_name, options) => {
    const id = await idOf('design');
    const tab = await team.signIn(team.owner, options);
    const found = await findingsOfPages(team, tab, [
      ['#channels/all', 'Channels'],
      ['#channels/new', 'New channel'],
      [`#channels/${id}/general`, 'design'],
      [`#channels/${id}/members`, 'design'],
      [`#channels/${id}/permissions`, 'design'],
      [`#channels/${id}/personal`, 'design'],
    ]);
    expect(found, JSON.stringify(found)).toEqual({});
    expect(tab.problems).toEqual([]);
    await tab.page.context().close();
  });
});
