import { visitor } from '@parley/core';
import { sql } from '@parley/db';
import { MessageSent } from '@parley/proto/events/v1/facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTemporaryUrl } from '../src/rpc/get-temporary-url.ts';
import { readFile } from '../src/rpc/read-file.ts';
import { followLinks } from '../src/workers/links.ts';
import { sweep } from '../src/workers/sweep.ts';
import { callOf, followed, noBytes, signal, startTestUpload, type TestUpload } from './support.ts';

let test: TestUpload;
beforeAll(async () => {
  test = await startTestUpload();
});
afterAll(() => test?.[Symbol.asyncDispose]());

/** Ends all access of a person, as the log announces it. */
const accessEnded = (userId: number) =>
  followLinks(test.ctx, followed({ $case: 'accessEnded', accessEnded: { userId } }), signal);

/** Returns the token of a new temporary URL. */
const tokenOf = async (userId: number, pathId: string) =>
  (await getTemporaryUrl(test.ctx, { pathId }, callOf(userId))).url.split('/')[3]!;

/** Returns the status with which a token is answered. */
async function statusOf(temporaryToken: string): Promise<number> {
  const request = { range: '', ifRange: '', ifNoneMatch: '', headOnly: true };
  const file = { $case: 'temporaryToken', temporaryToken } as const;
  return readFile(test.ctx, { ...request, file }, noBytes, callOf(visitor)).then(
    ({ response }) => response.status,
    (error) => error.status,
  );
}

/** Uploads a file of a person, to which a message links that `readers` may read. */
async function shared(ownerId: number, readers: number[]): Promise<string> {
  const { pathId } = await test.upload(ownerId, 'shared');
  const messageId = 100 + ownerId;
  const messageSent = MessageSent.create({ senderId: ownerId, uploadPaths: [pathId], sentAt: 1_700_000_000 });
  await followLinks(test.ctx, followed({ $case: 'messageSent', messageSent }, messageId), signal);
  for (const reader of readers) test.sees.set(reader, [messageId]);
  return pathId;
}

it('ends with all access of its holder, and those of other people stay', async () => {
  const pathId = await shared(1, [2]);
  const before = await tokenOf(1, pathId);
  const ofReader = await tokenOf(2, pathId);
  await accessEnded(1);
  const after = await tokenOf(1, pathId);
  expect(await Promise.all([before, ofReader, after].map(statusOf))).toEqual([404, 200, 200]);
  await accessEnded(1);
  await accessEnded(2);
  expect(await Promise.all([before, ofReader, after].map(statusOf))).toEqual([404, 404, 404]);
});

it('ends when its holder may not read the file any more', async () => {
  const pathId = await shared(3, [4, 5]);
  const tokens = await Promise.all([3, 4, 5].map((userId) => tokenOf(userId, pathId)));
  expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200, 200]);
  test.sees.delete(4);
  expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 404, 200]);
});

it('stays ended after the end of access was deleted, which happens when all URLs from before have expired', async () => {
  const { pathId } = await test.upload(6, 'own');
  const ends = async () =>
    (await test.db.one<{ count: number }>(sql`select count(*)::int8 as count from access_ends`)).count;
  await accessEnded(6);
  const between = await tokenOf(6, pathId);
  test.clock.offsetMs = 61_000;
  await sweep(test.ctx);
  expect(await ends()).toBeGreaterThan(0);
  test.clock.offsetMs = 601_000;
  await sweep(test.ctx);
  expect(await ends()).toBe(0);
  const later = await tokenOf(6, pathId);
  expect(await statusOf(later)).toBe(200);
  await accessEnded(6);
  expect(await statusOf(later)).toBe(404);
  test.clock.offsetMs = 0;
  expect(await statusOf(between)).toBe(404);
});
