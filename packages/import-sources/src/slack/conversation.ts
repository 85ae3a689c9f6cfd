import type {
  ArchiveRecord,
  Finding,
  MessageEdit,
  MessageRecord,
  Place,
  ReactionRecord,
  ReadOptions,
  SourceFiles,
} from '@parley/archive';
import { KeyTable, SourceProblem } from '@parley/archive';
import { firstItem } from '@parley/core';
import { decoded } from '../reading/chunks.ts';
import type { Findings } from '../reading/findings.ts';
import { jsonElements } from '../reading/json-stream.ts';
import { messageRecords, tellSkinTone, uniqueReactions } from '../reading/messages.ts';
import { Sorter } from '../reading/sort.ts';
import {
  idOf,
  numberOf,
  objectOf,
  objectsOf,
  secondsOf,
  textOf,
  textsOf,
  type Values,
} from '../reading/values.ts';
import { hasSkinTone } from '../text/emoji.ts';
import { Threads } from '../text/threads.ts';
import type { Block, Inline } from '../text/tree.ts';
import { writeText } from '../text/write.ts';
import { type SlackFileIndex, slackFile } from './files.ts';
import type { DayFiles } from './layout.ts';
import { messageText } from './message-text.ts';
import type { SlackNames } from './names.ts';
import type { Senders } from './senders.ts';
import { fateOf } from './subtypes.ts';

export type Conversation = {
  readonly id: string;
  /** Undefined: a channel. */
  readonly people: readonly string[] | undefined;
  /** Folders with files of messages. */
  readonly folders: readonly string[];
  /** Pins that stand with the channel, by time of the message. */
  readonly pins: ReadonlyMap<string, Values>;
};

/** What the messages of all conversations share. */
export type Shared = {
  readonly files: SourceFiles;
  readonly options: ReadOptions;
  readonly findings: Findings;
  readonly names: SlackNames;
  readonly senders: Senders;
  readonly days: DayFiles;
  readonly fileIndex: SlackFileIndex;
  /** IDs of files whose record was yielded. */
  readonly yieldedFiles: KeyTable;
};

/** A message as it waits to be sorted. */
type Entry = { id: string; message: Values; where: string; time: number };

/** Messages with one time that are held at once; a real conversation has one. */
const maxGroup = 1_000;

/** Yields the messages of a conversation, in the order of their times, with the people and files that they need. */
export async function* readConversation(
  conversation: Conversation,
  shared: Shared,
): AsyncIterable<ArchiveRecord | Finding> {
  await using sorter = new Sorter<Entry>(shared.files.temporaryFolder);
  const answered = await collect(conversation, shared, sorter);
  const writer = new MessageWriter(conversation, shared, answered);
  let group: Entry[] = [];
  for await (const entry of sorter.sorted()) {
    const [first] = group;
    if (first && (first.time !== entry.time || group.length >= maxGroup)) {
      yield* writer.write(group);
      group = [];
    }
    group.push(entry);
  }
  yield* writer.write(group);
  yield* shared.findings.take();
}

/** Reads all messages into the sorter. Returns the threads that have replies that say something. */
async function collect(conversation: Conversation, shared: Shared, sorter: Sorter<Entry>): Promise<KeyTable> {
  const { days, files, findings, names, options } = shared;
  const answered = new KeyTable(files.temporaryFolder);
  let before: number | undefined;
  for (const day of days.of(conversation.folders)) {
    options.signal?.throwIfAborted();
    before ??= secondsOf(Date.parse(`${day.slice(-15, -5)}T00:00:00Z`) / 1_000) ?? 946_684_800;
    try {
      for await (const { value, where } of jsonElements(
        decoded(files.open(day), day, findings.tell),
        day,
        findings.tell,
      )) {
        const message = objectOf(value);
        if (!message) {
          findings.tell({
            finding: 'broken-message',
            where,
            example: 'The entry is no message.',
            leftOut: 'messages',
          });
          continue;
        }
        const id = targetOf(message);
        const time: number = secondsOf(id) ?? before;
        if (secondsOf(id) === undefined) {
          findings.tell({
            finding: 'absurd-time',
            where,
            example: `The time "${String(id).slice(0, 40)}" cannot be right. The message gets the time of the one before.`,
          });
        }
        before = time;
        await sorter.add({ group: '', time, value: { id: id ?? `at ${where}`, message, where, time } });
        const thread = threadOf(message);
        const isReply = thread !== undefined && thread !== id && fateOf(message.subtype) === 'kept';
        if (isReply && !answered.has(thread) && isShown(message, names)) answered.add(thread);
      }
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      findings.tell({ finding: error.finding, where: error.where, example: error.message });
    }
  }
  return answered;
}

const filesOf = (message: Values): Values[] => {
  const shared = objectOf(message.file);
  return [...objectsOf(message.files), ...(shared ? [shared] : [])];
};

