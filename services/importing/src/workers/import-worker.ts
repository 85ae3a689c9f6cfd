import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type ArchiveRecord,
  defaultSourceLimits,
  type Finding,
  type OpenedSource,
  openSource,
  SourceProblem,
  type SourceReader,
} from '@parley/archive';
import { backoff, isNoOrganization, ParleyError, sleep } from '@parley/core';
import type { GetImportRangeResponse } from '@parley/proto/messaging/v1/importing';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  endWork,
  type ImportRow,
  keepImport,
  releaseImport,
  storeCheckpoint,
  storeProgress,
  takeImport,
} from '../db/imports.ts';
import { Meter, runImport } from '../running/run-import.ts';
import { Running } from '../running/state.ts';
import { undoImport } from '../running/undo-import.ts';
import { readerFor } from './readers.ts';
import { workingFolder } from './working-folder.ts';

/** Time for which a replica has an import without extending it, in seconds. After a crash, another one takes it then. */
const leaseSeconds = 15;
const extendMs = 4_000;
const pollMs = 2_000;
/** While a source is read whole, progress is reported this often, in milliseconds. */
const reportMs = 1_000;

/** The archive cannot be imported, and nothing was changed. */
class Refusal extends Error {}

export type ImportWorker = { start(): void; stop(): Promise<void>; kick(): void };

/** Creates the worker that runs imports, one at a time among all replicas. */
export function createImportWorker(ctx: Ctx): ImportWorker {
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  const loop = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        const worked = await workOnce(ctx, stopping.signal);
        failures = 0;
        if (worked) continue;
      } catch (error) {
        if (stopping.signal.aborted) return;
        ctx.logger.warn({ err: error }, 'an import was interrupted and is continued');
        failures++;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const pause = failures === 0 ? pollMs : backoff(failures, { baseMs: 200, maxMs: 5_000 });
      await Promise.race([promise, sleep(pause, stopping.signal).catch(() => undefined)]);
    }
  };
  return {
    start() {
      running = loop();
    },
    async stop() {
      stopping.abort();
      await running;
    },
    kick: () => wake(),
  };
}

/** Takes an import and works on it until it ends or fails. Returns false when there is none. */
async function workOnce(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const worker = randomUUID();
  const row = await ctx.db.tx((tx) => takeImport(tx, worker, leaseSeconds));
  if (!row) return false;
  const lost = new AbortController();
  const both = AbortSignal.any([signal, lost.signal]);
  let isStopped = false;
  const timer = setInterval(async () => {
    try {
      const state = await keepImport(ctx.db, row.importId, worker, leaseSeconds);
      if (state === undefined) lost.abort(new Error('Another replica works on the import.'));
      else if (state !== row.state) {
        // It may also have been stopped, and its removal begun, between two looks.
        isStopped = true;
        lost.abort(new Error('The import is stopped.'));
      }
    } catch (error) {
      ctx.logger.warn({ err: error }, 'the time of an import could not be extended');
    }
  }, extendMs);
  try {
    await work(ctx, row, both);
  } catch (error) {
    if (!isStopped && (signal.aborted || lost.signal.aborted || isTemporary(error))) throw error;
    ctx.logger.error({ err: error, importId: row.importId }, 'an import has stopped');
    const message = error instanceof Error ? error.message : String(error);
    await endWork(ctx.db, row, 'stopped', { error: isStopped ? 'It was stopped.' : message });
  } finally {
    clearInterval(timer);
    await releaseImport(ctx.db, row.importId, worker).catch(() => undefined);
  }
  return true;
}

