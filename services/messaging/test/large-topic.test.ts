import { sql } from '@parley/db';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import { MarkAsReadRequest } from '@parley/proto/messaging/v1/reading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMessages } from '../src/db/messages.ts';
import { deleteTopic } from '../src/rpc/changing/delete-topic.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { markAsRead } from '../src/rpc/read-state/mark-as-read.ts';
import { newMessage } from './new-message.ts';
import { openTestService, roles, type TestService } from './support.ts';

// Tests that a large topic is deleted in batches while other people send messages.

const size = 3_000;

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  world.user(1, { role: roles.owner });
  for (const user of [2, 3]) world.user(user);
  for (const channel of [1, 2]) world.channel(channel);
  for (const user of [1, 2, 3]) for (const channel of [1, 2]) world.subscribe(user, channel);
});

afterAll(() => service[Symbol.asyncDispose]());

/** Returns the number of unread messages by channel and topic, as a register response counts them. */
async function unread(userId: number): Promise<Record<string, number>> {
  const options = InitialStateOptions.create({
    fetchEventTypes: ['message', 'update_message_flags'],
    capabilities: ['empty_topic_name'],
  });
  const histories = [...service.world.histories.get(userId)!.values()];
  const { state } = await getInitialState(service.ctx, { options, histories }, service.scope(userId));
  const { streams } = JSON.parse(state!.fieldsJson.toString()).unread_msgs;
  return Object.fromEntries(
    streams.map((each: { stream_id: number; topic: string; unread_message_ids: number[] }) => [
      `${each.stream_id} ${each.topic}`,
      each.unread_message_ids.length,
    ]),
  );
}

it('a large topic is deleted while others send, and unread counts stay right', async () => {
  const { ctx, db } = service;
  await service.send(1, { channel: 1, topic: 'kept' });
  const originId = await ctx.conversations.origin(1, 'doomed');
  const write = (count: number) =>
    insertMessages(
      db,
      Array.from({ length: count }, () => newMessage({ topic: 'doomed', originId })),
    );
  await write(size / 2);
  const channelRead = MarkAsReadRequest.create({ channelId: 1 });
  await markAsRead(ctx, channelRead, service.scope(3));
  await write(size / 2);
  await service.send(1, { channel: 1, topic: 'kept' });
  expect(await unread(2)).toEqual({ '1 kept': 2, '1 doomed': size });
  expect(await unread(3)).toEqual({ '1 kept': 1, '1 doomed': size / 2 });

  // Opens connections, because on a busy machine opening one could take longer than the deletion.
  await ctx.coverageRecorder.idle();
  await Promise.all(Array.from({ length: 4 }, () => db.one(sql`select pg_sleep(0.1)::text as slept`)));

  let isComplete = false;
  let sent = 0;
  let steps = 0;
  const deleting = (async () => {
    const request = { channelId: 1, topic: 'doomed' };
    while (!isComplete) {
      isComplete = (await deleteTopic(ctx, request, service.scope(1))).complete;
      steps++;
    }
  })();
  do {
    await service.send(1, { channel: 2, topic: 'elsewhere' });
    sent++;
  } while (!isComplete);
  await deleting;
  // Deletion holds no lock that a send waits for, so several sends complete during each step.
  expect(sent).toBeGreaterThan(steps);
  expect(await unread(2)).toEqual({ '1 kept': 2, '2 elsewhere': sent });
  expect(await unread(3)).toEqual({ '1 kept': 1, '2 elsewhere': sent });
});
