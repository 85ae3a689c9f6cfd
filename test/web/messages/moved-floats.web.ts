/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// Whatever floats over a conversation stays, with what was written in it, when somebody else moves the topic, however it is moved.

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/moved-floats.web.ts');

let team: Team;
let other: number;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice, bob } = team;
  await owner.subscribe(['elsewhere'], [owner, alice, bob]);
  other = (await owner.api.get('/get_stream_id', { stream: 'elsewhere' })).stream_id as number;
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** The ways in which a topic moves as a whole. Each returns a text that its new heading has. */
const moves: Readonly<Record<string, (id: number, topic: string) => Promise<string>>> = {
  'is renamed': (id, topic) => change(id, { topic: `${topic} renamed` }),
  'is resolved': (id, topic) => change(id, { topic: `✔ ${topic}` }, topic),
  'joins another topic': async (id, topic) => {
    await team.bob.send('design', 'Others wrote this', `${topic} joined`);
    return change(id, { topic: `${topic} joined` });
  },
  'goes to another channel': (id, topic) => change(id, { topic, stream_id: other }, 'elsewhere'),
};

async function change(id: number, to: { topic: string; stream_id?: number }, shown = to.topic) {
  await team.owner.api.patch(`/messages/${id}`, {
    ...to,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });
  return shown;
}

type Float = {
  /** Opens what floats. Returns the element that must stay. */
  open(page: Page): Promise<string>;
  /** What was written in it, which must stay. */
  readonly written?: string;
  /** Acts in it after the move, and checks the effect on the message. */
  act?(page: Page, id: number): Promise<void>;
};

const articleOf = (page: Page) => page.getByRole('article').filter({ hasText: 'Look here' });

const floats: Readonly<Record<string, Float>> = {
  'the emoji picker of a message': {
    async open(page) {
      await articleOf(page).hover();
      await articleOf(page).getByRole('button', { name: 'React', exact: true }).click();
      await page.getByRole('dialog', { name: /emoji/i }).waitFor();
      await page.keyboard.type('octo');
      return '[role=dialog]';
    },
    written: 'octo',
    async act(page, id) {
      await page.keyboard.press('Enter');
      const names = async () =>
        (await team.alice.api.get(`/messages/${id}`)).message.reactions.map(
          ({ emoji_name }: { emoji_name: string }) => emoji_name,
        );
      await expect.poll(names, soon).toEqual(['octopus']);
    },
  },
  'the menu of a message': {
    async open(page) {
      await articleOf(page).hover();
      await articleOf(page).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menu').waitFor();
      return '[role=menu]';
    },
    async act(page, id) {
      await page.getByRole('menuitem', { name: 'Star' }).click();
      const flags = async () => (await team.alice.api.get(`/messages/${id}`)).message.flags;
      await expect.poll(flags, soon).toContain('starred');
    },
  },
  'the card of a sender': {
    async open(page) {
      await articleOf(page).locator('button.sender').click();
      await page.locator('.user-card').waitFor();
      return '.user-card';
    },
  },
  'the card of a mention': {
    async open(page) {
      await articleOf(page).locator('.user-mention').click();
      await page.locator('.user-card').waitFor();
      return '.user-card';
    },
  },
  'the menu of the topic': {
    async open(page) {
      await page.getByRole('button', { name: 'Topic actions' }).click();
      await page.getByRole('menu').waitFor();
      return '[role=menu]';
    },
    async act(page, id) {
      const { message } = await team.alice.api.get(`/messages/${id}`);
      const changed = page.waitForRequest((request) => request.url().endsWith('/user_topics'));
      await page.getByRole('menuitem', { name: 'Mute topic' }).click();
      const sent = new URLSearchParams((await changed).postData() ?? '');
      expect([sent.get('stream_id'), sent.get('topic')]).toEqual([`${message.stream_id}`, message.subject]);
    },
  },
  'the menu of the channel': {
    async open(page) {
      await page.getByRole('button', { name: 'Channel actions' }).click();
      await page.getByRole('menu').waitFor();
      return '[role=menu]';
    },
  },
  'the form of a message that is edited': {
    async open(page) {
      const own = page.getByRole('article').filter({ hasText: 'My own' });
      await own.hover();
      await own.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.locator('.message textarea').fill('Half written');
      return '.message textarea';
    },
    written: 'Half written',
  },
  'a new answer of a poll': {
    async open(page) {
      await page.getByRole('article').filter({ hasText: 'Which?' }).getByRole('textbox').fill('A third');
      return '.message input';
    },
    written: 'A third',
  },
};

describe.skipIf(!executable)('when a topic moves', () => {
  it.each(Object.keys(floats))('%s stays', async (name) => {
    const { open, written, act } = floats[name]!;
    const { page, problems } = await team.signIn(team.alice);
    for (const [way, move] of Object.entries(moves)) {
      const topic = `${name.split(' ').at(-1)} ${Object.keys(floats).indexOf(name)} ${way.split(' ').at(-1)}`;
      const id = await team.bob.send('design', `Look here @**${await nameOf(team.alice.userId)}**`, topic);
      await team.alice.send('design', 'My own', topic);
      await team.alice.send('design', '/poll Which?\none\ntwo', topic);
      await page.goto(team.url(`#narrow/channel/${team.design}-design/topic/${encoded(topic)}`));
      await articleOf(page).waitFor();
      const selector = await open(page);
      const place = page.locator(selector).first();
      const [before, box] = [await place.elementHandle(), await place.boundingBox()];
      const heading = await move(id, topic);
      await page
        .getByRole('heading', { level: 1, includeHidden: true })
        .filter({ hasText: heading })
        .waitFor();
      // Until the messages of the new place were loaded.
      await page.waitForTimeout(700);
      const after = await place.elementHandle();
      expect([way, await before!.evaluate((one, two) => one === two, after)]).toEqual([way, true]);
      const now = (await place.boundingBox())!;
      expect([way, now.width > 0 && Math.abs(now.x - box!.x) < 300]).toEqual([way, true]);
      if (written !== undefined) {
        const value = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
        expect([way, await value()]).toEqual([way, written]);
      }
      await act?.(page, id);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

const encoded = (topic: string): string => encodeURIComponent(topic).replaceAll('%', '.');

async function nameOf(userId: number): Promise<string> {
  return (await team.owner.api.get(`/users/${userId}`)).user.full_name as string;
}