/** Whether a message has a text or files. */
const isShown = (message: Values, names: SlackNames): boolean =>
  filesOf(message).some(({ id }) => idOf(id) !== undefined) || messageText(message, names).length > 0;

/** Returns the time that identifies the message that an entry is about. */
function targetOf(message: Values): string | undefined {
  const fate = fateOf(message.subtype);
  if (fate === 'deletion')
    return idOf(message.deleted_ts) ?? idOf(objectOf(message.previous_message)?.ts) ?? idOf(message.ts);
  if (fate === 'change') {
    return idOf(objectOf(message.message)?.ts) ?? idOf(previousOf(message)?.ts) ?? idOf(message.ts);
  }
  return idOf(message.ts);
}

const previousOf = (message: Values): Values | undefined =>
  objectOf(message.previous_message) ?? objectOf(message.original);

const threadOf = (message: Values): string | undefined => idOf(message.thread_ts);

class MessageWriter {
  private readonly threads: Threads;
  private readonly conversation: Conversation;
  private readonly shared: Shared;
  private readonly answered: KeyTable;

  constructor(conversation: Conversation, shared: Shared, answered: KeyTable) {
    this.conversation = conversation;
    this.shared = shared;
    this.answered = answered;
    const channel = conversation.people === undefined ? conversation.id : undefined;
    const { files, names, options } = shared;
    this.threads = new Threads(channel, options.maxTopicLength, names.nameOf, files.temporaryFolder);
  }

  *write(entries: readonly Entry[]): Iterable<ArchiveRecord> {
    const byId = new Map<string, Entry[]>();
    for (const entry of entries) {
      const known = byId.get(entry.id);
      if (known) known.push(entry);
      else byId.set(entry.id, [entry]);
    }
    for (const [id, group] of byId) yield* this.writeMessage(id, group);
  }

  /** Writes one message of all entries that are about it. */
  private *writeMessage(id: string, entries: readonly Entry[]): Iterable<ArchiveRecord> {
    const { tell } = this.shared.findings;
    const changes = entries.filter(({ message }) => fateOf(message.subtype) === 'change');
    const isDeleted = entries.some(({ message }) => fateOf(message.subtype) === 'deletion');
    const originals = entries.filter(
      ({ message }) => !['change', 'deletion'].includes(fateOf(message.subtype)),
    );
    const last = changes.at(-1);
    const latest = last && objectOf(last.message.message);
    if (originals.length === 0 && last && latest) originals.push({ ...last, message: { ...latest, ts: id } });
    if (isDeleted) {
      if (originals.length > 0 || changes.length === 0) this.deleted(firstItem(entries).where);
      return;
    }
    const seen = new Set<string>();
    for (const { message, where, time } of originals) {
      const fate = fateOf(message.subtype);
      if (fate === 'notice') {
        tell({
          finding: 'notice',
          where,
          example: `A notice (${String(message.subtype)}) is left out.`,
          leftOut: 'messages',
        });
        continue;
      }
      if (fate === 'deleted') {
        this.deleted(where);
        continue;
      }
      const same = JSON.stringify([message.user, message.bot_id, message.text, message.files]);
      if (seen.has(same)) {
        tell({
          finding: 'duplicate-message',
          where,
          example: 'The message stands in the archive twice.',
          leftOut: 'messages',
        });
        continue;
      }
      seen.add(same);
      const key = `${this.conversation.id}:${id}${seen.size === 1 ? '' : `~${seen.size}`}`;
      if (seen.size === 2) {
        tell({ finding: 'duplicate-id', where, example: `Several messages have the time ${id}.` });
      }
      yield* this.writeOne({ id, message, where, time }, key, seen.size === 1 ? changes : []);
    }
  }

  private deleted(where: string): void {
    this.shared.findings.tell({
      finding: 'deleted-message',
      where,
      example: 'The message was deleted in Slack.',
      leftOut: 'messages',
    });
  }

  private *writeOne(entry: Entry, key: string, changes: readonly Entry[]): Iterable<ArchiveRecord> {
    const { message, where, time, id } = entry;
    const { names, options, findings, senders } = this.shared;
    const { key: sender, record } = senders.of(message, where);
    if (record) yield record;
    const blocks = [...messageText(message, names)];
    const files: Inline[] = [];
    yield* this.writeFiles(message, where, files);
    if (files.length > 0) blocks.push({ type: 'paragraph', children: files });
    const thread = threadOf(message);
    const isReply = thread !== undefined && thread !== id;
    let shown: readonly Block[];
    let topic = '';
    if (blocks.length === 0) shown = blocks;
    else if (isReply) ({ topic, blocks: shown } = this.threads.reply(thread, blocks));
    else shown = this.threads.first(id, key, blocks, this.answered.has(id));
    const people = this.placePeople(sender, where);
    const place: Place = people === undefined ? { channel: this.conversation.id, topic } : { people };
    const edits = this.edits(message, changes);
    const reactions = this.reactions(message, where);
    const pinned = this.pinned(message, id);
    const head: Omit<MessageRecord, 'kind' | 'content'> = {
      key,
      place,
      sender,
      time,
      where,
      ...(edits.length === 0 ? {} : { edits }),
      ...(reactions.length === 0 ? {} : { reactions }),
      ...(pinned === undefined ? {} : { pinned }),
    };
    yield* messageRecords(head, shown, options, findings.tell);
  }

