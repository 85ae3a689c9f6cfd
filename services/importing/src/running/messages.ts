import type { ArchiveText, MessageRecord } from '@parley/archive';
import { itemAt } from '@parley/core';
import type { ImportedMessage, ImportedMessageResult } from '@parley/proto/messaging/v1/importing';
import {
  type ChannelId,
  hasVisibleText,
  hiddenCharacter,
  limits,
  type MessageId,
  shorten,
  shortenTopic,
  type UserId,
} from '@parley/rules';
import type { CheckpointCount } from '../db/imports.ts';
import { findFiles, findMessageIds, putMessageIds, putPendingTexts } from '../db/keys.ts';
import { millisecondOf, sendKeyOf } from '../domain/keys.ts';
import { isKnownChannel } from './channels.ts';
import { isKnownEmoji } from './files.ts';
import { requirePeople } from './people.ts';
import type { FoundMessage, Running } from './state.ts';
import { whereOf } from './state.ts';
import { type Found, referencesIn, writeText } from './text.ts';

/** Maximum number of people in a direct conversation. */
const maxMembers = 1_000;
/** What was counted when messages were stored. */
export type StoredCounts = Record<CheckpointCount, number>;
const noCounts = (): StoredCounts => ({
  imported: 0,
  merged: 0,
  reactions: 0,
  reactionsMerged: 0,
  pins: 0,
  pinsMerged: 0,
});
const nothing: Found = { files: new Map(), messages: new Map() };

/**
 * Prepares messages in the order in which they are given, and returns a function that stores them.
 * @param position number of messages of the archive before them. Those that an earlier attempt has stored are only counted
 */
export async function prepareMessages(
  running: Running,
  records: readonly MessageRecord[],
  position: number,
): Promise<() => Promise<StoredCounts>> {
  const { tally } = running;
  const kept: MessageRecord[] = [];
  for (const record of records) {
    tally.add('messages', 'read');
    tally.add('reactions', 'read', record.reactions?.length ?? 0);
    if (record.pinned) tally.add('pins', 'read');
    const where = whereOf(record, record.key);
    if (isImportable(running, record, where)) {
      const people = peopleOf(record);
      if (!people.every((key) => running.people.has(key))) await requirePeople(running, people, where);
      if (record.pinned) notePin(running, record, where);
      kept.push(record);
    } else {
      tally.add('messages', 'left_out');
      tally.add('reactions', 'left_out', record.reactions?.length ?? 0);
      if (record.pinned) tally.add('pins', 'left_out');
    }
  }
  if (kept.length === 0) return async () => noCounts();
  if (running.isDryRun) {
    await countOnly(running, kept);
    await running.askPlaces();
    return async () => noCounts();
  }
  if (position + records.length <= running.skip) {
    for (const record of kept) compose(running, record, nothing, unstoredIn(placeOf(running, record)));
    await running.askPlaces();
    return async () => noCounts();
  }
  const batch = await plan(running, kept);
  await running.askPlaces();
  const found = await findReferences(running, batch);
  const composed: ImportedMessage[] = [];
  for (const [at, record] of kept.entries()) {
    const [place, sendKey, plannedId] = [batch.places[at]!, batch.sendKeys[at]!, batch.ids[at]!];
    composed.push(compose(running, record, found, { place, sendKey, plannedId }));
    await running.letOthersWork();
  }
  running.unstored.add(batch.messages);
  return async () => {
    const counts = await store(running, batch, composed, found);
    running.unstored.delete(batch.messages);
    return counts;
  };
}

/** Messages that are stored together, with their places and the IDs that were chosen for them. */
type Batch = {
  records: readonly MessageRecord[];
  places: readonly StoredPlace[];
  sendKeys: readonly string[];
  ids: readonly number[];
  /** Whether none of them was stored when they were planned. */
  areNew: boolean;
  /** Those that are new, by their keys and other names. */
  messages: ReadonlyMap<string, FoundMessage>;
};
type StoredPlace = { channelId: ChannelId; topic: string; memberIds: UserId[] };

/** Chooses the IDs of messages, so that texts of the same batch and of the next ones can name them. */
async function plan(running: Running, records: readonly MessageRecord[]): Promise<Batch> {
  const { source, ctx, unstored, fullRuns } = running;
  const places = records.map((record) => placeOf(running, record));
  const sendKeys = records.map(({ key }) => sendKeyOf(source, key));
  const reservedIds = [...unstored].flatMap((each) => [...each.values()].map(({ messageId }) => messageId));
  const { ids } = await ctx.clients.messaging.planImportedMessages(
    {
      messages: records.map(({ time }, at) => ({
        sendKey: itemAt(sendKeys, at),
        sentAtMs: fullRuns.after(sentAtMsOf(time)),
      })),
      reservedIds,
      areNew: running.areNew,
    },
    running.call(),
  );
  const messages = new Map(
    records.flatMap(({ key, aliases = [], time }, at) => {
      const { messageId, isKnown } = itemAt(ids, at);
      if (isKnown) return [];
      fullRuns.note(sentAtMsOf(time), messageId);
      const message = { messageId, ...itemAt(places, at) };
      return [key, ...aliases].map((name) => [name, message] as const);
    }),
  );
  return {
    records,
    places,
    sendKeys,
    ids: ids.map(({ messageId }) => messageId),
    areNew: !ids.some(({ isKnown }) => isKnown),
    messages,
  };
}

