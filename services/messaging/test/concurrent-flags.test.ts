import { sql } from '@parley/db';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteMessage } from '../src/rpc/changing/delete-message.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { openCrowd, tryToChange } from './crowd.ts';
import type { EmittedEvent, LoggedTestService, MessageBody } from './support.ts';

let service: LoggedTestService;
const [sender, reader] = [1, 2];

beforeAll(async () => {
  service = await openCrowd([sender, reader], [1], {
    can_delete_any_message_group: 12,
    can_move_messages_between_topics_group: 10,
  });
});

afterAll(() => service[Symbol.asyncDispose]());

const flagOps = ['star', 'unstar', 'read', 'unread'] as const;
type Op = { kind: (typeof flagOps)[number] | 'delete' | 'topic'; index: number };
const op: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom(...flagOps, ...flagOps, 'delete', 'topic'),
  index: fc.nat(3),
});

const flag = (messageIds: number[], kind: (typeof flagOps)[number]) =>
  updateFlags(
    service.ctx,
    {
      messageIds,
      op: kind === 'star' || kind === 'read' ? 'add' : 'remove',
      flag: kind === 'star' || kind === 'unstar' ? 'starred' : 'read',
    },
    service.scope(reader),
  );

async function run({ kind, index }: Op, ids: readonly number[], n: number) {
  const messageId = ids[index]!;
  if (kind === 'delete') await deleteMessage(service.ctx, { messageId }, service.scope(sender));
  else if (kind === 'topic') {
    const request = UpdateMessageRequest.create({
      messageId,
      topic: `moved ${n}`,
      propagateMode: 'change_one',
    });
    await updateMessage(service.ctx, request, service.scope(sender));
  } else await flag([messageId], kind);
}

/** The state of the reader's client, which it derives from events. */
class Client {
  readonly starred = new Set<number>();
  /** Topics of the unread messages. */
  readonly unread = new Map<number, string>();

  receive({ deliveries }: EmittedEvent): void {
    const json: MessageBody = deliveries[0]?.json ?? {};
    const ids: number[] = json.messages ?? json.message_ids ?? [];
    for (const id of ids) {
      if (json.type === 'delete_message') {
        this.starred.delete(id);
        this.unread.delete(id);
      }
      if (json.type === 'update_message') {
        if (json.subject !== undefined && this.unread.has(id)) this.unread.set(id, json.subject);
      }
      if (json.type !== 'update_message_flags') continue;
      if (json.flag === 'starred') {
        if (json.op === 'add') this.starred.add(id);
        else this.starred.delete(id);
      } else if (json.op === 'add') this.unread.delete(id);
      else this.unread.set(id, json.message_details[id].topic);
    }
  }

  get shown() {
    return { starred: [...this.starred].sort((a, b) => a - b), unread: [...this.unread].sort() };
  }
}

/** Returns the state that a client gets when it registers now. */
async function registered() {
  const { state } = await getInitialState(
    service.ctx,
    {
      options: InitialStateOptions.create({
        fetchEventTypes: ['message', 'update_message_flags', 'starred_messages'],
      }),
      histories: [...service.world.histories.get(reader)!.values()],
    },
    service.scope(reader),
  );
  const { unread_msgs, starred_messages } = JSON.parse(state!.fieldsJson.toString());
  const client = new Client();
  for (const id of starred_messages) client.starred.add(id);
  for (const { topic, unread_message_ids } of unread_msgs.streams) {
    for (const id of unread_message_ids) client.unread.set(id, topic);
  }
  return client.shown;
}

it('after one person changes flags while messages are moved and deleted, their client shows the stored state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 12, maxLength: 30 }), async (ops) => {
      await service.db.execute(sql`delete from messages`);
      await service.db.execute(sql`delete from personal_flags`);
      const ids: number[] = [];
      for (let n = 0; n < 4; n++) {
        ids.push(await service.send(sender, { channel: 1, topic: 'a' }, { content: 'new' }));
      }
      await flag(ids, 'read');
      await flag(ids, 'unread');
      await flag(ids.slice(0, 2), 'star');
      await service.emitted();
      const client = new Client();
      for (const id of ids) client.unread.set(id, 'a');
      for (const id of ids.slice(0, 2)) client.starred.add(id);
      await Promise.all(ops.map((each, n) => tryToChange(() => run(each, ids, n))));
      for (const emitted of await service.emitted()) client.receive(emitted);
      expect(client.shown).toEqual(await registered());
      const { left } = await service.db.one<{ left: number }>(sql`
        select count(*) as left from personal_flags f
         where flags = 0 or not exists (select from messages m where m.id = f.message_id)`);
      expect(left).toBe(0);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
