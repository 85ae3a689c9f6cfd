import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// A dialog over a conversation stays open when somebody else moves the topic, and acts on the same messages as before.

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/moved-dialogs.web.ts');

let team: Team;
let moderation: number;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice } = team;
  await owner.api.patch(`/users/${alice.userId}`, { role: 200 });
  await owner.subscribe(['moderation'], [owner, alice], { invite_only: true });
  moderation = (await owner.api.get('/get_stream_id', { stream: 'moderation' })).stream_id as number;
  await owner.api.patch('/realm', { moderation_request_channel_id: moderation });
});

afterAll(() => team?.[Symbol.asyncDispose]());

const rename = (id: number, topic: string, mode = 'change_all') =>
  team.owner.api.patch(`/messages/${id}`, {
    topic,
    propagate_mode: mode,
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });

const texts = async (topic: string): Promise<string[]> =>
  (
    await team.alice.messages([
      { operator: 'channel', operand: 'design' },
      { operator: 'topic', operand: topic },
    ])
  ).map(({ content }) => content);

type Case = {
  /** The entry of the message's menu, and the name of the dialog. */
  readonly entry: string;
  readonly dialog: string | RegExp;
  /** Acts in the dialog after the topic was moved to `topic`, and checks what the action concerns. */
  act(page: Page, id: number, topic: string): Promise<void>;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

const cases: readonly Case[] = [
  {
    entry: 'Move',
    dialog: 'Move',
    async act(page, id, topic) {
      const field = page.getByRole('dialog').getByRole('textbox', { name: 'Topic' });
      await expect.poll(() => field.inputValue(), soon).toBe(topic);
      await field.fill(`${topic} again`);
      await button(page, 'Move').click();
      await expect
        .poll(async () => (await team.alice.api.get(`/messages/${id}`)).message.subject, soon)
        .toBe(`${topic} again`);
    },
  },
  {
    entry: 'Remind me',
    dialog: /Remind me/,
    async act(page, id) {
      await button(page, /In one hour/).click();
      await expect
        .poll(async () => (await team.alice.api.get('/reminders')).reminders, soon)
        .toMatchObject([{ reminder_target_message_id: id }]);
    },
  },
  {
    entry: 'Read receipts',
    dialog: 'Read receipts',
    act: (page) => page.getByRole('dialog').getByText(/read/i).first().waitFor(),
  },
  {
    entry: 'Report',
    dialog: 'Report',
    async act(page) {
      await page.getByRole('dialog').getByRole('textbox', { name: 'Explanation' }).fill('Not nice');
      await button(page, 'Report').click();
      await page.getByText('The moderators have your report.').waitFor();
    },
  },
  {
    entry: 'Delete',
    dialog: /Delete this message/,
    async act(page, _id, topic) {
      await button(page, 'Delete').click();
      await expect.poll(() => texts(topic), soon).toEqual(['The second']);
    },
  },
];

describe.skipIf(!executable)('a dialog over a topic that somebody moves', () => {
  it.each(cases)('$entry stays open, and acts on the same message', async ({ entry, dialog, act }) => {
    const topic = `about ${entry}`;
    const id = await team.bob.send('design', 'The first', topic);
    await team.bob.send('design', 'The second', topic);
    const { page, problems } = await team.openTopic(
      team.alice,
      encodeURIComponent(topic).replaceAll('%', '.'),
    );
    const article = page.getByRole('article').filter({ hasText: 'The first' });
    await article.hover();
    await article.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    const opened = await page.getByRole('dialog').evaluateHandle((each) => each);
    await rename(id, `moved ${entry}`);
    await page.getByRole('heading', { name: new RegExp(`moved ${entry}`), includeHidden: true }).waitFor();
    // The dialog is the same one: what was written in it is there, too.
    expect(await page.getByRole('dialog').evaluate((each, before) => each === before, opened)).toBe(true);
    await act(page, id, `moved ${entry}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  const deletion = async (topic: string): Promise<Page> => {
    const { page } = await team.openTopic(team.alice, encodeURIComponent(topic).replaceAll('%', '.'));
    await page.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete topic' }).click();
    await page.getByRole('dialog', { name: `Delete the topic “${topic}”?` }).waitFor();
    return page;
  };

  it('deletes the topic under its new name', async () => {
    const id = await team.bob.send('design', 'Old plans', 'plans');
    await team.bob.send('design', 'Others', 'plans, newer');
    const page = await deletion('plans');
    await rename(id, 'plans, older');
    const dialog = page.getByRole('dialog', { name: 'Delete the topic “plans, older”?' });
    await dialog.getByRole('button', { name: 'Delete topic' }).click();
    await expect.poll(() => texts('plans, older'), soon).toEqual([]);
    expect(await texts('plans, newer')).toEqual(['Others']);
    await page.context().close();
  });

  it('closes before it would delete the messages of another topic', async () => {
    const id = await team.bob.send('design', 'A question', 'questions');
    await team.bob.send('design', 'All questions', 'all questions');
    const page = await deletion('questions');
    await page
      .getByRole('dialog')
      .getByRole('status')
      .getByText(/message/)
      .waitFor();
    await rename(id, 'all questions');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await texts('all questions')).toEqual(['A question', 'All questions']);
    await page.context().close();
  });

  it('closes when its reader leaves the conversation', async () => {
    await team.bob.send('design', 'Short', 'left');
    const page = await deletion('left');
    await page.evaluate(() => history.back());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
