import type { ArchiveRecord, RecordKind, SourceReader } from '@parley/archive';
import { storeProgress } from '../db/imports.ts';
import { forgetPendingTexts, pendingTexts } from '../db/keys.ts';
import { outcomeOf, type Report } from '../domain/report.ts';
import { importChannels, importSubscriptions, importTopics } from './channels.ts';
import { importEmoji, importFiles, reportMissingPictures } from './files.ts';
import { finishTexts, prepareMessages } from './messages.ts';
import { importGroups, importPeople } from './people.ts';
import { closeQueues, finishChannels } from './settle.ts';
import type { Running } from './state.ts';
import { whereOf } from './state.ts';

/** Number of records that are handled together. */
const batchSizes: Readonly<Record<RecordKind, number>> = {
  organization: 1,
  person: 200,
  group: 50,
  emoji: 50,
  'channel-folder': 100,
  channel: 100,
  subscription: 1_000,
  topic: 1_000,
  file: 64,
  message: 500,
  unread: 50,
};

/** Reports progress at most this often, in milliseconds. */
const progressMs = 1_000;

/**
 * Reads a source from its beginning to its end and imports it. It can be interrupted at any point and be run again: what was stored
 * is found again, and the report becomes the same.
 */
export async function runImport(running: Running, reader: SourceReader, meter: Meter): Promise<Report> {
  const { tally, files, row } = running;
  for (const finding of files.findings) tally.take(finding);
  const pipeline = new Pipeline(running, meter);
  const options = { signal: running.signal, maxContentLength: 10_000, maxTopicLength: 60 };
  for await (const item of reader.read(files, options)) {
    running.signal.throwIfAborted();
    if (item.kind === 'finding') tally.take(item);
    else await pipeline.add(item);
  }
  await pipeline.end();
  reportMissingPictures(running);
  const { checkpoint } = running;
  if (!running.isDryRun) {
    tally.add('messages', 'imported', checkpoint.imported);
    tally.add('messages', 'merged', checkpoint.merged);
    tally.add('reactions', 'imported', checkpoint.reactions);
    tally.add('reactions', 'merged', checkpoint.reactionsMerged);
    const { read, imported, merged, left_out } = tally.counts.reactions;
    const unknown = read - imported - merged - left_out;
    if (unknown > 0) {
      tally.add('reactions', 'left_out', unknown);
      tally.find(
        'unknown-emoji',
        'reactions',
        'Reactions with emoji that do not exist here are left out.',
        unknown,
      );
    }
    await rewriteTexts(running);
    await meter.report('finishing', true);
    await finishChannels(running);
    await closeQueues(running);
  }
  for (const [name, found] of [
    ['topics', running.topics],
    ['direct_conversations', running.conversations],
  ] as const) {
    tally.add(name, 'read', found.size);
    tally.add(name, outcomeOf('created'), found.size);
  }
  return {
    import_id: row.importId,
    state: 'done',
    dry_run: running.isDryRun,
    source: running.from,
    archive: row.archiveName,
    counts: tally.counts,
    findings: tally.findings,
  };
}

async function rewriteTexts(running: Running): Promise<void> {
  const { ctx, row } = running;
  for (let after = 0; ; ) {
    const pending = await pendingTexts(ctx.db, row.importId, after, 500);
    if (pending.length === 0) break;
    await finishTexts(running, pending);
    after = pending.at(-1)!.messageId;
  }
  await forgetPendingTexts(ctx.db, row.importId);
}

/** Measures how far an import is, by the bytes that were read. */
export class Meter {
  readonly #running: Running;
  readonly total: number;
  bytes = 0;
  #reportedAt = 0;

  constructor(running: Running, total: number) {
    this.#running = running;
    this.total = total;
  }

