import {
  type ArchiveRecord,
  type EmojiRecord,
  type FileRecord,
  KeyTable,
  type OpenedSource,
  type OrganizationRecord,
  type PersonRecord,
} from '@parley/archive';
import { required, sleep } from '@parley/core';
import type { Call } from '@parley/rpc';
import { backgroundCall } from '@parley/rpc';
import { type ChannelId, foldCase, type MessageId, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type Checkpoint, type CheckpointCount, checkpointCounts, type ImportRow } from '../db/imports.ts';
import { FullRuns } from '../domain/full-runs.ts';
import { Pace } from '../domain/pace.ts';
import { Tally } from '../domain/report.ts';
import { TakenNames } from '../domain/taken-names.ts';

/** A message to which texts refer. */
export type FoundMessage = { messageId: MessageId; channelId: ChannelId; topic: string; memberIds: UserId[] };

export type Named = { id: number; name: string };

/** What a person has besides the account. */
export type PersonalData = {
  key: string;
  values: [string, string | readonly string[]][];
  mutedPeople: readonly string[];
  status: PersonRecord['status'];
  where: string;
};

/** The members of a checkpoint that always have a value. */
type Counted = Required<Pick<Checkpoint, 'messages' | CheckpointCount | 'unread'>>;

/** How long an import looks whether people write, in milliseconds. */
const lookMs = 1_500;

/** Time after which an import lets the process do other work, in milliseconds. */
const sliceMs = 4;

/** Time that one call of an owner may take, in milliseconds. */
const callMs = 120_000;

/** Topics, and direct conversations, about which messaging is asked together. */
const placesAtOnce = 1_000;

/**
 * What an import knows while it runs: what the keys of the source have become. It grows with people and channels, not with messages; of
 * files, topics and conversations, there is a `KeyTable`.
 */
export class Running {
  readonly ctx: Ctx;
  readonly row: ImportRow;
  readonly files: OpenedSource;
  readonly signal: AbortSignal;
  readonly tally = new Tally();
  readonly pace: Pace;
  readonly isDryRun: boolean;
  /** Whether there is no organization that could be asked, as in a dry run before it is created. */
  hasOrganization = true;
  /** Whether the archive has an owner who can sign in. */
  hasOwner = false;
  /** Name of the kind of source, and identification of the source in which keys are unique. */
  from = '';
  source = '';
  /** Whether messages of this source cannot be stored already. */
  areNew = false;
  /** Whether old links have the keys of messages. */
  linksHaveKeys = true;
  readonly people = new Map<string, Named>();
  /** Addresses of people, which only the first one of the archive gets. */
  readonly addresses: KeyTable;
  /** Names of active people whom a dry run would create. */
  readonly newNames = new TakenNames('New person');
  /** IDs of people who were there before this import. */
  readonly peopleThere = new Set<number>();
  readonly groups = new Map<string, Named>();
  readonly groupNames = new TakenNames('imported group');
  readonly channels = new Map<string, Named>();
  readonly channelNames = new TakenNames('imported channel');
  /** IDs of channels that were there before this import. */
  readonly channelsThere = new Set<number>();
  readonly folders = new Map<string, { name: string; description: string }>();
  /** Files of pictures that people and emoji name, and who waits for them. */
  readonly pictures = new Map<string, FileRecord>();
  readonly avatars = new Map<string, string[]>();
  readonly emoji = new Map<string, EmojiRecord[]>();
  /** Other names of emoji, and the emoji of Unicode that such names have become. */
  readonly aliases: EmojiRecord[] = [];
  readonly customEmoji = new Set<string>();
  /** Emoji that a dry run would create. */
  readonly newEmoji = new Set<string>();
  /** Names of which a dry run knows that no emoji has them. */
  readonly missingEmoji = new Set<string>();
  readonly emojiNames = new Map<string, string>();
  organization: OrganizationRecord | undefined;
  readonly personal: PersonalData[] = [];
  /** Keys of people who were erased here together with their messages. */
  readonly erased = new Set<string>();
  /** Files that the archive describes, whatever became of them. */
  readonly #knownFiles: KeyTable;
  /** Topics of messages, by what makes them one. The general chats of channels are none. */
  readonly #topics: KeyTable;
  /** Topics in channels that were there, of which it is not known yet whether they were there, too. */
  #topicsToAsk: { channelId: ChannelId; topic: string }[] = [];
  #topicsThere = 0;
  /** The same for direct conversations. */
  readonly #conversations: KeyTable;
  #conversationsToAsk: { memberIds: UserId[] }[] = [];
  #conversationsThere = 0;
  /** Messages of batches that are not stored yet, by their keys and other names. */
  readonly unstored = new Set<ReadonlyMap<string, FoundMessage>>();
  readonly fullRuns = new FullRuns();
  /** Number of messages of the archive that were stored in an earlier attempt. */
  readonly skip: number;
  /** Number of records of unread messages that were handled in an earlier attempt. */
  readonly skipUnread: number;
  readonly checkpoint: Checkpoint & Counted;
  #nextFake = -1;
  /** When it began to look whether people write, as a time of `performance.now()`. */
  #lookingSince = performance.now();
  #workedSince = performance.now();

