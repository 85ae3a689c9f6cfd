import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { markAsRead } from '../src/rpc/read-state/mark-as-read.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { type LoggedTestService, openLoggedTestService } from './support.ts';

// Tests the flags in events about changed messages. Clients replace their flags by these, so `read` must be among them.

let service: LoggedTestService;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  for (const id of [1, 2, 3, 4, 5]) world.user(id);
  world.channel(1);
  world.channel(2);
  for (const id of [1, 2, 3, 4]) for (const channel of [1, 2]) world.subscribe(id, channel);
  Object.assign(world.settings, {
    allow_message_editing: true,
    can_move_messages_between_topics_group: 10,
    can_move_messages_between_channels_group: 10,
  });
});
afterAll(() => service?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await service.emitted();
});

const change = (messageId: number, request: Partial<UpdateMessageRequest>) =>
  updateMessage(
    service.ctx,
    UpdateMessageRequest.create({
      messageId,
      propagateMode: 'change_one',
      notifyNewThread: false,
      notifyOldThread: false,
      ...request,
    }),
    service.scope(1),
  );

const readAll = (userId: number) => markAsRead(service.ctx, {}, service.scope(userId));

/** Returns the user IDs that an audience lists; undefined for an audience without a list. */
const listed = (to: object): number[] | undefined => ('userIds' in to ? (to.userIds as number[]) : undefined);

/** Returns the flags that people receive with the announced change. A person receives the first delivery that includes them. */
async function flagsReceived(userIds: readonly number[]): Promise<Record<number, unknown>> {
  const deliveries = (await service.emitted())
    .flatMap((event) => event.deliveries)
    .filter(({ json }) => json.type === 'update_message');
  const of = (userId: number) =>
    deliveries.find(({ to }) => listed(to)?.includes(userId) ?? 'channelId' in to)!.json.flags;
  return Object.fromEntries(userIds.map((userId) => [userId, of(userId)]));
}

describe('a changed message is sent', () => {
  it.each([
    ['edited', { content: 'changed' }],
    ['moved to another topic', { topic: 'elsewhere' }],
    ['moved to another channel', { channelId: 2 }],
  ])(
    '%s, with the read flag to people who have read it and to people who subscribed later',
    async (_, request) => {
      const id = await service.send(1, { channel: 1, topic: 'flags' });
      await readAll(2);
      await readAll(4);
      await updateFlags(service.ctx, { messageIds: [id], op: 'remove', flag: 'read' }, service.scope(4));
      service.world.subscribe(5, 1, [[id, 0]]);
      service.world.subscribe(5, 2, [[id, 0]]);
      await service.emitted();
      await change(id, request);
      expect(await flagsReceived([1, 2, 3, 4, 5])).toEqual({
        1: ['read'],
        2: ['read'],
        3: [],
        4: [],
        5: ['read'],
      });
    },
  );

  it('in a direct conversation, with the read flag only to people who have read it', async () => {
    const id = await service.send(1, { to: [2, 3] });
    await readAll(2);
    await service.emitted();
    await change(id, { content: 'changed' });
    expect(await flagsReceived([1, 2, 3])).toEqual({ 1: ['read'], 2: ['read'], 3: [] });
  });

  it('with a list of either its readers or its other recipients, whichever is shorter', async () => {
    const people = Array.from({ length: 1_200 }, (_, at) => 100 + at);
    service.world.channel(3);
    service.world.subscribe(1, 3);
    for (const id of people) {
      service.world.user(id);
      service.world.subscribe(id, 3);
    }
    const id = await service.send(1, { channel: 3 });
    const readers = people.filter((userId) => userId % 10 !== 0);
    await service.db.execute(sql`insert into read_floors (user_id, channel_id, message_id)
      select u, 3, ${id} from unnest(${readers}::int8[]) u`);
    await service.emitted();
    await change(id, { content: 'changed' });
    const [event] = await service.emitted();
    expect(event!.deliveries.map(({ to, json }) => [listed(to)?.length, json.flags])).toEqual([
      [people.length - readers.length, []],
      [undefined, ['read']],
    ]);
  });

  it('with the read flag only to the person who changed it, in a channel with too many subscribers to look up who read it', async () => {
    const { channel } = service.ctx;
    service.ctx.channel = {
      ...channel,
      getAudience: async () => ({ subscriberCount: 10_001, readers: [] }),
    };
    try {
      const id = await service.send(1, { channel: 1 });
      await readAll(2);
      await service.emitted();
      await change(id, { content: 'changed' });
      expect(await flagsReceived([1, 2, 3])).toEqual({ 1: ['read'], 2: [], 3: [] });
    } finally {
      service.ctx.channel = channel;
    }
  });
});
