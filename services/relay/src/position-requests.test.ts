import type { Msg, MsgCallback, NatsConnection } from '@nats-io/transport-node';
import { afterEach, expect, it } from 'vitest';
import { PositionRequests } from './position-requests.ts';
import type { CommitSnapshot } from './visibility.ts';

/** Creates `PositionRequests` with a fake NATS. `ask` delivers a request and resolves with the answer. */
function setup(readSnapshot: () => Promise<CommitSnapshot>) {
  let deliver: MsgCallback<Msg> | undefined;
  const failures: Error[] = [];
  const nats = {
    subscribe: (_subject: string, { callback }: { callback: MsgCallback<Msg> }) => {
      deliver = callback;
      return { unsubscribe: () => undefined };
    },
  } as unknown as NatsConnection;
  const requests = new PositionRequests({
    nats,
    prefix: 'test',
    epoch: 'e',
    readSnapshot,
    sequence: () => 7,
    receivedLsn: () => 100,
    isOutstanding: () => false,
    ask: () => undefined,
    flush: async () => undefined,
    onFailure: (error) => failures.push(error),
  });
  const ask = () =>
    new Promise<string>((resolve) => {
      deliver!(null, { respond: (answer: string) => resolve(answer) } as unknown as Msg);
    });
  return { requests, failures, ask };
}

const snapshot = { walLsn: 50 } as CommitSnapshot;
const answer = JSON.stringify({ epoch: 'e', sequence: 7 });
let stopLast: (() => void) | undefined;
afterEach(() => stopLast?.());

it('answers requests after a failed snapshot, including those that arrived meanwhile', async () => {
  const reads: PromiseWithResolvers<CommitSnapshot>[] = [];
  const { requests, failures, ask } = setup(() => {
    reads.push(Promise.withResolvers());
    return reads.at(-1)!.promise;
  });
  stopLast = () => requests.stop();
  const first = ask();
  await expect.poll(() => reads).toHaveLength(1);
  const second = ask();
  reads[0]!.reject(new Error('the database is away'));
  await expect.poll(() => reads).toHaveLength(2);
  reads[1]!.resolve(snapshot);
  expect(await Promise.all([first, second])).toEqual([answer, answer]);
  expect(failures).toHaveLength(1);
});

it('reads no snapshot after it was stopped', async () => {
  let reads = 0;
  const { requests, ask } = setup(() => {
    reads++;
    return Promise.reject(new Error('the database is away'));
  });
  void ask();
  await expect.poll(() => reads).toBeGreaterThan(1);
  requests.stop();
  const before = reads;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reads).toBe(before);
});
