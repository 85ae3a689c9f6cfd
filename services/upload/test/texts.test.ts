import { sql } from '@parley/db';
import { backgroundCall } from '@parley/rpc';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { attachmentByPath, attachmentsJsonOf, insertLink } from '../src/db/attachments.ts';
import { renewTexts, storeFileTexts, takeUnreadFiles } from '../src/db/file-texts.ts';
import { readTexts } from '../src/file-texts/read-texts.ts';
import { deleteAttachment } from '../src/rpc/delete-attachment.ts';
import { eraseUser } from '../src/rpc/erasing/erase-user.ts';
import { findFileTexts } from '../src/rpc/find-file-texts.ts';
import { importSmallFiles } from '../src/rpc/importing/import-small-files.ts';
import { undoImportedFiles } from '../src/rpc/importing/undo-imported-files.ts';
import type { Scanner } from '../src/scanning/scanner.ts';
import { followLinks } from '../src/workers/links.ts';
import { createTextReader } from '../src/workers/text-reader.ts';
import { callOf, followed, signal, startTestUpload, type TestUpload } from './support.ts';

const owner = 7;

const start = async (options: Parameters<typeof startTestUpload>[0] = {}): Promise<TestUpload> => {
  const upload = await startTestUpload(options);
  onTestFinished(() => upload[Symbol.asyncDispose]());
  return upload;
};
const link = (upload: TestUpload, attachmentId: number, messageId: number) =>
  upload.db.tx((tx) => insertLink(tx, attachmentId, { messageId, sentAt: 1_700_000_000 }));
const found = async ({ ctx }: TestUpload, query: string): Promise<string[]> =>
  (await findFileTexts(ctx, { query, limit: 50, pathIds: [], beforeMessageId: 0 })).files.map(
    ({ name }) => name,
  );
const statuses = async ({ db }: TestUpload): Promise<Record<string, string>> =>
  Object.fromEntries(
    (JSON.parse(await attachmentsJsonOf(db, owner)) as { name: string; text_status: string }[]).map(
      (file) => [file.name, file.text_status],
    ),
  );

