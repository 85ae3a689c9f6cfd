import type { ArchiveRecord, Finding, MessageRecord, RecordKind, UnreadRecord } from '@parley/archive';
import { lastItem } from '@parley/core';
import { checkpointCounts, storeProgress } from '../db/imports.ts';
import { forgetPendingTexts, pendingTexts } from '../db/keys.ts';
import type { Report } from '../domain/report.ts';
import { importChannels, importSubscriptions, importTopics } from './channels.ts';
import { importAliases, importEmoji, importFiles, reportMissingPictures } from './files.ts';
import { finishTexts, prepareMessages } from './messages.ts';
import { importPersonalData, importSettings, noteOrganization } from './organization.ts';
import { importGroups, importPeople } from './people.ts';
import { closeQueues, finishChannels } from './settle.ts';
import type { Running } from './state.ts';
import { importUnread } from './unread.ts';

/** Number of records that are handled together. */
const batchSizes: Readonly<Record<RecordKind, number>> = {
  organization: 1,
  person: 200,
  group: 50,
  emoji: 50,
  'channel-folder': 100,
  channel: 100,
  // Those of a channel are stored together.
  subscription: 20_000,
  topic: 1_000,
  file: 100,
  // At most; see `Pace`.
  message: 1_000,
  unread: 50,
};

/** The same for an import beside people who write, where it is less: each batch is a transaction for which their sends may wait. */
const gentleSizes: Readonly<Partial<Record<RecordKind, number>>> = {
  person: 20,
  group: 10,
  emoji: 5,
  channel: 10,
  topic: 100,
  file: 16,
};

/** Length of the texts of messages that are stored together. */
const maxCharacters = 2_000_000;
/** Number of unread messages that are marked together. */
const maxUnreadKeys = 5_000;

/** Number of batches of messages that are stored at the same time while the next one is prepared. */
const batchesAtOnce = 2;

/** Reports progress at most this often, in milliseconds. */
const progressMs = 1_000;

/**
 * Imports what a source yields, from its beginning to its end. It can be interrupted at any point and be run again: what was stored
 * is found again, and the report becomes the same.
 */
export async function runImport(
  running: Running,
  items: AsyncIterable<ArchiveRecord | Finding>,
  meter: Meter,
): Promise<Report> {
  const { tally, files, row } = running;
  for (const finding of files.findings) tally.take(finding);
  await running.lookAround();
  const pipeline = new Pipeline(running, meter);
  for await (const item of items) {
    running.signal.throwIfAborted();
    if (item.kind === 'finding') tally.take(item);
    else await pipeline.add(item);
    await running.letOthersWork();
  }
  await pipeline.finish();
  if (row.options.into !== '' && !running.hasOwner) {
    const example =
      'Nobody of the archive is an owner. Make somebody one: parley set-role --email … --role owner';
    tally.find('no-owner', 'people', example);
  }
  reportMissingPictures(running);
  await importPersonalData(running);
  const { checkpoint } = running;
  if (!running.isDryRun) {
    tally.add('messages', 'imported', checkpoint.imported);
    tally.add('messages', 'merged', checkpoint.merged);
    tally.add('reactions', 'imported', checkpoint.reactions);
    tally.add('reactions', 'merged', checkpoint.reactionsMerged);
    countPins(running);
    await rewriteTexts(running);
    await meter.report('finishing', true);
    await finishChannels(running);
    await closeQueues(running);
  }
  countUnknownEmoji(running);
  await countPlaces(running);
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
    after = lastItem(pending).messageId;
  }
  await forgetPendingTexts(ctx.db, row.importId);
}

/** Reactions that neither came nor were there have emoji that do not exist. */
function countUnknownEmoji({ tally }: Running): void {
  const { read, imported, merged, left_out } = tally.counts.reactions;
  const unknown = read - imported - merged - left_out;
  if (unknown <= 0) return;
  tally.add('reactions', 'left_out', unknown);
  const example = 'Reactions with emoji that do not exist here are left out.';
  tally.find('unknown-emoji', 'reactions', example, unknown);
}

/** Counts topics and direct conversations. Those of channels and people that were there may have been there, too. */
async function countPlaces(running: Running): Promise<void> {
  await running.askPlaces(true);
  const { topicCounts, conversationCounts, tally } = running;
  for (const [name, { read, there }] of [
    ['topics', topicCounts],
    ['direct_conversations', conversationCounts],
  ] as const) {
    tally.add(name, 'read', read);
    tally.add(name, 'merged', there);
    tally.add(name, 'imported', read - there);
  }
}

/** Counts pins. A channel has a maximum number of pinned messages. */
function countPins({ tally, checkpoint }: Running): void {
  tally.add('pins', 'imported', checkpoint.pins);
  tally.add('pins', 'merged', checkpoint.pinsMerged);
  const { read, imported, merged, left_out } = tally.counts.pins;
  const tooMany = read - imported - merged - left_out;
  if (tooMany <= 0) return;
  tally.add('pins', 'left_out', tooMany);
  tally.find('left-out-pin', 'messages', 'The channel has as many pinned messages as it may have.', tooMany);
}

