import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, type Visitor, visitor } from '@parley/core';
import { createDb, type Db, type Query, type Tx } from '@parley/db';
import type { FollowedEvent } from '@parley/event-log';
import { followedEvent } from '@parley/event-log/testing';
import { Event } from '@parley/proto/events/v1/event';
import type { Fact } from '@parley/proto/events/v1/facts';
import { type Bytes, personOf } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { createRegistry } from '@parley/service-kit';
import { createTestDatabase, listFiles } from '@parley/test-servers';
import type { Ctx } from '../src/context.ts';
import { begin } from '../src/receiving/begin.ts';
import { complete } from '../src/receiving/complete.ts';
import { receive } from '../src/receiving/receive.ts';
import { readFile } from '../src/rpc/read-file.ts';
import type { Scanner } from '../src/scanning/scanner.ts';
import type { BlobStore } from '../src/storage/blob-store.ts';
import { createDirectoryStore } from '../src/storage/directory-store.ts';
import { S3Store } from '../src/storage/s3-store.ts';
import { startS3 } from './s3.ts';

export type TestUpload = AsyncDisposable & {
  ctx: Ctx;
  db: Db;
  /** `offsetMs` is added to the time of the service's clock. */
  clock: { offsetMs: number };
  /** IDs of the messages that each reader may read, by user ID, or those that visitors may read. */
  sees: Map<number | Visitor, number[]>;
  /** Paths of files to which scheduled messages link. */
  scheduled: string[];
  /** Returns the number of blobs in the store. */
  blobs(): Promise<number>;
  /** Uploads a file. */
  upload(
    ownerId: number,
    content: string | Buffer,
    name?: string,
  ): Promise<{ attachmentId: number; pathId: string }>;
};

/** Kinds of stores. Tests about files run on each of them. */
export const storeKinds = ['directory', 'S3-compatible'] as const;
export type StoreKind = (typeof storeKinds)[number];

/** Opens the service's handlers on a separate database and store. A fake messaging answers from `sees` and `scheduled`. */
export async function startTestUpload({
  kind = 'directory',
  scanner,
  ...limits
}: Partial<Ctx['limits']> & { kind?: StoreKind; scanner?: Scanner } = {}): Promise<TestUpload> {
  const database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'parley-upload-test-'));
  const s3 = kind === 'S3-compatible' ? await startS3() : undefined;
  const store: BlobStore = s3 ? new S3Store(s3.options) : createDirectoryStore(directory);
  await store.check();
  const db = createDb({
    url: database.urlOf('upload'),
    poolSize: 4,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'upload-test',
  });
  const clock = { offsetMs: 0 };
  const sees = new Map<number | Visitor, number[]>();
  const scheduled: string[] = [];
  const ctx: Ctx = {
    db,
    store,
    scanner,
    messaging: {
      canSeeAnyMessage: async ({ messageIds }, call) => ({
        canSee: messageIds.some((id) => sees.get(personOf(call)?.userId ?? visitor)?.includes(id)),
      }),
      findScheduledUploads: async ({ folders }) => ({
        folders: folders.filter((folder) => scheduled.some((path) => path.startsWith(folder))),
      }),
    },
    linksStored: async () => false,
    writeGuard: { check: () => undefined, stop: () => undefined },
    limits: {
      maxFileBytes: 1_000,
      quotaBytes: 0,
      partBytes: 10,
      maxOpenUploads: 3,
      maxFiles: 0,
      personBytes: 0,
      types: [],
      refusedExtensions: [],
      scanMs: 10_000,
      uploadLifetimeMs: 3_600_000,
      unlinkedLifetimeMs: 7 * 24 * 3_600_000,
      pictureCacheBytes: 1_000_000,
      ...limits,
    },
    outside: { isEnabled: true, allowed: new Set(), timeoutMs: 60_000, maxWaitMs: 60_000 },
    gifs: {},
    secretKey: 'a key of 32 or more characters for tests',
    secretKeys: { current: 'a key of 32 or more characters for tests', alsoAccepted: undefined },
    clock: { now: () => Date.now() + clock.offsetMs, monotonic: () => performance.now() },
    importing: { lastAt: Number.NEGATIVE_INFINITY },
    logger: silentLogger,
  };
  return {
    ctx,
    db,
    clock,
    sees,
    scheduled,
    blobs: async () =>
      s3
        ? (await s3.objects()).length
        : (await listFiles(directory)).filter((name) => name.includes('/')).length,
    async upload(ownerId, content, fileName = 'file.txt') {
      const upload = await begin(
        ctx,
        { fileName, contentType: '' },
        { ownerId, sizeBytes: null, metadataJson: '' },
      );
      const chunks = typeof content === 'string' ? chunksOf(content) : whole(content);
      await receive(ctx, upload, 0, chunks, { maxBytes: ctx.limits.maxFileBytes, keepsPartial: false });
      const { attachmentId, url } = await complete(ctx, upload);
      return { attachmentId, pathId: decodeURI(url.slice('/user_uploads/'.length)) };
    },
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
      await s3?.[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Yields the bytes of a text in small chunks. */
export async function* chunksOf(content: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 4) yield Buffer.from(content.slice(at, at + 4));
}

async function* whole(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Returns an event of the log that contains a fact. */
export const followed = (value: NonNullable<Fact['value']>, assignedId = 0): FollowedEvent =>
  followedEvent({ fact: { value } }, { assignedId });

export const callOf = (reader: number | Visitor) =>
  testCall({ principal: reader === visitor ? visitor : { userId: reader } });

export const signal = new AbortController().signal;

/** Returns the text of a file as a user reads it. @throws NOT_FOUND when the user may not read it */
export async function contentOf(ctx: Ctx, userId: number, pathId: string, range = ''): Promise<string> {
  const file = { $case: 'pathId', pathId } as const;
  let text = '';
  const request = { file, range, ifRange: '', ifNoneMatch: '', headOnly: false };
  const { bytes } = await readFile(ctx, request, noBytes, callOf(userId));
  for await (const chunk of bytes?.chunks ?? []) text += Buffer.from(chunk).toString();
  return text;
}

/** The bytes of a request without bytes. */
export const noBytes: Bytes = (async function* () {})();

/** Returns a context whose statements for single rows run at once, and return their rows only when a promise has resolved. */
export function withLateRows(ctx: Ctx, ready: Promise<void>): Ctx {
  const maybeOne = async (query: Query) => {
    const row = await ctx.db.maybeOne(query);
    await ready;
    return row;
  };
  return { ...ctx, db: Object.assign(Object.create(ctx.db), { maybeOne }) };
}

/** Returns a context that adds to `facts` the facts of the events that it emits. */
export function withFacts(ctx: Ctx, facts: Fact['value'][]): Ctx {
  const collecting = (tx: Tx): Tx => ({
    ...tx,
    execute(query) {
      if (query.text.includes('log.emit')) facts.push(Event.decode(query.values[0] as Buffer).fact?.value);
      return tx.execute(query);
    },
  });
  const tx: Db['tx'] = (fn, options) => ctx.db.tx((opened) => fn(collecting(opened)), options);
  return { ...ctx, db: Object.assign(Object.create(ctx.db), { tx }) };
}
