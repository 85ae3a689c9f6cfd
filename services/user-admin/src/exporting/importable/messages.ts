import type { ArchiveRecord, ArchiveText, MessageEdit } from '@parley/archive';
import { itemAt } from '@parley/core';
import type { ExportedChannel } from '@parley/proto/channel/v1/exporting';
import type { ExportedMessage, ExportedPin } from '@parley/proto/messaging/v1/exporting';
import { channelPlace, conversationsOf, messagePages, type Place } from '../contents/messages.ts';
import type { Source } from '../contents/source.ts';
import { IdSet } from '../domain/id-set.ts';
import { messageTimes } from '../domain/message-times.ts';
import { archiveText, idsIn, type References } from './content.ts';

/** What was exported before the messages: keys by IDs and names. */
export type Known = {
  people: ReadonlyMap<number, string>;
  /** Keys of people by name; undefined for a name that several people have. */
  names: ReadonlyMap<string, string | undefined>;
  groupNames: ReadonlyMap<string, string>;
  channelNames: ReadonlyMap<string, string>;
  channels: readonly ExportedChannel[];
};

type MessageJson = {
  id: number;
  sender_id: number;
  recipient_ids: number[] | null;
  subject: string;
  content: string;
  timestamp: number;
  client: string;
  reactions: { user_id: number; emoji_name: string; time: number }[];
  edit_history?: EditJson[] | null;
};
type EditJson = {
  user_id: number | null;
  timestamp: number;
  prev_content?: string;
  prev_topic?: string;
  prev_stream?: number;
};

/** Yields the messages of an export with the files to which they link. Each file comes before the first of these messages. */
export async function* messageRecords(source: Source, known: Known): AsyncGenerator<ArchiveRecord> {
  const seen = new IdSet();
  const withEditHistory = (await source.scope.settings()).message_edit_history_visibility_policy === 'all';
  const keyOfChannel = new Map(known.channels.map(({ channelId, key }) => [channelId, key]));
  async function* pagesOf() {
    for (const channel of known.channels) yield* pagesAt(channelPlace(channel));
    for await (const conversationIds of conversationsOf(source)) {
      yield* pagesAt({ $case: 'direct', direct: { conversationIds } });
    }
  }
  async function* pagesAt(place: Place) {
    const timeOf = messageTimes();
    for await (const page of messagePages(source, place, withEditHistory)) yield { page, timeOf };
  }
  for await (const { page, timeOf } of pagesOf()) {
    const messages = page.map((message) => ({
      message,
      json: JSON.parse(message.messageJson.toString()) as MessageJson,
    }));
    const files = await filesOf(source, page);
    for (const file of files) if (seen.add(file.attachmentId)) yield fileRecord(file, known);
    const fileKeys = new Map(files.map(({ pathId, key }) => [pathId, key]));
    const messageKeys = await messageKeysIn(
      source,
      messages.map(({ json }) => json),
    );
    const references: References = {
      personKey: (name, id) => (id === undefined ? known.names.get(name) : known.people.get(id)),
      groupKey: (name) => known.groupNames.get(name),
      channelKey: (name) => known.channelNames.get(name),
      messageKey: (id) => messageKeys.get(id),
      fileKey: (path) => fileKeys.get(path),
    };
    for (const { message, json } of messages) {
      const record = messageRecord(message, json, { known, references, keyOfChannel, timeOf });
      if (record) yield record;
    }
  }
}

function fileRecord(file: Awaited<ReturnType<typeof filesOf>>[number], { people }: Known): ArchiveRecord {
  const owner = people.get(file.ownerId);
  return {
    kind: 'file',
    key: file.key,
    name: file.fileName,
    path: `files/${file.attachmentId}`,
    type: file.contentType,
    size: file.sizeBytes,
    ...(owner !== undefined && { owner }),
    created: file.createdAt,
  };
}

async function filesOf({ ctx, call }: Source, page: readonly ExportedMessage[]) {
  const messageIds = page.filter(({ hasAttachment }) => hasAttachment).map(({ messageId }) => messageId);
  if (messageIds.length === 0) return [];
  return (await ctx.rpc.upload.findExportedFiles({ messageIds }, call())).files;
}

async function messageKeysIn(
  { ctx, call }: Source,
  messages: readonly MessageJson[],
): Promise<Map<number, string>> {
  const texts = messages.flatMap(({ content, edit_history }) => [
    content,
    ...(edit_history ?? []).flatMap(({ prev_content }) => prev_content ?? []),
  ]);
  const messageIds = [...new Set(texts.flatMap((text) => idsIn(text).messageIds))].slice(0, 10_000);
  if (messageIds.length === 0) return new Map();
  const { sendKeys } = await ctx.rpc.messaging.findMessageKeys({ messageIds }, call());
  return new Map(
    messageIds.flatMap((id, at) => (sendKeys[at] === '' ? [] : [[id, itemAt(sendKeys, at)] as const])),
  );
}

/** Returns a pin with its time, and with the person where the export has them. */
function pinRecord({ userId, pinnedAtMs }: ExportedPin, people: ReadonlyMap<number, string>) {
  const by = people.get(userId);
  return { ...(by !== undefined && { by }), time: pinnedAtMs / 1_000 };
}

function editRecord(
  edit: EditJson,
  text: (markdown: string) => ArchiveText,
  { people, keyOfChannel }: { people: Known['people']; keyOfChannel: ReadonlyMap<number, string> },
): MessageEdit {
  const editor = edit.user_id === null ? undefined : people.get(edit.user_id);
  const channel = edit.prev_stream === undefined ? undefined : keyOfChannel.get(edit.prev_stream);
  return {
    time: edit.timestamp,
    ...(editor !== undefined && { editor }),
    ...(edit.prev_content !== undefined && { previousContent: text(edit.prev_content) }),
    ...(edit.prev_topic !== undefined && { previousTopic: edit.prev_topic }),
    ...(channel !== undefined && { previousChannel: channel }),
  };
}

function messageRecord(
  { sendKey: key, channelId, starredBy, pin }: ExportedMessage,
  json: MessageJson,
  {
    known: { people },
    references,
    keyOfChannel,
    timeOf,
  }: {
    known: Known;
    references: References;
    keyOfChannel: ReadonlyMap<number, string>;
    timeOf: ReturnType<typeof messageTimes>;
  },
): ArchiveRecord | undefined {
  // Messages of the server itself have no person.
  const sender = people.get(json.sender_id);
  const channel = keyOfChannel.get(channelId);
  if (sender === undefined || (channelId !== 0 && channel === undefined)) return undefined;
  const text = (markdown: string) => archiveText(markdown, references);
  const edits = (json.edit_history ?? [])
    .toReversed()
    .map((edit) => editRecord(edit, text, { people, keyOfChannel }));
  const reactions = json.reactions.flatMap(({ user_id, emoji_name: emoji, time }) => {
    const person = people.get(user_id);
    return person === undefined ? [] : [{ person, emoji, time: time / 1_000 }];
  });
  const starred = starredBy.flatMap((id) => people.get(id) ?? []);
  return {
    kind: 'message',
    key,
    place:
      channel === undefined
        ? { people: (json.recipient_ids ?? []).flatMap((id) => people.get(id) ?? []) }
        : { channel, topic: json.subject },
    sender,
    time: timeOf(json.id, json.timestamp),
    content: text(json.content),
    ...(edits.length > 0 && { edits }),
    ...(reactions.length > 0 && { reactions }),
    ...(starred.length > 0 && { starredBy: starred }),
    ...(pin && { pinned: pinRecord(pin, people) }),
    client: json.client,
  };
}