describe('the text of a file', () => {
  it('is read once, and finds the file with a line of context and the messages that link it', async () => {
    const upload = await start();
    const { attachmentId, pathId } = await upload.upload(
      owner,
      'First line\nThe invoices are ready\n',
      'Notes.md',
    );
    const other = await upload.upload(owner, 'nothing of it', 'other.txt');
    await link(upload, attachmentId, 5);
    await link(upload, attachmentId, 9);
    await link(upload, other.attachmentId, 9);
    expect(await statuses(upload)).toEqual({ 'Notes.md': 'pending', 'other.txt': 'pending' });
    expect(await found(upload, 'invoice')).toEqual([]);
    await readTexts(upload.ctx);
    expect(await statuses(upload)).toEqual({ 'Notes.md': 'text', 'other.txt': 'text' });
    const request = {
      query: 'invoice notes',
      limit: 50,
      pathIds: [other.pathId, 'none', '1/a/\0.txt'],
      beforeMessageId: 0,
    };
    expect(await findFileTexts(upload.ctx, request)).toEqual({
      statuses: { [pathId]: 'text', [other.pathId]: 'text' },
      files: [
        {
          pathId,
          name: 'Notes.md',
          context: 'The <span class="highlight">invoices</span> are ready',
          messageIds: [9, 5],
        },
      ],
    });
    expect(await found(upload, '-invoices nothing')).toEqual(['other.txt']);
    expect(await found(upload, '!!!')).toEqual([]);
    expect(await takeUnreadFiles(upload.db, 1_000)).toEqual([]);
  });

  it('gets other words when its analysis has changed, and is found by the earlier ones until then', async () => {
    const upload = await start();
    const { attachmentId } = await upload.upload(owner, 'an invoice', 'a.txt');
    await link(upload, attachmentId, 5);
    await readTexts(upload.ctx);
    await upload.db.execute(sql`update file_texts set version = 0, words = ${"'earlier':1"}::tsvector`);
    await renewTexts(upload.db);
    expect([await found(upload, 'earlier'), await found(upload, 'invoice')]).toEqual([['a.txt'], []]);
    expect(await statuses(upload)).toEqual({ 'a.txt': 'text' });
    await readTexts(upload.ctx);
    expect([await found(upload, 'earlier'), await found(upload, 'invoice')]).toEqual([[], ['a.txt']]);
    await renewTexts(upload.db);
    expect(await takeUnreadFiles(upload.db, 1_000)).toEqual([]);
  });

  it('that was read stays when the file cannot be read again', async () => {
    const upload = await start();
    const { attachmentId } = await upload.upload(owner, 'the invoice', 'a.txt');
    await link(upload, attachmentId, 5);
    await readTexts(upload.ctx);
    const broken = { attachmentId, status: 'broken', text: '', words: '' } as const;
    await upload.db.tx((tx) => storeFileTexts(tx, [broken]));
    expect(await found(upload, 'invoice')).toEqual(['a.txt']);
    expect(await statuses(upload)).toEqual({ 'a.txt': 'text' });
  });

  it('is found page by page, by the messages that link the file', async () => {
    const upload = await start();
    const attachmentIds: number[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      attachmentIds.push((await upload.upload(owner, 'an invoice', name)).attachmentId);
    const [a, b, c] = attachmentIds;
    // The file that was uploaded first was linked last.
    await link(upload, a!, 30);
    await link(upload, a!, 5);
    await link(upload, b!, 10);
    await link(upload, c!, 20);
    await readTexts(upload.ctx);
    const page = async (beforeMessageId: number, limit: number) =>
      (await findFileTexts(upload.ctx, { query: 'invoice', limit, pathIds: [], beforeMessageId })).files.map(
        ({ name, messageIds }) => [name, ...messageIds],
      );
    expect(await page(0, 2)).toEqual([
      ['a.txt', 30, 5],
      ['c.txt', 20],
    ]);
    expect(await page(20, 2)).toEqual([
      ['b.txt', 10],
      ['a.txt', 5],
    ]);
    expect(await page(5, 2)).toEqual([]);
  });

  it('of a file that no message links is not found', async () => {
    const upload = await start();
    await upload.upload(owner, 'an invoice', 'a.txt');
    await readTexts(upload.ctx);
    expect(await found(upload, 'invoice')).toEqual([]);
  });

  it('has a status that says why there is none', async () => {
    const upload = await start();
    await upload.upload(owner, '%PDF-1.4 but nothing else', 'cut.pdf');
    await upload.upload(owner, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'program');
    await upload.upload(
      owner,
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'secret.docx',
    );
    await readTexts(upload.ctx);
    expect(await statuses(upload)).toEqual({
      'cut.pdf': 'broken',
      program: 'unsupported',
      'secret.docx': 'encrypted',
    });
  });

  it('goes with the file', async () => {
    const upload = await start();
    const { attachmentId } = await upload.upload(owner, 'an invoice', 'a.txt');
    await link(upload, attachmentId, 5);
    await readTexts(upload.ctx);
    await deleteAttachment(upload.ctx, { attachmentId }, callOf(owner));
    expect(await found(upload, 'invoice')).toEqual([]);
    expect(await upload.db.one(sql`select count(*)::int4 as left from file_texts`)).toEqual({ left: 0 });
  });

  it('is read by one replica, and again when that replica dies', async () => {
    const upload = await start();
    await upload.upload(owner, 'an invoice', 'a.txt');
    expect(await takeUnreadFiles(upload.db, 60_000)).toMatchObject([{ fileName: 'a.txt' }]);
    expect(await takeUnreadFiles(upload.db, 60_000)).toEqual([]);
    await upload.db.execute(sql`update attachments set text_due_at = now()`);
    expect(await takeUnreadFiles(upload.db, 60_000)).toMatchObject([{ fileName: 'a.txt' }]);
  });

  it('waits while files are imported, but not that of a file which somebody uploads', async () => {
    const upload = await start();
    const file = { importId: 1, ownerId: owner, contentType: 'text/plain', createdAt: 0, sourceUrl: '' };
    await importSmallFiles(
      upload.ctx,
      {
        files: [
          { file: { ...file, fileName: 'old.txt', importKey: 'k' }, content: Buffer.from('an invoice') },
        ],
      },
      backgroundCall({ timeoutMs: 10_000 }),
    );
    await upload.upload(owner, 'an invoice', 'a.txt');
    await readTexts(upload.ctx);
    expect(await statuses(upload)).toEqual({ 'old.txt': 'pending', 'a.txt': 'text' });
    upload.ctx.importing.lastAt = Number.NEGATIVE_INFINITY;
    await readTexts(upload.ctx);
    expect(await statuses(upload)).toEqual({ 'old.txt': 'text', 'a.txt': 'text' });
  });

  it('is read only when the file is harmless', async () => {
    const scanner: Scanner = {
      scan: async () => {
        throw new Error('The scanner is away.');
      },
    };
    const upload = await start({ scanner });
    await upload.upload(owner, 'an invoice', 'a.txt');
    await readTexts(upload.ctx);
    expect(await statuses(upload)).toEqual({ 'a.txt': 'pending' });
    await upload.db.execute(sql`update attachments set scan_state = 'quarantined'`);
    await readTexts(upload.ctx);
    expect(await upload.db.one(sql`select count(*)::int4 as read from file_texts`)).toEqual({ read: 0 });
  });

  it('is read by a worker that stops when it is told to', async () => {
    const upload = await start();
    await upload.upload(owner, 'an invoice', 'a.txt');
    const reader = createTextReader(upload.ctx, 20);
    await expect.poll(() => statuses(upload)).toEqual({ 'a.txt': 'text' });
    await reader.stop();
    await upload.upload(owner, 'another', 'b.txt');
    await reader.stop();
    expect(await statuses(upload)).toMatchObject({ 'b.txt': 'pending' });
  });
});

describe('when a file or its message changes', () => {
  let test: TestUpload;
  beforeAll(async () => {
    test = await startTestUpload();
  });
  afterAll(() => test?.[Symbol.asyncDispose]());
  let files = 0;

  type File = {
    attachmentId: number;
    pathId: string;
    ownerId: number;
    messageIds: readonly [number, number];
  };
  /** Linked messages afterwards, and whether there is a text. */
  type Way = [name: string, act: (file: File) => Promise<unknown>, links: 0 | 1 | 2, hasText: boolean];

  const deleted = (messageIds: number[]) =>
    followLinks(
      test.ctx,
      followed({
        $case: 'messagesDeleted',
        messagesDeleted: { messageIds, channelId: 0, hadAttachments: true },
      }),
      signal,
    )!;
  const edited = async ({ ownerId }: File, messageIds: readonly number[]) => {
    for (const messageId of messageIds) {
      const change = { messageId, editorId: ownerId, uploadPaths: [], channelId: 0, sentAt: 1_700_000_000 };
      await followLinks(test.ctx, followed({ $case: 'messageChanged', messageChanged: change }), signal);
    }
  };
  const operator = () => backgroundCall({ timeoutMs: 10_000 });

  const ways: Way[] = [
    ['nothing happens', async () => undefined, 2, true],
    [
      'its owner deletes it',
      ({ attachmentId, ownerId }) => deleteAttachment(test.ctx, { attachmentId }, callOf(ownerId)),
      0,
      false,
    ],
    ['one of its messages is deleted', ({ messageIds: [, last] }) => deleted([last]), 1, true],
    ['all its messages are deleted', ({ messageIds }) => deleted([...messageIds]), 0, false],
    ['an edit removes one of its links', (file) => edited(file, file.messageIds.slice(1)), 1, true],
    ['edits remove its links', (file) => edited(file, file.messageIds), 0, true],
    [
      'its time without links is over',
      async (file) => {
        await edited(file, file.messageIds);
        const unlinkedFilesDue = { unlinkedBefore: Date.now() + 60_000 };
        await followLinks(test.ctx, followed({ $case: 'unlinkedFilesDue', unlinkedFilesDue }), signal);
      },
      0,
      false,
    ],
    [
      'its owner is erased',
      ({ ownerId }) => eraseUser(test.ctx, { userId: ownerId, deletesFiles: true, organizationImages: [] }),
      0,
      false,
    ],
    ['its import is undone', () => undoImportedFiles(test.ctx, { importId: 3 }, operator()), 0, false],
  ];

  it.each(
    ways.flatMap(([name, act, links, hasText]) =>
      (['read', 'being read', 'not yet read'] as const).map((state) => ({
        name,
        state,
        act,
        links,
        hasText,
      })),
    ),
  )('its text follows: $name, and it is $state', async ({ state, act, links, hasText }) => {
    const number = ++files;
    const word = Array.from(`${1_000 + number}`, (digit) => 'bcdfgklmnp'[Number(digit)]).join('a');
    const ownerId = 100 + number;
    const content = Buffer.from(`an ${word}`);
    const file = { importId: 3, ownerId, contentType: 'text/plain', createdAt: 0, sourceUrl: '' };
    await importSmallFiles(
      test.ctx,
      { files: [{ file: { ...file, fileName: 'a.txt', importKey: `${number}` }, content }] },
      operator(),
    );
    test.ctx.importing.lastAt = Number.NEGATIVE_INFINITY;
    const [{ path_id: pathId }] = JSON.parse(await attachmentsJsonOf(test.db, ownerId)) as [
      { path_id: string },
    ];
    const { attachmentId } = (await attachmentByPath(test.db, pathId))!;
    const messageIds = [number * 10, number * 10 + 1] as const;
    for (const messageId of messageIds) await link(test, attachmentId, messageId);
    const answer = async () =>
      await findFileTexts(test.ctx, { query: word, limit: 50, pathIds: [pathId], beforeMessageId: 0 });
    if (state === 'read') {
      await readTexts(test.ctx);
      expect((await answer()).files).toMatchObject([{ pathId, messageIds: messageIds.toReversed() }]);
    }
    if (state === 'being read')
      expect(await takeUnreadFiles(test.db, 60_000)).toMatchObject([{ attachmentId }]);
    await act({ attachmentId, pathId, ownerId, messageIds });
    if (state === 'being read') {
      const text = { attachmentId, status: 'text' as const, text: `an ${word}`, words: `'${word}':2` };
      await test.db.tx((tx) => storeFileTexts(tx, [text]));
    }
    if (state === 'not yet read') await readTexts(test.ctx);
    const { files: found, statuses } = await answer();
    expect(found.map((each) => each.messageIds)).toEqual(
      links === 0 ? [] : [messageIds.slice(0, links).toReversed()],
    );
    expect(statuses).toEqual(hasText ? { [pathId]: 'text' } : {});
    const stored = await test.db.many(sql`select from file_texts where text like ${`%${word}%`}`);
    expect(stored).toHaveLength(hasText ? 1 : 0);
  });
});
