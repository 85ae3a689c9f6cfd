import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadReader, loadUnreadScope } from '../src/access/reader.ts';
import { recordCoverage } from '../src/db/read-state/coverage.ts';
import { topicPolicy } from '../src/domain/reading/topic-visibility.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { markAsRead } from '../src/rpc/read-state/mark-as-read.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;
const people = [1, 2, 3, 4, 5, 6];
/** With the default setting, the notice is read for people who do not follow the topic. Persons 2 and 4 follow it. */
const [resolver, follower, always, alwaysFollower, never, unsure] = people as [1, 2, 3, 4, 5, 6];

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of people) world.user(id);
  world.notificationBot(9);
  world.channel(1);
  for (const id of people) world.subscribe(id, 1);
  for (const id of [always, alwaysFollower]) world.writing.set(id, { resolvedNoticePolicy: 'always' });
  world.writing.set(never, { resolvedNoticePolicy: 'never' });
  // An empty policy means that a release without this setting wrote the person's settings.
  world.writing.set(unsure, { resolvedNoticePolicy: '' });
});

afterAll(() => service[Symbol.asyncDispose]());

async function unreadIds(userId: number): Promise<number[]> {
  const { state } = await getInitialState(
    service.ctx,
    {
      options: InitialStateOptions.create({ fetchEventTypes: ['message', 'update_message_flags'] }),
      histories: [...(service.world.histories.get(userId)?.values() ?? [])],
    },
    service.scope(userId),
  );
  const { unread_msgs: unread } = JSON.parse(state!.fieldsJson.toString());
  return unread.streams.flatMap((place: { unread_message_ids: number[] }) => place.unread_message_ids);
}

/** Resolves a new topic. Returns the IDs of its message and of the notice. */
async function resolve(topic: string): Promise<{ id: number; notice: number }> {
  const { world } = service;
  for (const id of [follower, alwaysFollower]) {
    const followed = { channelId: 1, topic, visibilityPolicy: topicPolicy.followed };
    world.topics.set(id, [...(world.topics.get(id) ?? []), followed]);
  }
  const id = await service.send(resolver, { channel: 1, topic });
  await markEverythingRead();
  const request = { messageId: id, topic: `✔ ${topic}`, propagateMode: 'change_all' };
  await updateMessage(service.ctx, UpdateMessageRequest.fromPartial(request), service.scope(resolver));
  const { messages } = await service.read(resolver, { numBefore: 1 });
  return { id, notice: messages.at(-1)!.id };
}

async function markEverythingRead(): Promise<void> {
  for (const userId of people) {
    await markAsRead(service.ctx, { channelId: undefined, topic: undefined }, service.scope(userId));
  }
}

const flagsOf = async (userId: number, id: number) => {
  const { messages } = await service.read(userId, { hasMessageIds: true, messageIds: [id] });
  return messages[0]?.flags;
};

it('the notice of a resolved topic is marked as read for the people whose setting says so, and unread for the others', async () => {
  const { notice } = await resolve('settled');
  const unreadFor: number[] = [follower, never, unsure];
  for (const userId of people) {
    const isUnread = unreadFor.includes(userId);
    expect({ userId, flags: await flagsOf(userId, notice) }).toEqual({
      userId,
      flags: isUnread ? [] : ['read'],
    });
    expect({ userId, unread: await unreadIds(userId) }).toEqual({ userId, unread: isUnread ? [notice] : [] });
    const { messages } = await service.read(userId, { narrow: [narrowTo('is', 'unread')] });
    expect(messages.map(({ id }) => id)).toEqual(isUnread ? [notice] : []);
  }
});

it('a notice can be read, marked as unread and counted like any message', async () => {
  const { notice } = await resolve('counted');
  const mark = (userId: number, op: 'add' | 'remove') =>
    updateFlags(service.ctx, { messageIds: [notice], op, flag: 'read' }, service.scope(userId));
  await mark(never, 'add');
  await mark(resolver, 'remove');
  expect([await unreadIds(never), await unreadIds(resolver)]).toEqual([[], [notice]]);
  for (const userId of [never, resolver, follower]) {
    const before = await unreadIds(userId);
    const reader = await loadReader(service.world.users.get(userId)!, service.scope(userId));
    const scope = await loadUnreadScope(reader, service.scope(userId));
    await recordCoverage(service.db, userId, scope, { minReads: 1 });
    expect(await unreadIds(userId)).toEqual(before);
  }
  await markEverythingRead();
  for (const userId of people) expect(await unreadIds(userId)).toEqual([]);
});

it('the notice is unread for everyone while the channel service does not answer who follows the topic', async () => {
  const failing = vi
    .spyOn(service.ctx.channel, 'findTopicFollowers')
    .mockRejectedValue(new Error('unavailable'));
  const { notice } = await resolve('unknown');
  failing.mockRestore();
  for (const userId of people) expect(await flagsOf(userId, notice)).toEqual([]);
});
