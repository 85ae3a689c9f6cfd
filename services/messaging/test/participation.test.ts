import { randomUUID } from 'node:crypto';
import { AddReactionRequest, UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addReaction } from '../src/rpc/changing/add-reaction.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { sendMessage } from '../src/rpc/sending/send-message.ts';
import { openTestService, type TestService } from './support.ts';

let service: TestService;
const muted = 2;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3]) world.user(id);
  world.user(4, { isBot: true });
  world.channel(1);
  world.channel(muted);
  for (const id of [1, 2, 3, 4]) {
    world.subscribe(id, 1);
    world.subscribe(id, muted, [[0, 0]], true);
  }
});

afterAll(() => service[Symbol.asyncDispose]());

beforeEach(() => {
  service.raised.length = 0;
  service.world.writing.clear();
  service.world.topics.clear();
});

let counter = 0;
const newTopic = () => `topic ${++counter}`;

async function send(userId: number, channelId: number, topic: string, content = 'hello') {
  const request = SendMessageRequest.create({
    sendKey: randomUUID(),
    content,
    recipient: { $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } },
  });
  return await sendMessage(service.ctx, request, service.scope(userId));
}

const asked = () => service.raised.flatMap(({ raises }) => raises);

describe('a topic with participants', () => {
  it('becomes followed by a sender, and only the first answer reports this', async () => {
    const { world } = service;
    world.writing.set(1, { followTopicsPolicy: 2 });
    const topic = newTopic();
    expect(await send(1, 1, topic)).toMatchObject({ automaticNewVisibilityPolicy: 3 });
    expect(service.raised).toEqual([
      { channelId: 1, topic, raises: [{ userId: 1, visibilityPolicy: 3, keepMuted: false }] },
    ]);
    world.topics.set(1, [{ channelId: 1, topic, visibilityPolicy: 3 }]);
    expect((await send(1, 1, topic)).automaticNewVisibilityPolicy).toBeUndefined();
    expect(service.raised).toHaveLength(1);
  });

  it('becomes followed by its starter: the sender of the first message that the sender can read in it', async () => {
    service.world.writing.set(1, { followTopicsPolicy: 3 });
    const topic = newTopic();
    await send(2, 1, topic);
    expect((await send(1, 1, topic)).automaticNewVisibilityPolicy).toBeUndefined();
    expect(await send(1, 1, newTopic())).toMatchObject({ automaticNewVisibilityPolicy: 3 });
  });

  it('becomes unmuted only in a muted channel, and a higher policy stays', async () => {
    const { world } = service;
    world.writing.set(1, { unmuteTopicsPolicy: 2 });
    const topic = newTopic();
    expect((await send(1, 1, topic)).automaticNewVisibilityPolicy).toBeUndefined();
    expect(await send(1, muted, topic)).toMatchObject({ automaticNewVisibilityPolicy: 2 });
    world.topics.set(1, [{ channelId: muted, topic, visibilityPolicy: 3 }]);
    expect((await send(1, muted, topic)).automaticNewVisibilityPolicy).toBeUndefined();
  });

  it('becomes followed by people who react, only with the widest policy', async () => {
    const { world, ctx } = service;
    world.writing.set(2, { followTopicsPolicy: 1 }).set(3, { followTopicsPolicy: 2 });
    const { id } = await send(1, 1, newTopic());
    for (const userId of [2, 3]) {
      const request = AddReactionRequest.create({ messageId: id, emojiName: 'tada' });
      await addReaction(ctx, request, service.scope(userId));
    }
    expect(asked()).toEqual([{ userId: 2, visibilityPolicy: 3, keepMuted: false }]);
  });

  it('becomes followed by people whom a message mentions when sent or edited, except by bots and by people who muted it', async () => {
    const { world, ctx } = service;
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
    await updateMessage(ctx, request, service.scope(1));
    expect(asked()).toEqual([changePolicies, changePolicies]);
  });

  it('does not fail the send when its policy cannot be changed, and logs the error', async () => {
    service.world.writing.set(1, { followTopicsPolicy: 1 });
    const { channel, logger } = service.ctx;
    const warn = vi.fn();
    service.ctx.channel = { ...channel, raiseUserTopic: () => Promise.reject(new Error('unreachable')) };
    service.ctx.logger = { ...logger, warn };
    expect((await send(1, 1, newTopic())).automaticNewVisibilityPolicy).toBeUndefined();
    Object.assign(service.ctx, { channel, logger });
    // The logger serializes errors only under the name `err`.
    const err = expect.objectContaining({ message: 'unreachable' });
    expect(warn).toHaveBeenCalledWith({ err }, 'topic policies of participants were not changed');
  });
});

it('emoticons become emoji for senders with that setting', async () => {
  service.world.writing.set(1, { translateEmoticons: true });
  const contents = [];
  for (const userId of [1, 2]) {
    const { id } = await send(userId, 1, 'smiles', 'hi :)');
    const { messages } = await service.read(3, { hasMessageIds: true, messageIds: [id] });
    contents.push(messages[0]!.content);
  }
  expect(contents).toEqual([expect.stringContaining('class="emoji'), '<p>hi :)</p>']);
});
