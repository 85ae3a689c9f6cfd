import { randomUUID } from 'node:crypto';
import { AddReactionRequest, UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addReaction } from '../src/rpc/add-reaction.ts';
import { sendMessage } from '../src/rpc/send-message.ts';
import { updateMessage } from '../src/rpc/update-message.ts';
import { openTestService, type TestService } from './support.ts';

let bench: TestService;
const muted = 2;

beforeAll(async () => {
  bench = await openTestService();
  const { world } = bench;
  for (const id of [1, 2, 3]) world.user(id);
  world.user(4, { isBot: true });
  world.channel(1);
  world.channel(muted);
  for (const id of [1, 2, 3, 4]) {
    world.subscribe(id, 1);
    world.subscribe(id, muted, [[0, 0]], true);
  }
});

afterAll(() => bench[Symbol.asyncDispose]());

beforeEach(() => {
  bench.raised.length = 0;
  bench.world.writing.clear();
  bench.world.topics.clear();
});

let counter = 0;
const newTopic = () => `topic ${++counter}`;

async function send(userId: number, channelId: number, topic: string, content = 'hello') {
  const request = SendMessageRequest.create({
    sendKey: randomUUID(),
    content,
    recipient: { $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } },
  });
  return await sendMessage(bench.ctx, request, bench.scope(userId));
}

const asked = () => bench.raised.flatMap(({ raises }) => raises);

describe('a topic that somebody takes part in', () => {
  it('is followed from their sending on, and the answer says so once', async () => {
    const { world } = bench;
    world.writing.set(1, { followTopicsPolicy: 2 });
    const topic = newTopic();
    expect(await send(1, 1, topic)).toMatchObject({ automaticNewVisibilityPolicy: 3 });
    expect(bench.raised).toEqual([
      { channelId: 1, topic, raises: [{ userId: 1, visibilityPolicy: 3, keepMuted: false }] },
    ]);
    world.topics.set(1, [{ channelId: 1, topic, visibilityPolicy: 3 }]);
    expect(await send(1, 1, topic)).toEqual({ id: expect.any(Number) });
    expect(bench.raised).toHaveLength(1);
  });

  it('is followed by who started it, as far as they can see', async () => {
    bench.world.writing.set(1, { followTopicsPolicy: 3 });
    const topic = newTopic();
    await send(2, 1, topic);
    expect(await send(1, 1, topic)).toEqual({ id: expect.any(Number) });
    expect(await send(1, 1, newTopic())).toMatchObject({ automaticNewVisibilityPolicy: 3 });
  });

  it('is unmuted in a muted channel only, and what is more visible stays', async () => {
    const { world } = bench;
    world.writing.set(1, { unmuteTopicsPolicy: 2 });
    const topic = newTopic();
    expect(await send(1, 1, topic)).toEqual({ id: expect.any(Number) });
    expect(await send(1, muted, topic)).toMatchObject({ automaticNewVisibilityPolicy: 2 });
    world.topics.set(1, [{ channelId: muted, topic, visibilityPolicy: 3 }]);
    expect(await send(1, muted, topic)).toEqual({ id: expect.any(Number) });
  });

  it('is followed by who reacts, only with the widest policy', async () => {
    const { world, ctx } = bench;
    world.writing.set(2, { followTopicsPolicy: 1 }).set(3, { followTopicsPolicy: 2 });
    const { id } = await send(1, 1, newTopic());
    for (const userId of [2, 3]) {
      const request = AddReactionRequest.create({ messageId: id, emojiName: 'tada' });
      await addReaction(ctx, request, bench.scope(userId));
    }
    expect(asked()).toEqual([{ userId: 2, visibilityPolicy: 3, keepMuted: false }]);
  });

  it('is followed by people whom a message names, then or by an edit, but not by bots and who muted it', async () => {
    const { world, ctx } = bench;
    const topic = newTopic();
    for (const id of [2, 3, 4]) world.writing.set(id, { followTopicsWhereMentioned: true });
    world.topics.set(3, [{ channelId: 1, topic, visibilityPolicy: 1 }]);
    await send(1, 1, topic, '@**User 2|2** @**User 3|3** @**User 4|4**');
    const changePolicies = { userId: 2, visibilityPolicy: 3, keepMuted: true };
    expect(asked()).toEqual([changePolicies]);
    const { id } = await send(1, 1, topic, '@_**User 2|2** @**all**');
    expect(asked()).toEqual([changePolicies]);
    world.settings.allow_message_editing = true;
    const request = UpdateMessageRequest.create({
      messageId: id,
      content: '@**User 2|2**',
      propagateMode: 'change_one',
    });
    await updateMessage(ctx, request, bench.scope(1));
    expect(asked()).toEqual([changePolicies, changePolicies]);
  });

  it('keeps no message from being sent when it cannot be made visible', async () => {
    bench.world.writing.set(1, { followTopicsPolicy: 1 });
    const { channel } = bench.ctx;
    bench.ctx.channel = { ...channel, raiseUserTopic: () => Promise.reject(new Error('gone')) };
    expect(await send(1, 1, newTopic())).toEqual({ id: expect.any(Number) });
    bench.ctx.channel = channel;
  });
});

it('emoticons become emoji in what they write who want it so', async () => {
  bench.world.writing.set(1, { translateEmoticons: true });
  const contents = [];
  for (const userId of [1, 2]) {
    const { id } = await send(userId, 1, 'smiles', 'hi :)');
    const { messages } = await bench.read(3, { hasMessageIds: true, messageIds: [id] });
    contents.push(messages[0]!.content);
  }
  expect(contents).toEqual([expect.stringContaining('class="emoji'), '<p>hi :)</p>']);
});