  /** Somebody who has left a direct conversation, or a program that wrote into it, belongs to its people. */
  private placePeople(sender: string, where: string): readonly string[] | undefined {
    const { people } = this.conversation;
    if (people === undefined || people.includes(sender)) return people;
    this.shared.findings.tell({
      finding: 'sender-outside',
      where,
      example:
        'The author does not belong to the direct conversation. The message stands in one with the author.',
    });
    return [...people, sender];
  }

  private *writeFiles(message: Values, where: string, nodes: Inline[]): Iterable<ArchiveRecord> {
    const { fileIndex, yieldedFiles, names, findings } = this.shared;
    for (const value of filesOf(message)) {
      const file = slackFile(value, fileIndex, where);
      if (!file) continue;
      if (file.loss === 'file-deleted') {
        findings.tell({
          finding: file.loss,
          where,
          example: 'The file was deleted in Slack.',
          leftOut: 'files',
        });
      } else if (file.loss !== undefined) {
        const canvas = 'A canvas becomes a file.';
        const elsewhere = 'The file is kept elsewhere and becomes a link.';
        findings.tell({
          finding: file.loss,
          where,
          example: file.loss === 'canvas-as-file' ? canvas : elsewhere,
        });
      }
      if (nodes.length > 0) nodes.push({ type: 'text', text: '\n' });
      nodes.push(file.node);
      if (!file.record || !yieldedFiles.addNew(file.record.key)) continue;
      const { owner, ...record } = file.record;
      yield owner !== undefined && names.people.has(owner) ? { ...record, owner } : record;
    }
  }

  private edits(message: Values, changes: readonly Entry[]): MessageEdit[] {
    const { names } = this.shared;
    const edits: MessageEdit[] = [];
    for (const { message: change } of changes) {
      const previous = previousOf(change);
      const edited = objectOf(objectOf(change.message)?.edited);
      const time = secondsOf(edited?.ts) ?? secondsOf(change.ts);
      const editor = idOf(edited?.user) ?? idOf(change.user);
      if (time === undefined) continue;
      edits.push({
        time,
        ...(editor !== undefined && names.people.has(editor) ? { editor } : {}),
        ...(previous ? { previousContent: writeText(messageText(previous, names)) } : {}),
      });
    }
    const edited = objectOf(message.edited);
    const time = secondsOf(edited?.ts);
    const editor = idOf(edited?.user);
    if (time !== undefined && !edits.some((edit) => Math.floor(edit.time) >= Math.floor(time))) {
      edits.push({ time, ...(editor !== undefined && names.people.has(editor) ? { editor } : {}) });
    }
    return edits.sort((a, b) => a.time - b.time);
  }

  private reactions(message: Values, where: string): ReactionRecord[] {
    const { names, findings } = this.shared;
    const reactions: ReactionRecord[] = [];
    for (const reaction of objectsOf(message.reactions)) {
      const name = textOf(reaction.name);
      if (name === undefined) continue;
      if (hasSkinTone(name)) tellSkinTone(findings.tell, where);
      const emoji = names.emojiName(name) ?? name.replace(/::skin-tone-\d$/, '');
      const people = textsOf(reaction.users);
      for (const person of people) {
        if (names.people.has(person)) reactions.push({ person, emoji });
        else {
          findings.tell({
            finding: 'unknown-person',
            where,
            example: `Nothing is known of ${person.slice(0, 20)}, who reacted.`,
            leftOut: 'reactions',
          });
        }
      }
      const missing = (numberOf(reaction.count) ?? 0) - people.length;
      if (missing > 0) {
        findings.tell({
          finding: 'reactions-incomplete',
          where,
          example: 'The archive does not name everyone who reacted.',
          count: missing,
          leftOut: 'reactions',
        });
      }
    }
    return uniqueReactions(reactions);
  }

  private pinned(message: Values, id: string): MessageRecord['pinned'] {
    const { conversation } = this;
    const info = objectOf(objectOf(message.pinned_info)?.[conversation.id]);
    const pin = conversation.pins.get(id);
    if (!info && !pin && !textsOf(message.pinned_to).includes(conversation.id)) return undefined;
    const by = idOf(info?.pinned_by) ?? idOf(pin?.user);
    const time = secondsOf(info?.pinned_ts) ?? secondsOf(pin?.created);
    const isKnown = by !== undefined && this.shared.names.people.has(by);
    return isKnown || time !== undefined
      ? { ...(isKnown ? { by } : {}), ...(time === undefined ? {} : { time }) }
      : true;
  }
}
