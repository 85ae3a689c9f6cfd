import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReaction } from '../src/rpc/changing/add-reaction.ts';
import { deleteMessage } from '../src/rpc/changing/delete-message.ts';
import { deleteTopic } from '../src/rpc/changing/delete-topic.ts';
import { removeReaction } from '../src/rpc/changing/remove-reaction.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { getMessageHistory } from '../src/rpc/reading/get-message-history.ts';
import { openCrowd, tryToChange } from './crowd.ts';
import type { EmittedEvent, LoggedTestService, MessageBody } from './support.ts';

let service: LoggedTestService;
const people = [1, 2, 3, 4, 5];
const channels = [1, 2];

beforeAll(async () => {
  service = await openCrowd(people, channels, {
    can_delete_any_message_group: 12,
    can_delete_own_message_group: 10,
    can_move_messages_between_topics_group: 10,
    can_move_messages_between_channels_group: 10,
    can_resolve_topics_group: 10,
  });
});

afterAll(() => service[Symbol.asyncDispose]());

type Op = { user: number; index: number; kind: string; topic: string; channel: number; mode: string };

const op: fc.Arbitrary<Op> = fc.record({
  user: fc.constantFrom(...people),
  index: fc.nat(4),
  kind: fc.constantFrom(
    'edit',
    'topic',
    'topic',
    'channel',
    'channel',
    'delete',
    'react',
    'unreact',
    'history',
    'history',
    'deleteTopic',
  ),
  topic: fc.constantFrom('a', 'b', 'A', '✔ a'),
  channel: fc.constantFrom(...channels),
  mode: fc.constantFrom('change_one', 'change_later', 'change_all'),
});

async function run({ user, index, kind, topic, channel, mode }: Op, ids: readonly number[], n: number) {
  const { ctx } = service;
  const messageId = ids[index]!;
  const update = (change: Partial<UpdateMessageRequest>) =>
    updateMessage(
      ctx,
      UpdateMessageRequest.create({ messageId, propagateMode: mode, ...change }),
      service.scope(user),
    );
  const emoji = { messageId, emojiName: 'tada', emojiCode: undefined, reactionType: undefined };
  if (kind === 'edit') await update({ content: `edit ${n}`, propagateMode: 'change_one' });
  else if (kind === 'topic') await update({ topic });
  else if (kind === 'channel') await update({ topic, channelId: channel });
  else if (kind === 'delete') await deleteMessage(ctx, { messageId }, service.scope(user));
  else if (kind === 'react') await addReaction(ctx, emoji, service.scope(user));
  else if (kind === 'unreact') await removeReaction(ctx, emoji, service.scope(user));
  else if (kind === 'history')
    await getMessageHistory(ctx, { messageId, allowEmptyTopicName: true }, service.scope(user));
  else if (n % 4 === 0) await deleteTopic(ctx, { channelId: channel, topic }, service.scope(user));
}

type Known = { content: string; channel: number; topic: string; reactions: Set<number> };

/** Applies events to the state of a client that receives all events of both channels. */
function replay(emitted: readonly EmittedEvent[], known: Map<number, Known>): void {
  for (const { deliveries } of emitted) {
    // A recipient receives the first delivery whose audience includes them.
    const json: MessageBody | undefined = deliveries[0]?.json;
    if (json?.type === 'delete_message') for (const id of json.message_ids as number[]) known.delete(id);
    if (json?.type === 'reaction') {
      const reactions = known.get(json.message_id)!.reactions;
      if (json.op === 'add') reactions.add(json.user_id);
      else reactions.delete(json.user_id);
    }
    if (json?.type !== 'update_message') continue;
    for (const id of json.message_ids as number[]) {
      const message = known.get(id)!;
      if (json.content !== undefined && id === json.message_id) message.content = json.content;
      if (json.subject !== undefined) message.topic = json.subject;
      if (json.new_stream_id !== undefined) message.channel = json.new_stream_id;
    }
  }
}

it('after many people change messages concurrently, clients that follow the events show the stored state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 10, maxLength: 20 }), async (ops) => {
      await service.db.execute(sql`delete from messages`);
      await service.db.execute(sql`delete from reactions`);
      const ids: number[] = [];
      for (let n = 0; n < 5; n++) {
        ids.push(
          await service.send(people[n]!, { channel: 1, topic: n < 3 ? 'a' : 'b' }, { content: 'new' }),
        );
      }
      const known = new Map(
        ids.map((id, n): [number, Known] => [
          id,
          { content: 'new', channel: 1, topic: n < 3 ? 'a' : 'b', reactions: new Set() },
        ]),
      );
      await service.emitted();
      await Promise.all(ops.map((each, n) => tryToChange(() => run(each, ids, n))));
      replay(await service.emitted(), known);
      const rows = await service.db.many<{
        id: number;
        content: string;
        channel: number;
        topic: string;
        users: number[];
      }>(sql`
        select m.id, m.content, m.channel_id as channel, m.topic,
               coalesce((select array_agg(r.user_id order by r.user_id) from reactions r where r.message_id = m.id), '{}') as users
          from messages m order by m.id`);
      const shown = [...known]
        .sort(([a], [b]) => a - b)
        .map(([id, { reactions, ...rest }]) => ({
          id,
          ...rest,
          users: [...reactions].sort((a, b) => a - b),
        }));
      expect(shown).toEqual(rows);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
