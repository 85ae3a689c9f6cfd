import { expect, it } from 'vitest';
import type { Client } from '../client.ts';
import type { Message, Registration } from '../objects.ts';
import { Store } from '../store/store.ts';
import { Sender } from './sender.ts';

/** Returns a sender, and what it has sent so far. */
function setUp() {
  const sent: Record<string, unknown>[] = [];
  const store = new Store();
  store.load({ user_id: 1 } as Registration);
  const call = async (_operation: string, params: Record<string, unknown>) => {
    sent.push(params);
    return { id: 100 + sent.length };
  };
  const sender = new Sender({ call } as unknown as Client, store, () => 'queue');
  return { sender, sent, store };
}

const topic = (name: string) => ({ kind: 'topic', channelId: 7, topic: name }) as const;

/** Loads the list of a topic. */
const shown = (store: Store, place: ReturnType<typeof topic>, ids: readonly number[]) => {
  const narrow = [
    { operator: 'channel', operand: place.channelId },
    { operator: 'topic', operand: place.topic },
  ];
  const messages = ids.map(
    (id) => ({ id, type: 'stream', stream_id: 7, subject: place.topic, flags: [] }) as unknown as Message,
  );
  const page = { messages, from: 0, to: Number.POSITIVE_INFINITY };
  store.messages.receive(store.messages.beginFlight(), page, store.messages.list(narrow));
};

it('tells the newest message that the user sees in the topic, because the topic may have moved a moment ago', async () => {
  const { sender, sent, store } = setUp();
  shown(store, topic('tea'), [3, 5]);
  sender.send(topic('Tea'), 'to a topic on view');
  await expect.poll(() => sent.length).toBe(1);
  sender.send(topic('milk'), 'to a topic that was not shown');
  await expect.poll(() => sent.length).toBe(2);
  sender.send({ kind: 'direct', userIds: [2] }, 'to a person');
  await expect.poll(() => sent.length).toBe(3);
  expect(sent.map(({ seen_message_id }) => seen_message_id)).toEqual([5, undefined, undefined]);
});
