import { Organization } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Tests exports of people's data, erasing people, and deleting topics.

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/person-data.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Options of polls for work that runs in the background. */
const background = { timeout: 120_000 };

describe.skipIf(!executable)('exports', () => {
  it('of their own data are started, finished and downloaded by each person', async () => {
    const { alice } = team;
    await alice.send('design', 'to be exported', 'exports');
    const tab = await team.signIn(alice);
    const { page } = tab;
    await openPage(team, tab, '#settings/account', 'Account and privacy');
    await page.getByRole('button', { name: 'Export the data' }).click();
    await page.getByText('The export has started.').waitFor();
    const list = page.getByRole('list', { name: 'Your data' });
    await list.getByText(/with private data · alice · ready, deleted on/).waitFor(background);
    await list.getByText(/one message sent/).waitFor();
    const href = await list.getByRole('link', { name: 'Download' }).getAttribute('href');
    const archive = await page.request.get(new URL(href!, page.url()).href);
    expect(archive.status()).toBe(200);
    expect((await archive.body()).length).toBeGreaterThan(100);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('of other people are for owners', async () => {
    const { owner, bob, alice } = team;
    const tab = await team.signIn(owner);
    const { page } = tab;
    await openPage(team, tab, `#organization/people/${bob.userId}`, 'People');
    await page.getByRole('button', { name: 'Export the data' }).click();
    const list = page.getByRole('list', { name: 'Data of this person' });
    await list.getByText(/public data only · Owner · ready/).waitFor(background);
    expect(tab.problems).toEqual([]);
    await page.context().close();
    await alice.api.get('/users/me');
    const other = await team.signIn(alice);
    await openPage(team, other, `#organization/people/${bob.userId}`, 'People');
    await other.page.getByRole('main').getByText('bob').first().waitFor();
    expect(await other.page.getByRole('button', { name: 'Export the data' }).count()).toBe(0);
    expect(await other.page.getByRole('button', { name: 'Erase' }).count()).toBe(0);
    await other.page.context().close();
  });
});

describe.skipIf(!executable)('erasing a person', () => {
  it('asks for the name and what happens to the messages, and reports what was deleted', async () => {
    const organization = await Organization.signIn((credentials) => team.network.client(credentials));
    const { leaver } = await organization.add('leaver');
    await leaver.subscribe(['design'], [leaver]);
    await leaver.send('design', 'soon gone', 'erasing');
    await team.network.caughtUp();
    const tab = await team.signIn(team.owner);
    const { page } = tab;
    await openPage(team, tab, `#organization/people/${leaver.userId}`, 'People');
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase leaver?' });
    const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByText('This cannot be undone').waitFor();
    await dialog.getByRole('radio', { name: /^Delete the messages and files/ }).check();
    await dialog.getByLabel('Type the name to confirm').fill('leaver');
    await erase.click();
    await page.getByRole('heading', { name: 'Deleted accounts' }).first().waitFor();
    const report = page.getByRole('list', { name: 'Deleted accounts' }).getByRole('listitem');
    await report.getByText(`Deleted person ${leaver.userId}`).waitFor();
    await report.getByText(/Owner · with messages and files · complete since/).waitFor(background);
    await report.getByText(/one message/).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('deleting a topic', () => {
  it('is offered to administrators, with the number of its messages', async () => {
    const { alice, owner } = team;
    for (const text of ['one', 'two', 'three']) await alice.send('design', text, 'unwanted');
    await owner.subscribe(['design']);
    await team.network.caughtUp();
    const tab = await team.openTopic(owner, 'unwanted');
    const { page } = tab;
    await page.getByText('three', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete topic' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the topic “unwanted”?' });
    await dialog.getByText('3 messages are deleted.').waitFor();
    await dialog.getByRole('button', { name: 'Delete topic' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { topics } = await alice.api.get(`/users/me/${team.design}/topics`);
    expect(topics.map(({ name }: { name: string }) => name)).not.toContain('unwanted');
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('is not offered to members, who see only what they may do with topics and messages', async () => {
    const { alice, bob, owner } = team;
    await bob.send('design', 'kept', 'rights');
    await owner.api.patch('/realm', {
      can_resolve_topics_group: { new: await nobody() },
      can_move_messages_between_topics_group: { new: await nobody() },
      can_move_messages_between_channels_group: { new: await nobody() },
    });
    await team.network.caughtUp();
    const { page, problems } = await team.openTopic(alice, 'rights');
    await page.getByText('kept', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    for (const name of ['Mark as resolved', 'Delete topic']) {
      expect(await page.getByRole('menuitem', { name }).count()).toBe(0);
    }
    await page.keyboard.press('Escape');
    const message = page.getByRole('article').filter({ hasText: 'kept' });
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Quote/ }).waitFor();
    for (const name of [/^Move/, 'Mark as resolved', 'Delete']) {
      expect(await page.getByRole('menuitem', { name }).count()).toBe(0);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  async function nobody(): Promise<number> {
    const { user_groups: groups } = await team.owner.api.get('/user_groups?include_deactivated_groups=true');
    return groups.find(({ name }: { name: string }) => name === 'role:nobody').id;
  }
});