const sentAtMsOf = (time: number): number => Math.max(1_000, millisecondOf(time));

/** Returns whether a message can be imported. */
function isImportable(running: Running, { place, sender }: MessageRecord, where: string): boolean {
  if ('channel' in place && !isKnownChannel(running, place.channel, where)) return false;
  if (running.erased.has(sender)) return false;
  const members = 'people' in place ? place.people : [];
  if (members.length <= maxMembers) return true;
  running.tally.find('large-conversation', where, `A direct conversation has ${members.length} people.`);
  return false;
}

/** Returns the people whom a message needs. */
const peopleOf = (record: MessageRecord): string[] => [
  record.sender,
  ...('people' in record.place ? record.place.people : []),
  ...(record.reactions ?? []).map(({ person }) => person),
  ...(record.starredBy ?? []),
  ...(record.edits ?? []).flatMap(({ editor }) => editor ?? []),
  ...pinnersOf(record),
];

/** Pins of direct conversations are left out. */
function notePin(running: Running, { place }: MessageRecord, where: string): void {
  if ('channel' in place) return;
  running.tally.add('pins', 'left_out');
  running.tally.find('direct-pin', where, 'Messages of direct conversations cannot be pinned here.');
}

/** Returns the person who has pinned a message in a channel, if the archive names them. */
const pinnersOf = ({ place, pinned }: MessageRecord): string[] =>
  'channel' in place && pinned !== undefined && pinned !== true && pinned.by !== undefined ? [pinned.by] : [];

/** Counts messages of a dry run. Those that are there already are merged. */
async function countOnly(running: Running, records: readonly MessageRecord[]): Promise<void> {
  const { tally, source } = running;
  const sendKeys = records.map(({ key }) => sendKeyOf(source, key));
  const found = running.hasOrganization
    ? (await running.ctx.clients.messaging.findImportedMessages({ sendKeys, messageIds: [] }, running.call()))
        .messages
    : [];
  for (const [at, record] of records.entries()) {
    compose(running, record, nothing, unstoredIn(placeOf(running, record)));
    const isThere = (found[at]?.messageId ?? 0) !== 0;
    const reactions = record.reactions ?? [];
    tally.add('messages', isThere ? 'merged' : 'imported');
    if (isThere) tally.add('reactions', 'merged', reactions.length);
    else {
      for (const { emoji } of reactions)
        if (await isKnownEmoji(running, emoji)) tally.add('reactions', 'imported');
    }
    if (record.pinned && 'channel' in record.place) tally.add('pins', isThere ? 'merged' : 'imported');
  }
}

const textsOf = ({ content, edits = [] }: MessageRecord): ArchiveText[] => [
  content,
  ...edits.flatMap(({ previousContent }) => (previousContent === undefined ? [] : [previousContent])),
];

/** What references of a batch were found to be, and which texts are to be written again at the end. */
type FoundInBatch = Found & {
  /** Whether a text refers to a message that is not known yet, or is not stored yet. */
  isPending(record: MessageRecord): boolean;
};

/** Looks up the files and messages to which texts refer. */
async function findReferences(running: Running, batch: Batch): Promise<FoundInBatch> {
  const { source, ctx, unstored } = running;
  const texts = batch.records.flatMap(textsOf);
  const fileKeys = [...new Set(referencesIn(texts, 'file').map(({ key }) => key))];
  const messageKeys = [...new Set(referencesIn(texts, 'message').map(({ key }) => key))];
  const planned = new Map<string, FoundMessage>();
  const own = new Map<string, FoundMessage>();
  for (const key of messageKeys) {
    const message = batch.messages.get(key);
    if (message) own.set(key, message);
    for (const others of message ? [] : unstored) {
      const other = others.get(key);
      if (other) planned.set(key, other);
    }
  }
  const [files, stored] = await Promise.all([
    findFiles(ctx.db, source, fileKeys),
    findMessages(
      running,
      messageKeys.filter((key) => !own.has(key) && !planned.has(key)),
    ),
  ]);
  return {
    files,
    messages: new Map([...stored, ...planned, ...own]),
    isPending: ({ content }) =>
      referencesIn([content], 'message').some(({ key }) => !own.has(key) && !stored.has(key)),
  };
}

