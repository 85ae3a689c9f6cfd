import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageUrl } from '../../../services/notify/src/domain/conversation.ts';
import { findBrowser, saySkipped, soon, textsOnView } from '../browser.ts';
import { Team } from '../team.ts';

// Opens links of every kind to messages and topics, after each kind of change of what they lead to. Bob reads. Alice writes and
// moves.

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/moved-links.web.ts');

let team: Team;
/** IDs of channels, by name. */
const channels: Record<string, number> = {};

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice, bob } = team;
  await owner.api.patch('/realm', { move_messages_between_streams_limit_seconds: 'unlimited' });
  await owner.api.patch(`/users/${alice.userId}`, { role: 300 });
  await alice.subscribe(['big hall'], [alice, bob]);
  await alice.subscribe(['shared secret'], [alice, bob], { invite_only: true });
  await alice.subscribe(['own secret'], [alice], { invite_only: true });
  for (const name of ['big hall', 'shared secret', 'own secret']) {
    channels[name] = (await alice.api.get('/get_stream_id', { stream: name })).stream_id as number;
  }
  channels.design = team.design;
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** A message and its topic in `design`, before the change. */
type Target = { readonly id: number; readonly topic: string };

/** The `href` of the link in a message with this content. */
async function renderedHref(content: string): Promise<string> {
  const { rendered } = await team.alice.api.post('/messages/render', { content });
  return /href="\/?([^"]*)"/.exec(rendered as string)![1]!.replaceAll('&amp;', '&');
}

const encoded = (name: string) => encodeURIComponent(name).replaceAll('.', '%2E').replaceAll('%', '.');

/** Links to a message. */
const messageLinks: Record<string, (target: Target) => string | Promise<string>> = {
  'the link of a quotation, a notification, a copy or a bookmark': ({ id, topic }) =>
    `#narrow/channel/${team.design}-design/topic/${encoded(topic)}/near/${id}`,
  'a link of a mail or a push message': ({ id, topic }) =>
    new URL(
      messageUrl('http://parley.test', {
        channelId: team.design,
        channelName: 'design',
        topic,
        messageId: id,
        members: [],
      } as never),
    ).hash,
  'a written link': ({ id, topic }) => renderedHref(`#**design>${topic}@${id}**`),
  'with and a place': ({ id, topic }) =>
    `#narrow/channel/${team.design}-design/topic/${encoded(topic)}/with/${id}`,
  'only with': ({ id }) => `#narrow/with/${id}`,
  'only near': ({ id }) => `#narrow/near/${id}`,
  'a name instead of the ID': ({ id, topic }) => `#narrow/channel/design/topic/${encoded(topic)}/near/${id}`,
  'an old address': ({ id, topic }) => `#narrow/stream/design/subject/${encoded(topic)}/near/${id}`,
};
/** Links to a topic, without a message. */
const topicLinks: Record<string, (target: Target) => string | Promise<string>> = {
  'a written link to a topic': ({ topic }) => renderedHref(`#**design>${topic}**`),
  'the address of a topic': ({ topic }) => `#narrow/channel/${team.design}/topic/${encoded(topic)}`,
  'a topic of a channel by its name': ({ topic }) => `#narrow/stream/Design/topic/${encoded(topic)}`,
};

type Change = {
  apply(target: Target): Promise<unknown>;
  /** Where the message is afterwards, if Bob may read it. */
  place?(target: Target): { channel: string; topic: string };
};

const move = ({ id }: Target, form: Record<string, unknown>) =>
  team.alice.api.patch(`/messages/${id}`, {
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
    ...form,
  });

const changes: Record<string, Change> = {
  'nothing changed': {
    apply: async () => undefined,
    place: ({ topic }) => ({ channel: 'design', topic }),
  },
  'its topic was resolved': {
    apply: (target) => move(target, { topic: `✔ ${target.topic}` }),
    place: ({ topic }) => ({ channel: 'design', topic: `✔ ${topic}` }),
  },
  'its topic was renamed twice': {
    async apply(target) {
      await move(target, { topic: `${target.topic} 1.5` });
      await move(target, { topic: `${target.topic} > later?` });
    },
    place: ({ topic }) => ({ channel: 'design', topic: `${topic} > later?` }),
  },
  'it was moved to another channel': {
    apply: (target) => move(target, { stream_id: channels['big hall'] }),
    place: ({ topic }) => ({ channel: 'big hall', topic }),
  },
  'it was moved to a private channel that one can read': {
    apply: (target) => move(target, { stream_id: channels['shared secret'], topic: `s ${target.topic}` }),
    place: ({ topic }) => ({ channel: 'shared secret', topic: `s ${topic}` }),
  },
  'it was moved to a private channel that one cannot read': {
    apply: (target) => move(target, { stream_id: channels['own secret'] }),
  },
  'it was deleted': {
    apply: ({ id }) => team.owner.api.delete(`/messages/${id}`),
  },
};

