import { visitor } from '@parley/core';
import { sql } from '@parley/db';
import { type Fact, MessageSent } from '@parley/proto/events/v1/facts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentById } from '../src/db/attachments.ts';
import { mayRead } from '../src/files/access.ts';
import { followLinks } from '../src/workers/links.ts';
import { expireUnlinked, sweep } from '../src/workers/sweep.ts';
import {
  callOf,
  followed,
  signal,
  startTestUpload,
  storeKinds,
  type TestUpload,
  withFacts,
} from './support.ts';

describe.each(storeKinds)('on the %s store', (kind) => {
  let test: TestUpload;
  beforeAll(async () => {
    test = await startTestUpload({ kind });
  });
  afterAll(() => test?.[Symbol.asyncDispose]());

  const sent = (messageId: number, senderId: number, uploadPaths: string[]) =>
    followLinks(
      test.ctx,
      followed(
        {
          $case: 'messageSent',
          messageSent: MessageSent.create({ senderId, uploadPaths, sentAt: 1_700_000_000 }),
        },
        messageId,
      ),
      signal,
    );
  const changed = (messageId: number, editorId: number, uploadPaths: string[]) =>
    followLinks(
      test.ctx,
      followed({
        $case: 'messageChanged',
        messageChanged: { messageId, editorId, uploadPaths, channelId: 0, sentAt: 1_700_000_000 },
      }),
      signal,
    );
  const deleted = (...messageIds: number[]) =>
    followLinks(
      test.ctx,
      followed({
        $case: 'messagesDeleted',
        messagesDeleted: { messageIds, channelId: 0, hadAttachments: true },
      }),
      signal,
    );
  const due = (unlinkedBefore: number) =>
    followLinks(
      test.ctx,
      followed({ $case: 'unlinkedFilesDue', unlinkedFilesDue: { unlinkedBefore } }),
      signal,
    );

  const linksOf = async (attachmentId: number) =>
    (
      await test.db.many<{ id: number }>(sql`
      select message_id as id from attachment_messages where attachment_id = ${attachmentId} order by 1`)
    ).map(({ id }) => id);
  const exists = async (attachmentId: number) => (await attachmentById(test.db, attachmentId)) !== undefined;

  describe('links', () => {
    it('are stored once, if the author may read the file', async () => {
      const { attachmentId, pathId } = await test.upload(1, 'text');
      await sent(11, 2, [pathId]);
      expect(await linksOf(attachmentId)).toEqual([]);
      await sent(12, 1, [pathId, pathId, '1/none/none.txt', '\u0000'.replace('\u0000', 'x')]);
      await sent(12, 1, [pathId]);
      expect(await linksOf(attachmentId)).toEqual([12]);
      test.sees.set(2, [12]);
      const file = (await attachmentById(test.db, attachmentId))!;
      expect(await mayRead(test.ctx, file, callOf(2))).toBe(true);
      expect(await mayRead(test.ctx, file, callOf(3))).toBe(false);
      expect(await mayRead(test.ctx, file, callOf(visitor))).toBe(false);
      await sent(13, 2, [pathId]);
      expect(await linksOf(attachmentId)).toEqual([12, 13]);
    });

    it('change with edits of the message', async () => {
      const [one, two] = [await test.upload(1, 'one'), await test.upload(1, 'two')];
      await sent(21, 1, [one.pathId]);
      await changed(21, 1, [two.pathId]);
      expect([await linksOf(one.attachmentId), await linksOf(two.attachmentId)]).toEqual([[], [21]]);
      await changed(21, 3, [one.pathId, two.pathId]);
      expect([await linksOf(one.attachmentId), await linksOf(two.attachmentId)]).toEqual([[], [21]]);
      expect(await exists(one.attachmentId)).toBe(true);
    });
  });

  describe('a file', () => {
    it('is deleted with the last message that links it, and so are its bytes', async () => {
      const before = await test.blobs();
      const { attachmentId, pathId } = await test.upload(1, 'goes with its messages');
      await sent(31, 1, [pathId]);
      await sent(32, 1, [pathId]);
      await deleted(31);
      expect([await exists(attachmentId), await linksOf(attachmentId)]).toEqual([true, [32]]);
      await deleted(32, 33);
      await deleted(32, 33);
      expect(await exists(attachmentId)).toBe(false);
      await sweep(test.ctx);
      expect(await test.blobs()).toBe(before);
    });

    it('without links is deleted after the waiting period, but a linked file never is', async () => {
      const [linked, unlinked, young] = [
        await test.upload(1, 'linked'),
        await test.upload(1, 'unlinked'),
        await test.upload(1, 'young'),
      ];
      await sent(41, 1, [linked.pathId]);
      await test.db.execute(sql`
      update attachments set unlinked_since = now() - interval '8 days'
       where attachment_id = ${unlinked.attachmentId}`);
      await due(Date.now() - test.ctx.limits.unlinkedLifetimeMs);
      const there = await Promise.all(
        [linked, unlinked, young].map(({ attachmentId }) => exists(attachmentId)),
      );
      expect(there).toEqual([true, false, true]);
    });

    it('that only a scheduled message links is kept until the message is sent', async () => {
      const [later, never] = [await test.upload(1, 'later'), await test.upload(1, 'never')];
      test.scheduled.push(later.pathId);
      const ids = [later.attachmentId, never.attachmentId];
      await test.db.execute(sql`
        update attachments set unlinked_since = now() - interval '8 days'
         where attachment_id = any(${ids}::int8[])`);
      await sweep(test.ctx);
      await due(Date.now() - test.ctx.limits.unlinkedLifetimeMs);
      expect(await Promise.all(ids.map(exists))).toEqual([true, false]);
    });
  });
});

describe('files that lost their links at the same time', () => {
  it('are deleted although messaging is asked about fewer files at once, unless scheduled messages link them', async () => {
    await using test = await startTestUpload();
    const facts: Fact['value'][] = [];
    const ctx = withFacts(test.ctx, facts);
    const files: Awaited<ReturnType<typeof test.upload>>[] = [];
    for (let n = 0; n < 6; n++) files.push(await test.upload(1, `file ${n}`));
    const remaining = async () => {
      const rows = await test.db.many<{ id: number }>(sql`select attachment_id as id from attachments`);
      const ids = new Set(rows.map(({ id }) => id));
      return files.flatMap(({ attachmentId }, n) => (ids.has(attachmentId) ? [n] : []));
    };
    const sweepAndFollow = async (limit: number) => {
      await expireUnlinked(ctx, limit);
      for (const fact of facts.splice(0)) await followLinks(test.ctx, followed(fact!), signal);
      return await remaining();
    };
    // Scheduled messages link all files, so all get the same time.
    test.scheduled.push(...files.map(({ pathId }) => pathId));
    test.clock.offsetMs = test.ctx.limits.unlinkedLifetimeMs + 1_000;
    expect(await sweepAndFollow(6)).toEqual([0, 1, 2, 3, 4, 5]);
    test.scheduled.splice(0, 6, files[1]!.pathId, files[5]!.pathId);
    test.clock.offsetMs *= 2;
    // Messaging was not asked about the last file yet, so it must not be deleted, either.
    expect(await sweepAndFollow(2)).toEqual([1, 2, 3, 4, 5]);
    expect(await sweepAndFollow(2)).toEqual([1, 4, 5]);
    expect(await sweepAndFollow(2)).toEqual([1, 5]);
    expect(await sweepAndFollow(2)).toEqual([1, 5]);
  });
});