/** Whether the same work may succeed later: a service or store does not answer. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ParleyError && (error.code === 'UNAVAILABLE' || error.status === 503);

async function work(ctx: Ctx, row: ImportRow, signal: AbortSignal): Promise<void> {
  const call = () => {
    signal.throwIfAborted();
    return backgroundCall({ timeoutMs: 120_000, signal });
  };
  if (row.state === 'undoing') {
    await undoImport({ ctx, row, call });
    await record(ctx, row, 'undone', signal);
    await endWork(ctx.db, row, 'undone');
    return;
  }
  try {
    await using folder = await workingFolder(ctx.folder, row);
    await using files = await open(ctx, row, folder.path, signal);
    await importFiles(ctx, row, files, signal);
  } catch (error) {
    if (!(error instanceof SourceProblem) && !(error instanceof Refusal)) throw error;
    const where = error instanceof SourceProblem ? `${error.where}: ` : '';
    await endWork(ctx.db, row, 'refused', { error: `${where}${error.message}` });
  }
}

async function open(
  ctx: Ctx,
  row: ImportRow,
  temporaryFolder: string,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const isUpload = row.archivePath.startsWith(uploadPrefix);
  return openSource(isUpload ? await download(ctx, row, temporaryFolder, signal) : row.archivePath, {
    limits: { ...defaultSourceLimits, maxBytes: ctx.maxBytes },
    temporaryFolder,
  });
}

const uploadPrefix = '/user_uploads/';

/**
 * Copies an uploaded archive into a folder, because it is read at random places. The owner who uploaded it must be able to read it.
 * Returns the path of the copy.
 */
async function download(ctx: Ctx, row: ImportRow, folder: string, signal: AbortSignal): Promise<string> {
  try {
    const pathId = decodeURIComponent(row.archivePath.slice(uploadPrefix.length));
    const call = backgroundCall({ timeoutMs: 3_600_000, principal: { userId: row.requestedBy }, signal });
    const request = {
      file: { $case: 'pathId', pathId } as const,
      range: '',
      ifRange: '',
      ifNoneMatch: '',
      headOnly: false,
    };
    const { bytes } = await ctx.clients.files.readFile(request, call);
    const path = join(folder, basename(pathId));
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal });
    return path;
  } catch (error) {
    if (error instanceof ParleyError && error.status < 500) throw new Refusal(error.message);
    throw error;
  }
}

async function importFiles(
  ctx: Ctx,
  row: ImportRow,
  files: OpenedSource,
  signal: AbortSignal,
): Promise<void> {
  const measured = measuring(files);
  const running = new Running(ctx, row, measured.files, signal);
  const meter = new Meter(running, measured.total);
  measured.onRead = (bytes) => {
    meter.bytes += bytes;
  };
  const reader = await readerFor(files, row.options.from);
  running.from = reader.name;
  running.linksHaveKeys = !reader.makesKeys;
  await running.beginLooking();
  const { identity, items } = await begin(running, reader, meter);
  running.source = `${reader.name}:${identity}`;
  await admit(running);
  // A dry run changes nothing, so the audit log does not have it.
  if (!running.isDryRun) await record(ctx, row, 'started', signal);
  const report = await runImport(running, items, meter);
  if (!running.isDryRun) await record(ctx, row, 'ended', signal);
  await endWork(ctx.db, row, 'done', { report });
}

type Item = ArchiveRecord | Finding;

/**
 * Begins to read a source. Returns what identifies it, its address or its name, within which keys of records are unique; and everything
 * that it yields. Some sources are read whole before their first record.
 */
async function begin(
  running: Running,
  reader: SourceReader,
  meter: Meter,
): Promise<{ identity: string; items: AsyncIterable<Item> }> {
  const reading = reader
    .read(running.files, {
      signal: running.signal,
      maxContentLength: 10_000,
      maxTopicLength: 60,
      onMessages: (count) => meter.expect(count),
    })
    [Symbol.asyncIterator]();
  const first: Item[] = [];
  const timer = setInterval(() => void meter.report('reading', true).catch(() => undefined), reportMs);
  await using _ended = { [Symbol.asyncDispose]: async () => clearInterval(timer) };
  for (;;) {
    const { value, done } = await reading.next();
    if (done) {
      throw new SourceProblem(
        'empty-archive',
        running.files.name,
        'The archive contains nothing that can be imported.',
      );
    }
    first.push(value);
    if (value.kind === 'finding') continue;
    meter.isReading = false;
    const identity = value.kind === 'organization' ? (value.urls?.[0] ?? value.name ?? '') : '';
    return { identity, items: continued(first, reading) };
  }
}

