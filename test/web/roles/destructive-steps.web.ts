import { Organization, type Person } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { chooseAction, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

// Verifies that destructive steps announce their effects with numbers, and can be undone if the API permits it.

const executable = findBrowser();
if (!executable) saySkipped('test/web/roles/destructive-steps.web.ts');

/** Returns a picture with a black square as a file. */
async function squarePicture(page: Page) {
  const png = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [32, 32];
    canvas.getContext('2d')!.fillRect(0, 0, 32, 32);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  return { name: 'square.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
}

let team: Team;
let carol: Person;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice, bob } = team;
  const organization = await Organization.signIn((credentials) => team.network.client(credentials));
  carol = (await organization.add('carol')).carol!;
  await owner.subscribe(['general'], [owner, alice, bob]);
  await owner.api.post('/channel_folders/create', { name: 'Work', description: '' });
  for (const [pattern, path] of [
    ['A-(?P<id>[0-9]+)', 'a'],
    ['B-(?P<id>[0-9]+)', 'b'],
    ['C-(?P<id>[0-9]+)', 'c'],
  ]) {
    await owner.api.post('/realm/filters', { pattern, url_template: `https://x.example/${path}/{id}` });
  }
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

describe.skipIf(!executable)('a destructive step', () => {
  it('a shorter retention time: counts messages and files before anything is deleted', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/settings', 'Settings');
    const choice = page.getByLabel('Delete messages after');
    const dialog = page.getByRole('dialog', { name: 'Delete old messages?' });
    await choice.selectOption({ label: '30 days' });
    await dialog.getByText('At present this deletes nothing: no message is that old.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Fakes the answer, because no message of the test is old enough.
    await page.route(/\/realm\/retention_effect\?/, async (route) => {
      const response = await route.fetch();
      const answer = { ...(await response.json()), messages: 1_204, messages_with_files: 3 };
      await route.fulfill({ response, json: answer });
    });
    await choice.selectOption({ label: '365 days' });
    await dialog.getByText('At present this deletes 1,204 messages. 3 of them have files.').waitFor();
    await dialog.getByRole('button', { name: 'Delete them' }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = async () => (await team.owner.api.post('/register')).realm_message_retention_days;
    await expect.poll(stored).toBe(365);
    // Any number that the setting may have can be typed.
    await choice.selectOption({ label: 'Another number of days …' });
    const number = page.getByLabel('Number of days');
    await number.fill('36501');
    await number.press('Enter');
    await page.getByText(/from 1 to 36.?500/).waitFor();
    await number.fill('36500');
    await number.press('Enter');
    await dialog.getByRole('button', { name: 'Delete them' }).click();
    await expect.poll(stored).toBe(36_500);
    await number.waitFor({ state: 'detached' });
    await choice.selectOption({ label: 'Never' });
    await expect.poll(stored).toBe(-1);

    await openPage(team, tab, `#channels/${team.design}/general`, 'design');
    await page.getByLabel('Delete messages after').selectOption({ label: '7 days' });
    const question = page.getByRole('dialog', { name: 'Delete old messages of #design?' });
    await question.getByText('1,204 messages').waitFor();
    await question.getByRole('button', { name: 'Change' }).click();
    await question.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await team.owner.api.get(`/streams/${team.design}`)).stream.message_retention_days)
      .toBe(7);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the deactivation of a group: names its people and what uses it, and can be undone', async () => {
    const { owner, alice, bob } = team;
    const { group_id: groupId } = await owner.api.post('/user_groups/create', {
      name: 'painters',
      description: '',
      members: [alice.userId, bob.userId],
    });
    await owner.api.patch(`/streams/${team.design}`, { can_send_message_group: { new: groupId } });
    const tab = await team.signIn(owner);
    const page = await openPage(team, tab, `#organization/groups/${groupId}`, 'painters');
    const dialog = page.getByRole('dialog', { name: 'Deactivate painters?' });
    const ask = async () => {
      await page.getByRole('button', { name: 'Deactivate group' }).click();
      await dialog.getByText('Its 2 members stay in the organization').waitFor();
      await dialog.getByRole('button', { name: 'Deactivate group' }).click();
    };
    await ask();
    await dialog.getByText('It is still used by #design.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const { user_groups: groups } = await owner.api.get('/user_groups');
    const all = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:everyone')!;
    await owner.api.patch(`/streams/${team.design}`, { can_send_message_group: { new: all.id } });
    await ask();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reactivate group' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Deactivate group' }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the deactivation of a bot and of a person: counts their messages and channels', async () => {
    await carol.api.post('/bots', { full_name: 'Courier', short_name: 'courier' });
    await team.owner.subscribe(['general'], [carol]);
    await carol.send('general', 'one', 'talk');
    await carol.send('general', 'two', 'talk');
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, `#organization/people/${carol.userId}`, 'People');
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate carol?' });
    await dialog.getByText('2 messages of this account, of those that you can read, stay.').waitFor();
    await dialog.getByText('Their bot Courier is deactivated too, and stays deactivated.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await openPage(team, tab, '#organization/bots', 'Bots');
    await chooseAction(page, 'Courier', 'Deactivate');
    const question = page.getByRole('dialog', { name: 'Deactivate the bot Courier?' });
    await question.getByText('0 messages of this account').waitFor();
    await question.getByText('It is in 0 channels you can see.').waitFor();
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Actions for Courier' }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the removal of an emoji: counts its uses in messages, and can be undone with its picture', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/emoji', 'Custom emoji');
    await page.getByLabel('Picture').setInputFiles(await squarePicture(page));
    await page.getByRole('button', { name: 'Add emoji' }).click();
    await page.getByRole('button', { name: 'Remove square' }).click();
    await page.getByRole('dialog').getByText('0 messages that you can read use it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await team.owner.send('general', 'A :square: in a text, and a square in words', 'emoji');
    await team.owner.send('general', 'Only a square in words', 'emoji');
    const id = await team.owner.send('general', 'Nothing', 'emoji');
    await team.owner.api.post(`/messages/${id}/reactions`, { emoji_name: 'square' });
    await page.getByRole('button', { name: 'Remove square' }).click();
    await page.getByRole('dialog').getByText('2 messages that you can read use it.').waitFor();
    await page.getByRole('dialog').getByText('0 custom emoji remain.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No custom emoji yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove square' }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the removal of the icon: can be undone with its picture', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/profile', 'Profile');
    const pixels = async () => {
      const image = page.getByRole('main').locator('img.is-large');
      return image.evaluate(async (element) => {
        const picture = element as HTMLImageElement;
        await picture.decode();
        return picture.naturalWidth;
      });
    };
    const icon = page.getByRole('region', { name: 'Icon' });
    await icon.getByLabel('Choose a picture').setInputFiles(await squarePicture(page));
    await page.getByRole('dialog').getByRole('button').last().click();
    const remove = page.getByRole('main').getByRole('button', { name: 'Remove', exact: true });
    await remove.waitFor();
    const before = await pixels();
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await remove.waitFor();
    expect(await pixels()).toBe(before);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the removal of a linkifier: can be undone, at its place', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/linkifiers', 'Linkifiers');
    const patterns = page.locator('.plain-list code');
    const before = await patterns.allTextContents();
    await chooseAction(page, before[1]!, 'Remove');
    await page.getByRole('dialog').getByText('2 linkifiers remain.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => patterns.allTextContents()).toEqual([before[0], before[2]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => patterns.allTextContents()).toEqual(before);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the removal of a domain: counts the people with its addresses, and can be undone', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/domains', 'Joining and domains');
    await page.getByLabel('Domain', { exact: true }).fill('test.example');
    await page.getByLabel('Include subdomains').first().check();
    await page.getByRole('button', { name: 'Add domain' }).click();
    const stored = async () => (await team.owner.api.get('/realm/domains')).domains;
    await expect.poll(stored).toEqual([{ domain: 'test.example', allow_subdomains: true }]);
    await page.getByRole('button', { name: 'Remove test.example' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove test.example?' });
    await dialog.getByText(/^\d+ people here have such an address\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No domains yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toEqual([{ domain: 'test.example', allow_subdomains: true }]);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the removal of a profile field: counts the people whose values it deletes', async () => {
    const { owner, alice, bob } = team;
    const { id } = await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Room' });
    for (const person of [alice, bob]) {
      await person.api.patch('/users/me/profile_data', { data: [{ id, value: 'Attic' }] });
    }
    const tab = await team.signIn(owner);
    const page = await openPage(team, tab, '#organization/profile-fields', 'Profile fields');
    await chooseAction(page, 'Room', 'Remove');
    const dialog = page.getByRole('dialog', { name: 'Remove Room?' });
    await dialog.getByText('The values of 2 people are deleted with it.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Actions for Room' }).waitFor();
    await chooseAction(page, 'Room', 'Remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Actions for Room' }).waitFor({ state: 'detached' });
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('the removal of a default channel: can be undone', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/default-channels', 'Default channels');
    const stored = async () => {
      const { realm_default_streams: ids } = await team.owner.api.post('/register', {
        fetch_event_types: ['default_streams'],
      });
      return (ids as number[]).includes(team.design);
    };
    await page.getByRole('combobox', { name: 'Add a channel' }).fill('design');
    await page.getByRole('option', { name: 'design' }).first().click();
    const remove = page.getByRole('button', { name: 'Remove design' });
    await remove.waitFor();
    expect(await stored()).toBe(true);
    await remove.click();
    await remove.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await remove.waitFor();
    await expect.poll(stored).toBe(true);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });

  it('archiving a folder: counts its channels, waits until it is empty, and can be undone', async () => {
    const { channel_folders: folders } = await team.owner.api.get('/channel_folders');
    const [folder] = folders as { id: number }[];
    await team.owner.api.patch(`/streams/${team.design}`, { folder_id: folder!.id });
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/folders', 'Channel folders');
    const dialog = page.getByRole('dialog', { name: 'Archive the folder Work?' });
    await chooseAction(page, 'Work', 'Archive');
    await dialog
      .getByText('It still has one channel. Move it to another folder, or to none, first.')
      .waitFor();
    const archive = dialog.getByRole('button', { name: 'Archive', exact: true });
    expect(await archive.isDisabled()).toBe(true);
    await team.owner.api.patch(`/streams/${team.design}`, { folder_id: null });
    await dialog.getByText('It has no channels. You can restore it later.').waitFor();
    await archive.click();
    await page.getByText('Archived', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    // A menu that opens before the event of the undo arrives still offers to restore. Then the menu is opened again.
    const menu = page.getByRole('menu');
    await expect
      .poll(async () => {
        if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Actions for Work' }).click();
        await menu.waitFor();
        const offersAgain = await menu.getByRole('menuitem', { name: 'Archive' }).isVisible();
        if (!offersAgain) await menu.press('Escape');
        return offersAgain;
      })
      .toBe(true);
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });
});
