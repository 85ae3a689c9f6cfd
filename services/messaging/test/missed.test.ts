import { createScope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMissedMessages } from '../src/rpc/read-state/find-missed-messages.ts';
import { getMissedMessages } from '../src/rpc/read-state/get-missed-messages.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { openTestService, type TestService } from './support.ts';

let service: TestService;
const readers = [1, 2, 3, 4, 5];
const messages: number[] = [];

const find = (requests: { userId: number; messageIds: number[] }[]) =>
  findMissedMessages(
    service.ctx,
    { readers: requests },
    createScope(service.ctx.factCache, backgroundCall({ timeoutMs: 60_000 })),
  );

/**
 * Reader 1 is subscribed. Reader 2 was subscribed earlier, reader 3 never. Reader 4 has read some messages. Reader 5 is a
 * guest.
 */
beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3, 4, 9]) world.user(id);
  world.user(5, { role: 600 });
  world.channel(1);
  world.channel(2, { inviteOnly: true, historyPublicToSubscribers: false });
  for (const id of [1, 2, 4, 5, 9]) world.subscribe(id, 1);
  for (const id of [1, 9]) world.subscribe(id, 2);
  for (const channel of [1, 2])
    messages.push(await service.send(9, { channel, topic: 'a' }, { content: `to ${channel}` }));
  messages.push(await service.send(9, { to: [1, 4] }, { content: 'to a group' }));
  messages.push(await service.send(9, { to: [2] }, { content: 'to one' }));
  messages.push(await service.send(4, { channel: 1, topic: 'b' }, { content: 'own' }));
  world.subscribe(2, 1, [[0, messages[0]!]]);
  world.subscribe(4, 2, [[messages[1]!, 0]]);
  messages.push(await service.send(9, { channel: 2, topic: 'c' }, { content: 'after joining' }));
  const flag = (userId: number, messageId: number, op: 'add' | 'remove') =>
    updateFlags(service.ctx, { messageIds: [messageId], op, flag: 'read' }, service.scope(userId));
  await flag(4, messages[2]!, 'add');
  await flag(4, messages[0]!, 'add');
  await flag(4, messages[0]!, 'remove');
});

afterAll(() => service[Symbol.asyncDispose]());

describe('missed messages of many people', () => {
  it('are the same as when each person is looked up separately', async () => {
    const found = await find(readers.map((userId) => ({ userId, messageIds: messages })));
    const expected = [];
    for (const userId of readers) {
      const { messages: own } = await getMissedMessages(
        service.ctx,
        { messageIds: messages, includeRead: false },
        service.scope(userId),
      );
      if (own.length > 0)
        expected.push({ userId, messageIds: own.map(({ messageId }) => messageId), own: [] });
    }
    expect(found.readers).toEqual(expected);
    const [first, second, group, one, own, later] = messages;
    expect(found.readers).toEqual([
      { userId: 1, messageIds: [first, second, group, own, later], own: [] },
      { userId: 2, messageIds: [one], own: [] },
      { userId: 4, messageIds: [first, later], own: [] },
      { userId: 5, messageIds: [first, own], own: [] },
    ]);
  });

  it('contain each message once, with all members of its conversation', async () => {
    const found = await find([1, 4, 5].map((userId) => ({ userId, messageIds: messages })));
    expect(found.messages.map(({ messageId }) => messageId)).toEqual(
      messages.filter((id) => id !== messages[3]),
    );
    const group = found.messages.find(({ messageId }) => messageId === messages[2])!;
    expect(group.members.map(({ userId }) => userId)).toEqual([1, 4, 9]);
    expect(group).toMatchObject({
      content: 'to a group',
      renderedContent: '<p>to a group</p>',
      channelId: 0,
    });
  });

  it('are empty for unknown and deactivated people, and a request for more than 1,000 people is refused', async () => {
    service.world.user(6, { isActive: false });
    service.world.subscribe(6, 1);
    const requests = [6, 77].map((userId) => ({ userId, messageIds: messages }));
    expect(await find(requests)).toEqual({ messages: [], readers: [] });
    const many = Array.from({ length: 1_001 }, (_, at) => ({ userId: at + 1, messageIds: [messages[0]!] }));
    await expect(find(many)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('do not name the sender to guests who may not see the sender', async () => {
    const { ctx } = service;
    const limited = {
      ...ctx,
      userAdmin: { ...ctx.userAdmin, findHiddenUsers: async () => ({ userIds: [9] }) },
    };
    const scope = createScope(ctx.factCache, backgroundCall({ timeoutMs: 60_000 }));
    scope.areGuestsLimited = async () => true;
    const request = { readers: [{ userId: 5, messageIds: [messages[0]!] }] };
    const found = await findMissedMessages(limited, request, scope);
    expect(found.readers[0]!.own).toMatchObject([
      { senderFullName: 'Unknown user', senderAvatarUrl: expect.any(String) },
    ]);
  });
});