/** Yields what was read, and then the rest. Ends the reading when it is not read to its end. */
async function* continued(first: readonly Item[], reading: AsyncIterator<Item>): AsyncIterable<Item> {
  try {
    yield* first;
    for (;;) {
      const { value, done } = await reading.next();
      if (done) return;
      yield value;
    }
  } finally {
    await reading.return?.();
  }
}

/** Checks that the import is possible, and creates the organization if it is a new one. @throws Refusal */
async function admit(running: Running): Promise<void> {
  const { ctx, row, isDryRun } = running;
  const { userAdmin, messaging } = ctx.clients;
  const { hasOrganization, isFresh } = await userAdmin.getImportFacts({}, running.call());
  running.hasOrganization = hasOrganization;
  if (running.checkpoint.isFresh === undefined) {
    // Noted before people come.
    running.checkpoint.isFresh = isFresh;
    if (!isDryRun) await storeCheckpoint(ctx.db, row.importId, running.checkpoint);
  }
  const { into } = row.options;
  const isOwn = running.checkpoint.founds;
  if (into !== '' && hasOrganization && !isOwn) {
    throw new Refusal('There is an organization already. Leave out --into to import into it.');
  }
  if (into === '' && !hasOrganization) {
    throw new Refusal('There is no organization yet. Name a new one with --into.');
  }
  const range = await messaging.getImportRange({}, running.call());
  if (!range.isFree) throw new Refusal(noRoomBelow(range));
  // Messages of Parley keep their keys, so they may also be those that were sent here.
  running.areNew = !range.hasImported && running.from !== 'parley';
  if (into === '' || hasOrganization || isDryRun) return;
  // Noted before, so that the organization is known as this import's after a crash.
  running.checkpoint.founds = true;
  const progress = { phase: '', done: 0, total: 0, source: running.from, checkpoint: running.checkpoint };
  await storeProgress(ctx.db, row.importId, progress);
  try {
    await userAdmin.foundImportedOrganization({ importId: row.importId, name: into }, running.call());
  } catch (error) {
    if (error instanceof ParleyError && error.status < 500 && !isNoOrganization(error)) {
      throw new Refusal(error.message);
    }
    throw error;
  }
  running.hasOrganization = true;
}

/** Returns why nothing can be imported into a deployment whose messages begin below imported ones, and what to do. */
function noRoomBelow({ firstMessageId, isUnused }: GetImportRangeResponse): string {
  const why = `Messages that are sent here have IDs from ${firstMessageId} on, so older messages cannot stand before them.`;
  return isUnused
    ? `${why} No message was sent yet: remove PARLEY_FIRST_MESSAGE_ID, restart, and import again.`
    : `${why} Export this organization, and import it and this archive into a new deployment without PARLEY_FIRST_MESSAGE_ID.`;
}

async function record(ctx: Ctx, row: ImportRow, step: string, signal: AbortSignal): Promise<void> {
  const { importId, archiveName, requestedBy } = row;
  const call = backgroundCall({ timeoutMs: 30_000, signal });
  await ctx.clients.userAdmin.recordImport({ importId, step, archiveName, requestedBy }, call);
}

/** Returns files that tell how many bytes of them are read. */
function measuring(files: OpenedSource) {
  const measured = {
    total: files.list().reduce((sum, { size = 0 }) => sum + size, 0),
    onRead: (_bytes: number): void => undefined,
    files: {
      ...files,
      async *open(path: string) {
        for await (const chunk of files.open(path)) {
          measured.onRead(chunk.length);
          yield chunk;
        }
      },
    } as OpenedSource,
  };
  return measured;
}