/** Returns messages by their keys, or by other names that messages of this source have. */
async function findMessages(running: Running, keys: readonly string[]): Promise<Map<string, FoundMessage>> {
  if (keys.length === 0) return new Map();
  const { ctx, source } = running;
  const sendKeys = keys.map((key) => sendKeyOf(source, key));
  const find = async (request: { sendKeys: string[]; messageIds: MessageId[] }, of: readonly string[]) => {
    const { messages } = await ctx.clients.messaging.findImportedMessages(request, running.call());
    return messages.flatMap((message, at) =>
      message.messageId === 0 ? [] : [[itemAt(of, at), message] as const],
    );
  };
  const found = new Map<string, FoundMessage>(await find({ sendKeys, messageIds: [] }, keys));
  const aliases = await findMessageIds(
    ctx.db,
    source,
    keys.filter((key) => !found.has(key)),
  );
  if (aliases.size === 0) return found;
  const others = await find({ sendKeys: [], messageIds: [...aliases.values()] }, [...aliases.keys()]);
  return new Map([...found, ...others]);
}

/** Returns the place of a message with the IDs of this organization, and counts it. */
function placeOf(running: Running, record: MessageRecord): StoredPlace {
  const { place, sender } = record;
  if ('channel' in place) {
    const channelId = running.channelId(place.channel);
    const topic = topicOf(running, place.topic, whereOf(record, record.key));
    if (topic !== '') running.noteTopic(channelId, topic);
    return { channelId, topic, memberIds: [] };
  }
  const ids = [...place.people, sender].map((key) => running.personId(key));
  const memberIds = [...new Set(ids)].sort((a, b) => a - b);
  running.noteConversation(memberIds);
  return { channelId: 0, topic: '', memberIds };
}

/** Where a message is stored, by which key and under which ID. */
type Stored = { place: StoredPlace; sendKey: string; plannedId: number };
/** What is composed only for its findings. */
const unstoredIn = (place: StoredPlace): Stored => ({ place, sendKey: '', plannedId: 0 });

function compose(
  running: Running,
  record: MessageRecord,
  found: Found,
  { place, sendKey, plannedId }: Stored,
): ImportedMessage {
  const where = whereOf(record, record.key);
  const { edits = [], reactions = [] } = record;
  const idOf = (key: string) => running.personId(key);
  const sentAtMs = sentAtMsOf(record.time);
  return {
    sendKey,
    plannedId,
    senderId: idOf(record.sender),
    ...place,
    sentAtMs,
    content: contentOf(running, writeText(running, record.content, found, where), where),
    client: (record.client ?? '').slice(0, 100).replaceAll('\0', ''),
    reactions: reactions.map(({ person, emoji, time }) => ({
      userId: idOf(person),
      emojiName: running.emojiNames.get(emoji) ?? emoji,
      reactedAtMs: millisecondOf(time ?? 0),
    })),
    edits: edits.map((edit) => ({
      editedAt: Math.floor(edit.time),
      editorId: edit.editor === undefined ? 0 : idOf(edit.editor),
      previousContent:
        edit.previousContent === undefined
          ? undefined
          : contentOf(running, writeText(running, edit.previousContent, found, where), where),
      previousTopic:
        edit.previousTopic === undefined ? undefined : topicOf(running, edit.previousTopic, where),
      previousChannelId: Math.max(0, running.channels.get(edit.previousChannel ?? '')?.id ?? 0),
    })),
    starredBy: (record.starredBy ?? []).map(idOf),
    unreadBy: [],
    pin: pinOf(running, record, sentAtMs),
  };
}

/** Returns the pin of a message in a channel. Without a time of its own, it has the one of the message. */
function pinOf(
  running: Running,
  record: MessageRecord,
  sentAtMs: number,
): { userId: UserId; pinnedAtMs: number } | undefined {
  const { place, pinned } = record;
  if (!pinned || !('channel' in place)) return undefined;
  const [by] = pinnersOf(record);
  const time = pinned === true ? undefined : pinned.time;
  return {
    userId: by === undefined ? 0 : running.personId(by),
    pinnedAtMs: time === undefined ? sentAtMs : millisecondOf(time),
  };
}

/** Returns a topic in its stored form. */
function topicOf(running: Running, given: string, where: string): string {
  let topic = given.trim().normalize('NFC').toWellFormed();
  if (hiddenCharacter.test(topic)) {
    topic = [...topic]
      .map((character) => (hiddenCharacter.test(character) ? ' ' : character))
      .join('')
      .trim();
  }
  if (topic !== '' && !hasVisibleText(topic)) topic = '';
  const short = shortenTopic(topic);
  if (short !== topic) running.tally.find('shortened-topic', where, `${topic.slice(0, 100)} → ${short}`);
  return short;
}