  constructor(ctx: Ctx, row: ImportRow, files: OpenedSource, signal: AbortSignal) {
    this.ctx = ctx;
    this.row = row;
    this.files = files;
    const { temporaryFolder } = files;
    this.addresses = new KeyTable(temporaryFolder);
    this.#knownFiles = new KeyTable(temporaryFolder);
    this.#topics = new KeyTable(temporaryFolder);
    this.#conversations = new KeyTable(temporaryFolder);
    this.signal = signal;
    this.isDryRun = row.options.dryRun;
    this.pace = new Pace(row.checkpoint.isFresh !== true);
    const { messages = 0, unread = 0 } = row.checkpoint;
    const counts = Object.fromEntries(
      checkpointCounts.map((name) => [name, row.checkpoint[name] ?? 0]),
    ) as Record<CheckpointCount, number>;
    this.checkpoint = { ...row.checkpoint, ...counts, messages, unread };
    this.skip = messages;
    this.skipUnread = unread;
  }

  call(): Call {
    this.signal.throwIfAborted();
    return backgroundCall({ timeoutMs: callMs, signal: this.signal });
  }

  /** Learns how long sends take, also where an import brings something else than messages. */
  async observeSends(): Promise<void> {
    if (this.isDryRun || !this.pace.isGentle) return;
    const { sendsBesideMs, sendsAloneMs } = await this.ctx.clients.messaging.observeSends({}, this.call());
    this.pace.observe({ besideMs: sendsBesideMs, aloneMs: sendsAloneMs });
  }

  /** Begins to look whether people write. Sources are opened and read meanwhile. */
  async beginLooking(): Promise<void> {
    if (this.isDryRun || !this.pace.isGentle) return;
    await this.ctx.clients.messaging.observeSends({}, this.call());
    this.#lookingSince = performance.now();
  }

  /** Sees whether people have written since it began to look. */
  async lookAround(): Promise<void> {
    if (this.isDryRun || !this.pace.isGentle) return;
    const leftMs = this.#lookingSince + lookMs - performance.now();
    if (leftMs > 0) await sleep(leftMs, this.signal);
    const { sendsBesideMs, sendsAloneMs } = await this.ctx.clients.messaging.observeSends({}, this.call());
    if (sendsBesideMs.length === 0) this.pace.takeAll();
    else this.pace.observe({ besideMs: sendsBesideMs, aloneMs: sendsAloneMs });
  }

  /** Lets people write: rests after something that has begun at a time of `performance.now()`, as the pace says. */
  async giveWay(startedAt: number): Promise<void> {
    if (this.isDryRun) return;
    const pauseMs = this.pace.pauseAfter(performance.now() - startedAt);
    if (pauseMs >= 1) await sleep(pauseMs, this.signal);
  }

  /** Lets the process do other work, such as sends, once this one has worked for a while. */
  async letOthersWork(): Promise<void> {
    if (performance.now() - this.#workedSince < sliceMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#workedSince = performance.now();
  }

  noteFile(key: string): void {
    this.#knownFiles.add(key);
  }

  /** Whether the archive describes a file. */
  isKnownFile(key: string): boolean {
    return this.#knownFiles.has(key);
  }

  noteTopic(channelId: ChannelId, topic: string): void {
    const isNew = this.#topics.addNew(`${channelId} ${foldCase(topic)}`);
    if (isNew && this.channelsThere.has(channelId)) this.#topicsToAsk.push({ channelId, topic });
  }

  noteConversation(memberIds: UserId[]): void {
    const isNew = this.#conversations.addNew(memberIds.join(' '));
    if (isNew && memberIds.every((id) => this.peopleThere.has(id)))
      this.#conversationsToAsk.push({ memberIds });
  }

  /**
   * Asks which topics and conversations were there before: those with messages that this import did not bring. It is asked now and then, so
   * that those of a whole organization need not wait in memory.
   */
  async askPlaces(isEnd = false): Promise<void> {
    const least = isEnd ? 1 : placesAtOnce;
    while (this.#topicsToAsk.length >= least || this.#conversationsToAsk.length >= least) {
      const topics = this.#topicsToAsk.splice(0, placesAtOnce);
      const conversations = this.#conversationsToAsk.splice(0, placesAtOnce);
      const { importId } = this.row;
      const { usedTopics, usedConversations } = await this.ctx.clients.messaging.findUsedInMessages(
        { channelIds: [], userIds: [], topics, conversations, importId },
        this.call(),
      );
      this.#topicsThere += usedTopics.filter(Boolean).length;
      this.#conversationsThere += usedConversations.filter(Boolean).length;
    }
  }

  /** Numbers of all topics, and of those that were there as far as it was asked. */
  get topicCounts(): { read: number; there: number } {
    return { read: this.#topics.size, there: this.#topicsThere };
  }

  get conversationCounts(): { read: number; there: number } {
    return { read: this.#conversations.size, there: this.#conversationsThere };
  }

  /** Returns the ID of a person whom records have brought, or whom another one required (`requirePeople`). */
  personId(key: string): number {
    return required(this.people.get(key), `person ${key}`).id;
  }

  /** Returns the ID of a channel that the archive describes (`isKnownChannel`). */
  channelId(key: string): ChannelId {
    return required(this.channels.get(key), `channel ${key}`).id;
  }

  channelName(channelId: ChannelId): string | undefined {
    return [...this.channels.values()].find(({ id }) => id === channelId)?.name;
  }

  /** An ID for something that a dry run does not create. */
  fakeId(): number {
    return this.#nextFake--;
  }
}

/** Returns where a record stands, for findings. */
export const whereOf = (record: ArchiveRecord, key = ''): string =>
  record.where ?? (key === '' ? record.kind : `${record.kind} ${key}`);