/** Returns the length of the texts of a message, about. */
const charactersOf = ({ content, edits = [] }: MessageRecord): number =>
  [content, ...edits.map(({ previousContent = '' }) => previousContent)]
    .flat()
    .reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 100), 0);

/** Whether the contents of a file stay readable while the source is read on. */
const isStored = (record: ArchiveRecord): boolean => record.kind !== 'file' || record.open === undefined;

/** Share of an import that reading takes where a source is read whole before its first message. */
const readingShare = 0.15;

/**
 * Measures how far an import is: by the bytes that were read, or, where a source was read whole before its first message, by the messages
 * since.
 */
export class Meter {
  readonly #running: Running;
  readonly total: number;
  bytes = 0;
  /** Whether nothing has come of the source yet: some are read whole before. */
  isReading = true;
  /** Messages of a source that is read whole, 0 before they were counted, and those of them that were handled. */
  #expected: number | undefined;
  #handled = 0;
  #reportedAt = 0;

  constructor(running: Running, total: number) {
    this.#running = running;
    this.total = total;
  }

  expect(messages: number): void {
    this.#expected = messages;
  }

  handled(messages: number): void {
    this.#handled += messages;
  }

  /** Bytes that count as done. */
  get done(): number {
    const { total } = this;
    const read = Math.min(this.bytes, total);
    if (this.#expected === undefined && !this.isReading) return read;
    if (!this.#expected) return Math.floor(read * readingShare);
    const share = Math.min(1, this.#handled / this.#expected);
    return Math.floor(total * (readingShare + (1 - readingShare) * share));
  }

  /** Stores the progress now and then, or always with `isDue`. With `checkpoint`, also what was counted. */
  async report(phase: string, isDue = false, checkpoint = false): Promise<void> {
    const now = Date.now();
    if (!isDue && now - this.#reportedAt < progressMs) return;
    this.#reportedAt = now;
    const { ctx, row, source, from } = this.#running;
    await storeProgress(ctx.db, row.importId, {
      phase,
      done: this.done,
      total: this.total,
      source: from || source,
      checkpoint: checkpoint ? this.#running.checkpoint : undefined,
    });
  }
}

/**
 * Collects records and handles them together. Messages wait apart from all other records, because nothing but unread marks needs them:
 * a source that tells of files and people between messages does not make their batches small.
 */
class Pipeline {
  readonly #running: Running;
  readonly #meter: Meter;
  #kind: RecordKind | undefined;
  #batch: ArchiveRecord[] = [];
  #messages: MessageRecord[] = [];
  #characters = 0;
  /** Number of messages of the archive that were handed on. */
  #position = 0;
  /** The files that are being stored while messages after them are read. */
  #files: Promise<void> = Promise.resolve();
  /** The last batch of messages whose texts are being written, after those before it. It may wait for its files while the next one is read. */
  #preparing: Promise<void> = Promise.resolve();
  /** The batches of messages that are being stored, in their order. One is rendered while others are written. */
  #storing: Promise<void>[] = [];
  /** When the import has rested last, as a time of `performance.now()`. */
  #restedAt = performance.now();
  #hasBegunMessages = false;
  /** Records of unread messages, which wait until there are many or everything else is stored. */
  #unread: UnreadRecord[] = [];
  #unreadKeys = 0;
  #unreadRecords = 0;

  constructor(running: Running, meter: Meter) {
    this.#running = running;
    this.#meter = meter;
  }

  async add(record: ArchiveRecord): Promise<void> {
    switch (record.kind) {
      case 'unread':
        return this.#addUnread(record);
      case 'message':
        this.#messages.push(record);
        this.#characters += charactersOf(record);
        if (this.#messages.length >= this.#batchSize() || this.#characters >= maxCharacters)
          await this.#flushMessages();
        return;
    }
    if (record.kind !== this.#kind) await this.#flushOthers();
    this.#kind = record.kind;
    this.#batch.push(record);
    if (record.kind === 'file') this.#running.noteFile(record.key);
    // Contents that a reader holds ready can be read only until it is asked for the next record.
    const isOpen = record.kind === 'file' && record.open !== undefined;
    if (isOpen || this.#batch.length >= this.#sizeOf(record.kind)) await this.#flushOthers();
  }

  #sizeOf(kind: RecordKind): number {
    const { isDryRun, pace } = this.#running;
    const gentle = isDryRun || !pace.isGentle ? undefined : gentleSizes[kind];
    return gentle ?? batchSizes[kind];
  }

  /** Returns the number of messages to store together. What an earlier attempt has stored is only counted. */
  #batchSize(): number {
    const { isDryRun, skip, pace } = this.#running;
    return isDryRun || this.#position < skip ? batchSizes.message : Math.min(batchSizes.message, pace.size);
  }

  async #flushOthers(): Promise<void> {
    const [kind, batch] = [this.#kind, this.#batch];
    this.#batch = [];
    if (kind === undefined || batch.length === 0) return;
    await this.#files;
    // Only files may come beside messages before them: others may bring people whom these messages need, too.
    if (kind !== 'file') await this.#preparing;
    const handling = this.#handle(kind, batch);
    const { pace, isDryRun, skip } = this.#running;
    const mayOverlap = kind === 'file' && !isDryRun && !pace.isGentle && batch.every(isStored);
    if (mayOverlap) {
      this.#files = handling;
      // The failure is thrown where the files are awaited.
      handling.catch(() => undefined);
      return;
    }
    await handling;
    // What an earlier attempt has stored costs nobody anything. Subscriptions have rested in between.
    if (kind === 'subscription') this.#restedAt = performance.now();
    else if (this.#position >= skip) {
      await this.#running.observeSends();
      await this.#rest();
    }
    await this.#meter.report(kind);
  }

  async #flushMessages(): Promise<void> {
    await this.#flushOthers();
    const messages = this.#messages;
    [this.#messages, this.#characters] = [[], 0];
    if (messages.length === 0) return;
    await this.#beginMessages();
    // An earlier release may have counted up to a place within the batch.
    const counted = Math.min(Math.max(this.#running.skip - this.#position, 0), messages.length);
    for (const part of [messages.slice(0, counted), messages.slice(counted)])
      if (part.length > 0) await this.#importMessages(part);
    await this.#meter.report('message');
  }

  async #handle(kind: RecordKind, batch: readonly ArchiveRecord[]): Promise<void> {
    const running = this.#running;
    const of = <Kind extends RecordKind>(_kind: Kind) =>
      batch as readonly Extract<ArchiveRecord, { kind: Kind }>[];
    switch (kind) {
      case 'organization':
        return noteOrganization(running, of(kind));
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
      case 'unread':
        throw new Error(`Records "${kind}" wait elsewhere.`);
    }
  }

  /** Handles what messages depend on: names of emoji, and settings by which texts are rendered. */
  async #beginMessages(): Promise<void> {
    if (this.#hasBegunMessages) return;
    this.#hasBegunMessages = true;
    await importAliases(this.#running);
    await importSettings(this.#running);
  }

  async #addUnread(record: UnreadRecord): Promise<void> {
    this.#unread.push(record);
    // One without messages waits, too.
    this.#unreadKeys += Math.max(1, record.messages.length);
    if (this.#unreadKeys >= maxUnreadKeys) await this.#flushUnread();
  }

  async #flushUnread(): Promise<void> {
    const records = this.#unread;
    [this.#unread, this.#unreadKeys] = [[], 0];
    this.#unreadRecords += records.length;
    const running = this.#running;
    if (records.length === 0 || this.#unreadRecords <= running.skipUnread) return;
    await this.end();
    await importUnread(running, records);
    // What people have read since is not marked again when the import is continued.
    running.checkpoint.unread = this.#unreadRecords;
    await this.#meter.report('unread', true, !running.isDryRun);
  }

  async #importMessages(messages: readonly MessageRecord[]): Promise<void> {
    const { isDryRun, pace } = this.#running;
    const [files, before, position] = [this.#files, this.#preparing, this.#position];
    this.#position += messages.length;
    const preparing = (async () => {
      await before;
      await files;
      await this.#prepareAndStore(messages, position);
    })();
    // The failure is thrown where the batch is awaited.
    preparing.catch(() => undefined);
    this.#preparing = preparing;
    await (isDryRun || pace.isGentle ? preparing : before);
  }

  /** @param from number of messages of the archive before them */
  async #prepareAndStore(messages: readonly MessageRecord[], from: number): Promise<void> {
    const running = this.#running;
    const before = this.#storing.at(-1);
    const store = await prepareMessages(running, messages, from);
    this.#meter.handled(messages.length);
    const position = from + messages.length;
    const stored = store();
    // Batches count in their order, so that a checkpoint never contains a later one.
    const storing = Promise.all([stored, before]).then(async ([counts]) => {
      if (running.isDryRun || position <= running.skip) return;
      const { checkpoint } = running;
      checkpoint.messages = position;
      for (const name of checkpointCounts) checkpoint[name] += counts[name];
      await this.#meter.report('message', true, true);
    });
    // The failure is thrown where the batch is awaited.
    storing.catch(() => undefined);
    this.#storing.push(storing);
    const isGentle = !running.isDryRun && position > running.skip && running.pace.isGentle;
    while (this.#storing.length > (isGentle ? 0 : batchesAtOnce)) await this.#storing.shift();
    if (isGentle) await this.#rest();
  }

  /** Lets people write: rests as long as the pace says, after all work since the last rest. */
  async #rest(): Promise<void> {
    await this.#running.giveWay(this.#restedAt);
    this.#restedAt = performance.now();
  }

  /** Handles the last records, and waits until everything is stored. */
  async end(): Promise<void> {
    await this.#flushOthers();
    await this.#flushMessages();
    await this.#preparing;
    await this.#files;
    while (this.#storing.length > 0) await this.#storing.shift();
  }

  /** Handles everything that has waited. */
  async finish(): Promise<void> {
    await this.end();
    await this.#beginMessages();
    await this.#flushUnread();
  }
}