  /** Stores the progress now and then, or always with `isDue`. With `checkpoint`, also what was counted. */
  async report(phase: string, isDue = false, checkpoint = false): Promise<void> {
    const now = Date.now();
    if (!isDue && now - this.#reportedAt < progressMs) return;
    this.#reportedAt = now;
    const { ctx, row, source, from } = this.#running;
    await storeProgress(ctx.db, row.importId, {
      phase,
      done: Math.min(this.bytes, this.total),
      total: this.total,
      source: from || source,
      checkpoint: checkpoint ? this.#running.checkpoint : undefined,
    });
  }
}

/** Collects records of one kind and handles them together. */
class Pipeline {
  readonly #running: Running;
  readonly #meter: Meter;
  #kind: RecordKind | undefined;
  #batch: ArchiveRecord[] = [];
  #messages = 0;
  /** The batches of messages that are being stored. One is rendered while another one is written. */
  #storing: Promise<void> = Promise.resolve();
  /** The millisecond of the last message of these batches. */
  #lastTime = 0;

  constructor(running: Running, meter: Meter) {
    this.#running = running;
    this.#meter = meter;
  }

  async add(record: ArchiveRecord): Promise<void> {
    if (record.kind !== this.#kind) await this.end();
    this.#kind = record.kind;
    this.#batch.push(record);
    // Contents that a reader holds ready can be read only until it is asked for the next record.
    const isOpen = record.kind === 'file' && record.open !== undefined;
    if (isOpen || this.#batch.length >= batchSizes[record.kind]) await this.flush();
  }

  async flush(): Promise<void> {
    const [kind, batch] = [this.#kind, this.#batch];
    this.#batch = [];
    if (kind === undefined || batch.length === 0) return;
    await this.#handle(kind, batch);
    await this.#meter.report(kind);
  }

  async #handle(kind: RecordKind, batch: readonly ArchiveRecord[]): Promise<void> {
    const running = this.#running;
    const of = <Kind extends RecordKind>(_kind: Kind) =>
      batch as readonly Extract<ArchiveRecord, { kind: Kind }>[];
    switch (kind) {
      case 'organization':
        return describe(running, of(kind));
      case 'person':
        return importPeople(running, of(kind));
      case 'group':
        return importGroups(running, of(kind));
      case 'file':
        return importFiles(running, of(kind));
      case 'emoji':
        for (const emoji of of(kind)) await importEmoji(running, emoji);
        return;
      case 'channel-folder':
        for (const { key, name, description = '' } of of(kind))
          running.folders.set(key, { name, description });
        return;
      case 'channel':
        return importChannels(running, of(kind));
      case 'subscription':
        return importSubscriptions(running, of(kind));
      case 'topic':
        return importTopics(running, of(kind));
      case 'message':
        return this.#importMessages(of(kind));
      case 'unread':
        for (const unread of of(kind)) {
          running.tally.find(
            'unread-messages',
            whereOf(unread),
            'Imported messages are read.',
            unread.messages.length,
          );
        }
    }
  }

  async #importMessages(messages: Parameters<typeof prepareMessages>[1]): Promise<void> {
    const running = this.#running;
    const before = this.#storing;
    const store = await prepareMessages(running, messages, this.#messages, () => before);
    this.#messages += messages.length;
    const position = this.#messages;
    // Messages of the same millisecond get their IDs in the order in which they are stored.
    const times = messages.map(({ time }) => Math.floor(time * 1_000));
    if (Math.min(...times) <= this.#lastTime) await before;
    this.#lastTime = Math.max(...times);
    const stored = store();
    // Batches count in their order, so that a checkpoint never contains a later one.
    this.#storing = Promise.all([stored, before]).then(async ([counts]) => {
      if (running.isDryRun || position <= running.skip) return;
      const { checkpoint } = running;
      checkpoint.messages = position;
      for (const name of ['imported', 'merged', 'reactions', 'reactionsMerged'] as const) {
        checkpoint[name] += counts[name];
      }
      await this.#meter.report('message', true, true);
    });
    // The failure is thrown where the batch is awaited.
    this.#storing.catch(() => undefined);
    await before;
  }

  /** Handles the last records, and waits until everything is stored. */
  async end(): Promise<void> {
    await this.flush();
    await this.#storing;
  }
}

function describe(
  running: Running,
  [organization]: readonly Extract<ArchiveRecord, { kind: 'organization' }>[],
): void {
  const settings = Object.keys(organization?.settings ?? {});
  if (settings.length > 0) {
    const where = whereOf(organization!);
    running.tally.find(
      'organization-settings',
      where,
      `Not imported: ${settings.slice(0, 10).join(', ')}`,
      settings.length,
    );
  }
}
