import { errors, foreignErrorText } from '@parley/core';
import { type Db, sql } from '@parley/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usedBytes } from '../src/db/attachments.ts';
import { begin, cancel } from '../src/receiving/begin.ts';
import { complete } from '../src/receiving/complete.ts';
import { receive } from '../src/receiving/receive.ts';
import { getUpload } from '../src/rpc/get-upload.ts';
import { storeFile } from '../src/rpc/store-file.ts';
import { sweep } from '../src/workers/sweep.ts';
import { callOf, chunksOf, contentOf, startTestUpload, storeKinds, type TestUpload } from './support.ts';

describe.each(storeKinds)('on the %s store', (kind) => {
  let test: TestUpload;
  beforeAll(async () => {
    test = await startTestUpload({ kind });
  });
  afterAll(() => test?.[Symbol.asyncDispose]());

  const started = (ownerId: number, sizeBytes: number) =>
    begin(test.ctx, { fileName: 'a.txt', contentType: '' }, { ownerId, sizeBytes, metadataJson: '{}' });
  const resumable = (maxBytes: number) => ({ maxBytes, keepsPartial: true });

  async function* brokenOff(content: string) {
    yield* chunksOf(content);
    throw errors.unavailable(foreignErrorText('The upload broke off.'));
  }

  describe('uploaded bytes', () => {
    it('are kept up to the interruption, and the upload resumes there', async () => {
      const content = 'abcdefghijklmnopqrstuvwxyz0123456789';
      const upload = await started(1, content.length);
      const broken = receive(test.ctx, upload, 0, brokenOff(content.slice(0, 16)), resumable(content.length));
      await expect(broken).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const { offset } = await getUpload(test.ctx, upload, callOf(1));
      expect(offset).toBe(16);
      await expect(getUpload(test.ctx, upload, callOf(2))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(complete(test.ctx, upload)).rejects.toMatchObject({ status: 409 });
      await receive(test.ctx, upload, 16, chunksOf(content.slice(16)), resumable(content.length));
      const { url, attachmentId } = await complete(test.ctx, upload);
      expect((await complete(test.ctx, upload)).attachmentId).toBe(attachmentId);
      const pathId = url.slice('/user_uploads/'.length);
      expect(await contentOf(test.ctx, 1, pathId)).toBe(content);
      expect(await contentOf(test.ctx, 1, pathId, 'bytes=9-24')).toBe(content.slice(9, 25));
    });

    it('are stored by transactions alone, because only those run again after a lost connection', async () => {
      const fails = () => Promise.reject(errors.unavailable());
      const db = { ...test.ctx.db, many: fails, maybeOne: fails, one: fails, execute: fails };
      const description = { fileName: 'a.txt', contentType: '' };
      const { response } = await storeFile({ ...test.ctx, db }, description, chunksOf('abc'), callOf(1));
      expect(await contentOf(test.ctx, 1, response.file!.url.slice('/user_uploads/'.length))).toBe('abc');
    });

    it('are stored once when transactions run again after their own commit', async () => {
      let again = 0;
      // As when the answer to a commit was lost.
      const tx: Db['tx'] = async (run, options) => {
        const value = await test.ctx.db.tx(run, options);
        if (!options?.isIdempotent) return value;
        again++;
        return test.ctx.db.tx(run, options);
      };
      const ctx = { ...test.ctx, db: { ...test.ctx.db, tx } };
      const content = 'abc'.repeat(20);
      const { response } = await storeFile(
        ctx,
        { fileName: 'a.txt', contentType: '' },
        chunksOf(content),
        callOf(9),
      );
      expect(again).toBeGreaterThan(3);
      expect(await contentOf(test.ctx, 9, response.file!.url.slice('/user_uploads/'.length))).toBe(content);
      const files = await test.db.many(sql`select from attachments where owner_id = 9`);
      expect(files).toHaveLength(1);
    });

    it('may be none: the file is then empty, whatever its kind', async () => {
      for (const [fileName, contentType] of [
        ['.gitkeep', ''],
        ['a.txt', 'text/plain'],
        ['a.png', 'image/png'],
        ['a.mp4', 'video/mp4'],
      ] as const) {
        const { response } = await storeFile(test.ctx, { fileName, contentType }, chunksOf(''), callOf(10));
        expect(await contentOf(test.ctx, 10, response.file!.url.slice('/user_uploads/'.length))).toBe('');
      }
      const files = await test.db.many(sql`select from attachments where owner_id = 10 and size_bytes = 0`);
      expect(files).toHaveLength(4);
    });

    it('count once when two requests append at the same offset', async () => {
      const upload = await started(1, 24);
      const outcomes = await Promise.allSettled(
        ['x', 'y'].map((char) => receive(test.ctx, upload, 0, chunksOf(char.repeat(24)), resumable(24))),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { url } = await complete(test.ctx, upload);
      expect(await contentOf(test.ctx, 1, url.slice('/user_uploads/'.length))).toMatch(/^(x{24}|y{24})$/);
    });

    it('beyond the announced or permitted size are refused', async () => {
      const upload = await started(1, 8);
      const over = receive(test.ctx, upload, 0, chunksOf('x'.repeat(12)), resumable(8));
      await expect(over).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      await expect(started(1, 1_001)).rejects.toMatchObject({ status: 413 });
      await cancel(test.ctx, upload.uploadId, 1);
    });

    it('of cancelled and expired uploads are removed; those of files are kept', async () => {
      const { pathId } = await test.upload(5, 'this one stays for good');
      const kept = await test.blobs();
      const [given, expiring] = [await started(6, 30), await started(6, 30)];
      for (const upload of [given, expiring]) {
        await receive(test.ctx, upload, 0, chunksOf('y'.repeat(20)), resumable(30));
      }
      await cancel(test.ctx, given.uploadId, 6);
      await test.db.execute(sql`update uploads set expires_at = now()`);
      // Simulates a process that was killed while it wrote a blob.
      const orphan = 'ab/abababab-abab-4bab-8bab-abababababab';
      await test.db.execute(sql`insert into condemned_blobs (blob_key, due_at) values (${orphan}, now())`);
      const writer = await test.ctx.store.open(orphan);
      await writer.write(Buffer.from('half'));
      await sweep(test.ctx);
      await expect(getUpload(test.ctx, expiring, callOf(6))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await until(async () => (await test.blobs()) <= kept);
      expect(await contentOf(test.ctx, 5, pathId)).toBe('this one stays for good');
      await writer.abort();
    });

    const until = async (condition: () => Promise<boolean>) => expect(await condition()).toBe(true);
  });

  describe('limits of uploads', () => {
    it('count the files of a statement together, whatever it does with them', async () => {
      const { db } = test.ctx;
      const usedBefore = await usedBytes(db);
      const paths = ['a', 'b', 'c'].map((name) => `1/counted-${kind}/${name}`);
      await db.execute(sql`
        insert into attachments (owner_id, file_name, path_id, content_type, size_bytes)
        select 1, 'a.txt', path, '', 100 * n from unnest(${paths}::text[]) with ordinality as g (path, n)`);
      expect((await usedBytes(db)) - usedBefore).toBe(600);
      await db.execute(
        sql`update attachments set size_bytes = size_bytes + 1 where path_id = any(${paths}::text[])`,
      );
      expect((await usedBytes(db)) - usedBefore).toBe(603);
      await db.execute(sql`delete from attachments where path_id = any(${paths.slice(1)}::text[])`);
      expect((await usedBytes(db)) - usedBefore).toBe(101);
      await db.execute(sql`delete from attachments where path_id = ${'1/nothing'}`);
      await db.execute(sql`delete from attachments where path_id = any(${paths}::text[])`);
      expect(await usedBytes(db)).toBe(usedBefore);
    });

    it('apply to one person’s uploads and the organization’s bytes', async () => {
      for (let count = 0; count < 3; count++) await started(9, 10);
      await expect(started(9, 10)).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
      await using small = await startTestUpload({ kind, quotaBytes: 25 });
      await small.upload(1, 'twenty bytes of text');
      await expect(small.upload(1, 'six to much')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect((await small.db.one<{ n: number }>(sql`select count(*) as n from attachments`)).n).toBe(1);
    });

    it('keep one person from filling the store, and leave room to others', async () => {
      await using small = await startTestUpload({ kind, personBytes: 25 });
      const first = await small.upload(1, 'twenty bytes of text');
      const tooMuch = { code: 'PAYLOAD_TOO_LARGE', status: 413 };
      await expect(small.upload(1, 'six to much')).rejects.toMatchObject(tooMuch);
      await small.upload(2, 'six to much');
      await small.db.execute(sql`delete from attachments where path_id = ${first.pathId}`);
      await small.upload(1, 'six to much');
      const files = await small.db.many<{ owner: number }>(
        sql`select owner_id as owner from attachments order by owner_id`,
      );
      expect(files).toEqual([{ owner: 1 }, { owner: 2 }]);
    });

    it('count what arrives at the same time, and what was not announced', async () => {
      await using small = await startTestUpload({ kind, personBytes: 25, maxFiles: 2 });
      const sent = await Promise.allSettled([1, 2, 3].map(() => small.upload(1, 'ten bytes.')));
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      await expect(small.upload(1, 'x')).rejects.toThrow(/as many as you may/);
    });
  });
});