/** Returns a content in its stored form. */
function contentOf(running: Running, given: string, where: string): string {
  let text = given
    .toWellFormed()
    .replaceAll('\0', '')
    .trimEnd()
    .replace(/^(?:[^\S\n]*\n)+/, '');
  if (!hasVisibleText(text)) {
    text = '*(no text)*';
    running.tally.find('empty-message', where, 'The message has no text.');
  }
  const short = shorten(text, limits.messageLength, '\n[message truncated]');
  if (short !== text)
    running.tally.find('shortened-message', where, `The message has ${text.length} characters.`);
  return short;
}

async function store(
  running: Running,
  batch: Batch,
  messages: ImportedMessage[],
  { isPending }: FoundInBatch,
): Promise<StoredCounts> {
  const { records } = batch;
  const { ctx, row, source } = running;
  const { importId } = row;
  const { results, sendsBesideMs, sendsAloneMs } = await ctx.clients.messaging.importMessages(
    { importId, messages, areNew: batch.areNew },
    running.call(),
  );
  running.pace.observe({ besideMs: sendsBesideMs, aloneMs: sendsAloneMs });
  const oldIds = records.flatMap(({ key, aliases = [] }, at) =>
    [...(running.linksHaveKeys ? [key] : []), ...aliases].map((oldId) => ({
      oldId,
      messageId: itemAt(results, at).messageId,
    })),
  );
  // Another import may have taken an ID meanwhile. Then texts that name its message are wrong.
  const isAsPlanned = results.every(({ messageId }, at) => messageId === batch.ids[at]);
  const namesOwn = ({ content }: MessageRecord) =>
    referencesIn([content], 'message').some(({ key }) => batch.messages.has(key));
  const pending = records.flatMap((record, at) => {
    const { isNew, messageId } = itemAt(results, at);
    return (isPending(record) || (!isAsPlanned && namesOwn(record))) && isNew
      ? [{ messageId, content: record.content }]
      : [];
  });
  await Promise.all([
    linkFiles(running, results, messages),
    putMessageIds(ctx.db, source, importId, oldIds),
    putPendingTexts(ctx.db, importId, pending),
  ]);
  return countsOf(records, results, messages);
}

/** Links the files of stored messages with them. */
async function linkFiles(
  running: Running,
  results: readonly ImportedMessageResult[],
  messages: readonly ImportedMessage[],
): Promise<void> {
  const links = results.flatMap(({ messageId, uploadPaths }, at) => {
    const sentAt = Math.floor(itemAt(messages, at).sentAtMs / 1_000);
    return uploadPaths.map((pathId) => ({ pathId, messageId, sentAt }));
  });
  for (let at = 0; at < links.length; at += 5_000)
    await running.ctx.clients.upload.linkImportedFiles(
      { links: links.slice(at, at + 5_000) },
      running.call(),
    );
}

/** Counts what was stored, and what had been stored before. */
function countsOf(
  records: readonly MessageRecord[],
  results: readonly ImportedMessageResult[],
  messages: readonly ImportedMessage[],
): StoredCounts {
  const counts = noCounts();
  for (const [at, { isNew, reactions, isPinned }] of results.entries()) {
    const hasPin = itemAt(messages, at).pin !== undefined;
    if (hasPin && !isNew) counts.pinsMerged++;
    else if (hasPin && isPinned) counts.pins++;
    if (isNew) {
      counts.imported++;
      counts.reactions += reactions;
    } else {
      counts.merged++;
      counts.reactionsMerged += itemAt(records, at).reactions?.length ?? 0;
    }
  }
  return counts;
}

/** Writes the texts again that refer to messages which came after them. */
export async function finishTexts(
  running: Running,
  pending: readonly { messageId: MessageId; content: unknown }[],
): Promise<void> {
  const texts = pending.map(({ content }) => content as ArchiveText);
  const [files, messages] = await Promise.all([
    findFiles(running.ctx.db, running.source, [
      ...new Set(referencesIn(texts, 'file').map(({ key }) => key)),
    ]),
    findMessages(running, [...new Set(referencesIn(texts, 'message').map(({ key }) => key))]),
  ]);
  const written = pending.map(({ messageId }, at) => {
    const text = itemAt(texts, at);
    const where = `message ${messageId}`;
    for (const { key, label } of referencesIn([text], 'message')) {
      if (!messages.has(key))
        running.tally.find('broken-link', where, `A link leads to no message: ${label ?? key}`);
    }
    return {
      messageId,
      content: contentOf(running, writeText(running, text, { files, messages }, where), where),
    };
  });
  await running.ctx.clients.messaging.rewriteImportedMessages({ messages: written }, running.call());
}
