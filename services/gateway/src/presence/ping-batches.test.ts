import { errors } from '@parley/core';
import { PresencePing, type UpdatePresencesRequest } from '@parley/proto/useradmin/v1/personal';
import type { UserId } from '@parley/rules';
import { beforeEach, expect, it, vi } from 'vitest';
import { PingBatches } from './ping-batches.ts';

const pingOf = (userId: UserId): PresencePing => PresencePing.fromPartial({ userId });
const textOf = (answer: Uint8Array): string => Buffer.from(answer).toString();

/** Returns a fake user-admin that answers each person with their ID. It answers at most `limit` people per call. */
function ownerThat(limit = Number.POSITIVE_INFINITY) {
  const calls: number[][] = [];
  return {
    calls,
    async updatePresences({ pings }: UpdatePresencesRequest) {
      const ids = pings.map(({ userId }) => userId);
      calls.push(ids);
      if (ids.includes(13)) throw errors.unavailable();
      const answers = ids.slice(0, limit).map((id) => Buffer.from(`{"id":${id}}`));
      return { answers, answerOfPing: answers.map((_, index) => index) };
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('sends the first ping immediately, and batches those that arrive soon after it', async () => {
  const owner = ownerThat();
  const batches = new PingBatches(owner, 1_000);
  const answers = [1, 2, 3].map((id) => batches.ping(pingOf(id)));
  expect(owner.calls).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(100);
  expect((await Promise.all(answers)).map(textOf)).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
  expect(owner.calls).toEqual([[1], [2, 3]]);
  await batches.ping(pingOf(4));
  expect(owner.calls).toEqual([[1], [2, 3], [4]]);
});

it('retries pings that an answer leaves out', async () => {
  const owner = ownerThat(2);
  const batches = new PingBatches(owner, 1_000);
  const answers = [0, 1, 2, 3, 4, 5].map((id) => batches.ping(pingOf(id)));
  await vi.advanceTimersByTimeAsync(100);
  expect((await Promise.all(answers)).map(textOf)).toEqual([0, 1, 2, 3, 4, 5].map((id) => `{"id":${id}}`));
  expect(owner.calls).toEqual([[0], [1, 2, 3, 4, 5], [3, 4, 5], [5]]);
});

it('fails all pings of a failed call and no others', async () => {
  const batches = new PingBatches(ownerThat(), 1_000);
  const first = batches.ping(pingOf(1));
  const failing = Promise.allSettled([batches.ping(pingOf(13)), batches.ping(pingOf(2))]);
  await vi.advanceTimersByTimeAsync(100);
  await first;
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(textOf(await batches.ping(pingOf(3)))).toBe('{"id":3}');
});