const gone = 'The linked message was deleted, or you do not have access to it.';
const placeHash = (channel: string, topic: string) =>
  `#narrow/channel/${channels[channel]}-${encoded(channel.replaceAll(' ', '-'))}/topic/${encoded(topic)}`;
/** The texts on the view, without notices of the server. */
const sentTextsOnView = async (page: Page): Promise<string[]> =>
  (await textsOnView(page)).filter((text) => !/ has marked this topic as resolved\.$/.test(text));
const hashOf = (page: Page) => page.evaluate(() => location.hash);

let count = 0;
/** Creates a topic with a message, and applies a change to it. Returns the topic and the links to it, which were made before. */
async function prepare(
  change: Change,
  links: Readonly<Record<string, (target: Target) => string | Promise<string>>>,
): Promise<{ target: Target; hashes: Map<string, string> }> {
  const topic = `Topic no. ${++count}`;
  const id = await team.alice.send('design', `Message ${count}`, topic);
  const target = { id, topic };
  const hashes = new Map<string, string>();
  for (const [kind, link] of Object.entries(links)) hashes.set(kind, await link(target));
  await change.apply(target);
  return { target, hashes };
}

describe.skipIf(!executable)('a link opens what it leads to', () => {
  for (const [name, change] of Object.entries(changes)) {
    it(`when ${name}`, async () => {
      const { target, hashes } = await prepare(change, { ...messageLinks, ...topicLinks });
      const { page, problems } = await team.signIn(team.bob);
      for (const [kind, hash] of hashes) {
        // A fresh page knows no messages. A link in an open page is followed below.
        await page.goto('about:blank');
        await page.goto(team.url(hash));
        const place = change.place?.(target);
        const isMessage = Object.hasOwn(messageLinks, kind);
        if (place) {
          const wanted = placeHash(place.channel, place.topic);
          await expect
            .poll(async () => (await hashOf(page)).replace(/\/(near|with)\/\d+$/, ''), {
              ...soon,
              message: kind,
            })
            .toBe(kind === 'the address of a topic' && name === 'nothing changed' ? hash : wanted);
          await expect
            .poll(() => sentTextsOnView(page), { ...soon, message: kind })
            .toEqual([`Message ${target.topic.slice('Topic no. '.length)}`]);
        } else if (isMessage) {
          await page.getByText(gone).first().waitFor();
        } else {
          await page.getByText('No messages yet').waitFor();
        }
      }
      expect(problems).toEqual([]);
      await page.context().close();
    });
  }

  it('in a page that is open, and says nothing of an empty conversation meanwhile', async () => {
    // Something to read before the first link.
    await team.alice.send('design', 'Hello', 'Greetings');
    const { page, problems } = await team.signIn(team.bob);
    await page.goto(team.url(`#narrow/channel/${team.design}`));
    await page.getByRole('region', { name: 'Messages' }).getByRole('article').first().waitFor();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (document.body.textContent.includes('No messages yet')) seen.push(location.hash);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    for (const [name, change] of Object.entries(changes)) {
      if (!change.place) continue;
      const { target, hashes } = await prepare(change, messageLinks);
      const { channel, topic } = change.place(target);
      for (const [kind, hash] of hashes) {
        await page.evaluate((next) => {
          location.hash = next;
        }, hash);
        const message = `${kind}, when ${name}`;
        await expect.poll(() => hashOf(page), { ...soon, message }).toContain(placeHash(channel, topic));
        await expect
          .poll(() => sentTextsOnView(page), { ...soon, message })
          .toEqual([`Message ${target.topic.slice('Topic no. '.length)}`]);
      }
    }
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('beside the deleted message, in its conversation', async () => {
    const first = await team.alice.send('design', 'before it', 'gap');
    const id = await team.alice.send('design', 'to be deleted', 'gap');
    await team.alice.send('design', 'after it', 'gap');
    await team.owner.api.delete(`/messages/${id}`);
    const { page, problems } = await team.signIn(team.bob);
    await page.goto(team.url(`${placeHash('design', 'gap')}/near/${id}`));
    await page.getByText(gone).waitFor();
    await expect.poll(() => textsOnView(page)).toEqual(['before it', 'after it']);
    // The notice belongs to this address only.
    await page.goto(team.url(`${placeHash('design', 'gap')}/near/${first}`));
    await page.getByText('after it').waitFor();
    await expect.poll(() => page.getByText(gone).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

describe.skipIf(!executable)('what is being written follows the conversation', () => {
  const target = async (topic: string) => ({
    id: await team.alice.send('design', `In ${topic}`, topic),
    topic,
  });

  it('in the open view, with the focus and the cursor', async () => {
    const moved = await target('open view');
    const { page, problems } = await team.openTopic(team.bob, 'open.20view');
    await page.getByText('In open view').waitFor();
    await field(page).fill('Half a sentence');
    await field(page).press('Home');
    await move(moved, { topic: 'opened', stream_id: channels['big hall'] });
    await expect.poll(() => hashOf(page), soon).toBe(placeHash('big hall', 'opened'));
    await page.keyboard.type('Not ');
    expect(await field(page).inputValue()).toBe('Not Half a sentence');
    const drafts = async () => (await team.bob.api.get('/drafts')).drafts;
    await expect
      .poll(drafts, soon)
      .toMatchObject([{ to: [channels['big hall']], topic: 'opened', content: 'Not Half a sentence' }]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByText('Not Half a sentence').waitFor();
    await expect.poll(drafts, soon).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('in an edit, with the focus and the cursor, and no key acts on anything else', async () => {
    const moved = await target('edited view');
    await team.bob.send('design', 'Own text', 'edited view');
    const { page, problems } = await team.openTopic(team.bob, 'edited.20view');
    const own = page.getByRole('article').filter({ hasText: 'Own text' });
    await own.hover();
    await own.getByRole('button', { name: 'Edit', exact: true }).click();
    const edited = page.getByRole('textbox', { name: 'Edit message' });
    await edited.press('Home');
    await page.keyboard.type('My');
    const renamed = move(moved, { topic: 'edited' });
    // Types while the topic moves: each of these letters is a shortcut outside of fields.
    for (const key of ' dear demand,'.split('')) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(30);
    }
    await renamed;
    await expect.poll(() => hashOf(page), soon).toBe(placeHash('design', 'edited'));
    await page.keyboard.type(' ');
    await expect.poll(() => edited.inputValue(), soon).toBe('My dear demand, Own text');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article').getByText('My dear demand, Own text').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('in a draft of a conversation that is not shown, and in a box that another view shows', async () => {
    const left = await target('left behind');
    const elsewhere = await target('elsewhere');
    const { page, problems } = await team.openTopic(team.bob, 'left.20behind');
    await field(page).fill('A draft');
    await expect.poll(async () => (await team.bob.api.get('/drafts')).drafts, soon).toHaveLength(1);
    // Otherwise the mixed view would begin at the first unread message of all tests.
    await team.bob.api.post('/mark_all_as_read');
    // The box of the mixed view writes to a topic.
    await page.goto(team.url('#feed'));
    const message = page.getByRole('article').filter({ hasText: 'In elsewhere' });
    await message.click();
    await page.keyboard.press('r');
    await field(page).fill('An answer');
    await move(left, { topic: 'found' });
    await move(elsewhere, { topic: 'here' });
    await expect
      .poll(async () => {
        const { drafts } = await team.bob.api.get('/drafts');
        return (drafts as { topic: string }[]).map(({ topic }) => topic).sort();
      }, soon)
      .toEqual(['found', 'here']);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect
      .poll(async () => (await team.alice.messages([])).at(-1), soon)
      .toMatchObject({ subject: 'here', content: 'An answer' });
    await page.goto(team.url(placeHash('design', 'found')));
    await expect.poll(() => field(page).inputValue(), soon).toBe('A draft');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
