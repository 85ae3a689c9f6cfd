import { expect, it } from 'vitest';
import { event, message, registration } from '../../test/registration.ts';
import type { Client } from '../client.ts';
import { Store } from '../store/store.ts';
import { ApiError, ConnectionError } from '../transport/errors.ts';
import { History } from './history.ts';

const topic = [
  { operator: 'channel', operand: 1 },
  { operator: 'topic', operand: 'red' },
];
const unreachable = new ConnectionError('get-messages', 'The server does not answer');

/** Returns the history of a loaded topic with messages 1 and 9. `failures` are thrown by the next requests. */
async function loaded() {
  const requests: (readonly number[] | 'page')[] = [];
  const failures: Error[] = [];
  const at = (id: number) => message(id, { channelId: 1, topic: 'red' });
  const client = {
    call: async (_operation: string, { message_ids: ids }: { message_ids?: readonly number[] }) => {
      requests.push(ids ?? 'page');
      const failure = failures.shift();
      if (failure) throw failure;
      if (ids) return { messages: ids.map(at) };
      return { messages: [at(1), at(9)], anchor: 9, found_oldest: true, found_newest: true };
    },
  } as unknown as Client;
  const store = new Store();
  store.load(registration());
  const history = new History(client, store);
  const list = history.list(topic);
  list.watch(() => undefined);
  const load = () => history.load(list, { anchor: 'newest', before: 10 });
  await load();
  requests.length = 0;
  /** Applies a move of a message that is not loaded into the topic. */
  const moveHere = async (id: number) => {
    const moved = { message_id: id, message_ids: [id], stream_id: 1, orig_subject: 'blue', subject: 'red' };
    store.apply([event({ type: 'update_message', edit_timestamp: 9, flags: [], ...moved })]);
    await history.settled();
  };
  return {
    history,
    requests,
    failures,
    moveHere,
    load,
    ids: () => list.ranges.flatMap((range) => range.ids),
  };
}

it('asks again for a topic that moved while its messages were requested', async () => {
  const asked: unknown[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const client = {
    call: async (_operation: string, { narrow }: { narrow: { operand: unknown }[] }) => {
      const place = narrow.at(-1)!.operand;
      asked.push(place);
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      await answer.promise;
      const messages = place === 'green' ? [message(1, { channelId: 1, topic: 'green' })] : [];
      return { messages, anchor: 1, found_oldest: true, found_newest: true };
    },
  } as unknown as Client;
  const store = new Store();
  store.load(registration());
  const history = new History(client, store);
  const list = history.list(topic);
  list.watch(() => undefined);
  const loading = history.load(list, { anchor: 'newest', before: 10 });
  const moved = { message_id: 1, message_ids: [1], stream_id: 1, orig_subject: 'red', subject: 'green' };
  store.apply([
    event({ type: 'update_message', edit_timestamp: 9, flags: [], propagate_mode: 'change_all', ...moved }),
  ]);
  // The answer for the old name comes last.
  while (answers.length > 0) {
    for (const { resolve } of answers.splice(0).reverse()) resolve();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await loading;
  await history.settled();
  expect(asked.slice(0, 2)).toEqual(['red', 'green']);
  expect(asked.slice(2)).not.toContain('red');
  expect(list.ranges).toMatchObject([{ from: 0, ids: [1] }]);
});

it('requests a missing message again after the next connection when its request failed', async () => {
  const { history, requests, failures, moveHere, ids } = await loaded();
  failures.push(unreachable, unreachable);
  await moveHere(5);
  // It is not requested in a loop while the server does not answer.
  expect(requests).toEqual([[5]]);
  expect(ids()).toEqual([1, 9]);
  history.reload();
  await history.settled();
  expect(requests).toEqual([[5], [5]]);
  history.reload();
  await history.settled();
  expect(ids()).toEqual([1, 5, 9]);
  history.reload();
  await history.settled();
  expect(requests).toEqual([[5], [5], [5]]);
});

it('requests it again together with the next missing message, and after a page that could be read', async () => {
  const { history, requests, failures, moveHere, load, ids } = await loaded();
  failures.push(unreachable);
  await moveHere(5);
  await moveHere(6);
  expect(ids()).toEqual([1, 5, 6, 9]);
  failures.push(unreachable);
  await moveHere(7);
  expect(ids()).toEqual([1, 5, 6, 9]);
  await load();
  await history.settled();
  expect(requests.slice(2)).toEqual([[7], 'page', [7]]);
  expect(ids()).toContain(7);
});

it('does not request messages again that the server refuses', async () => {
  const { history, requests, failures, moveHere } = await loaded();
  failures.push(new ApiError('get-messages', 400, { code: 'BAD_REQUEST', msg: 'Invalid.' }));
  await moveHere(5);
  history.reload();
  await moveHere(6);
  expect(requests).toEqual([[5], [6]]);
});
