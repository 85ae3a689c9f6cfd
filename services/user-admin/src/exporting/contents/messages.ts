import { lastItem } from '@parley/core';
import type { ExportedChannel } from '@parley/proto/channel/v1/exporting';
import type { ExportedMessage, ListExportedMessagesRequest } from '@parley/proto/messaging/v1/exporting';
import type { ExportedFile } from '@parley/proto/upload/v1/exporting';
import { IdSet } from '../domain/id-set.ts';
import { JsonParts } from '../domain/json-parts.ts';
import type { Entry } from '../domain/tar.ts';
import { openFile } from './open-file.ts';
import type { Source } from './source.ts';

export type MessageCounts = { messages: number; files: number };
/** Where exported messages stand. */
export type Place = NonNullable<ListExportedMessagesRequest['place']>;

/**
 * Yields the messages of an export, and the list of their files. Each file follows the first messages that link to it. Direct
 * messages are included from conversations that have a member who consents, or from all in an export without consent.
 */
export async function* messageEntries(source: Source, counts: MessageCounts): AsyncGenerator<Entry> {
  const files = new FileEntries(source);
  for await (const channel of channelsOf(source)) {
    const parts = new JsonParts(`messages/channel-${channel.channelId}`);
    yield* placeEntries(source, channelPlace(channel), parts, files);
    counts.messages += parts.count;
  }
  const parts = new JsonParts('messages/direct');
  for await (const conversationIds of conversationsOf(source)) {
    yield* placeEntries(source, { $case: 'direct', direct: { conversationIds } }, parts, files);
  }
  counts.messages += parts.count;
  yield* parts.end();
  yield* files.end();
  counts.files = files.count;
}

export async function* channelsOf({
  ctx,
  call,
  consentingUserIds,
  hasAllPrivateData,
}: Source): AsyncGenerator<ExportedChannel> {
  for (let afterChannelId = 0; ; ) {
    const request = {
      afterChannelId,
      consentingUserIds: [...consentingUserIds],
      withoutConsent: hasAllPrivateData,
    };
    const { channels } = await ctx.rpc.channel.listExportedChannels(request, call());
    if (channels.length === 0) return;
    yield* channels;
    afterChannelId = lastItem(channels).channelId;
  }
}

export const channelPlace = ({ channelId, hasAllMessages, periods }: ExportedChannel): Place => ({
  $case: 'channel',
  channel: { channelId, hasAllMessages, periods },
});

/** Yields the IDs of direct conversations that are exported, one page at a time. */
export async function* conversationsOf({
  ctx,
  call,
  consentingUserIds,
  hasAllPrivateData,
}: Source): AsyncGenerator<number[]> {
  if (consentingUserIds.length === 0 && !hasAllPrivateData) return;
  const consenting = new Set(consentingUserIds);
  for (let afterConversationId = 0; ; ) {
    const { conversations } = await ctx.rpc.messaging.listExportedConversations(
      { afterConversationId, memberId: 0 },
      call(),
    );
    if (conversations.length === 0) return;
    const exported = conversations.filter(
      ({ memberIds }) => hasAllPrivateData || memberIds.some((id) => consenting.has(id)),
    );
    if (exported.length > 0) yield exported.map(({ conversationId }) => conversationId);
    afterConversationId = lastItem(conversations).conversationId;
  }
}

async function* placeEntries(
  source: Source,
  place: Place,
  parts: JsonParts,
  files: FileEntries,
): AsyncGenerator<Entry> {
  const settings = await source.scope.settings();
  const withEditHistory = settings.message_edit_history_visibility_policy === 'all';
  for await (const page of messagePages(source, place, withEditHistory)) {
    for (const { messageJson } of page) yield* parts.add(messageJson);
    yield* files.ofMessages(page);
  }
  if (place.$case === 'channel') yield* parts.end();
}

/** Yields the messages of a channel, of direct conversations or of a sender, ordered by ID, one page at a time. */
export async function* messagePages(
  { ctx, call, since }: Source,
  place: Place,
  withEditHistory: boolean,
): AsyncGenerator<ExportedMessage[]> {
  for (let afterMessageId = 0; ; ) {
    const { messages } = await ctx.rpc.messaging.listExportedMessages(
      { place, afterMessageId, withEditHistory, since },
      call(),
    );
    if (messages.length === 0) return;
    yield messages;
    afterMessageId = lastItem(messages).messageId;
  }
}

/** Yields the files to which exported messages link. Each file is exported once. */
export class FileEntries {
  readonly #source: Source;
  readonly #seen = new IdSet();
  readonly #list = new JsonParts('uploads');

  readonly #isExported: (file: ExportedFile) => boolean;

  constructor(source: Source, isExported: (file: ExportedFile) => boolean = () => true) {
    this.#source = source;
    this.#isExported = isExported;
  }

  get count(): number {
    return this.#list.count;
  }

  /** Yields the files to which the messages link. Omits files already exported, not accepted by `isExported`, or deleted. */
  async *ofMessages(messages: readonly ExportedMessage[]): AsyncGenerator<Entry> {
    const messageIds = messages
      .filter(({ hasAttachment }) => hasAttachment)
      .map(({ messageId }) => messageId);
    if (messageIds.length === 0) return;
    const { ctx, call } = this.#source;
    const { files } = await ctx.rpc.upload.findExportedFiles({ messageIds }, call());
    for (const file of files) {
      if (!this.#isExported(file) || !this.#seen.add(file.attachmentId)) continue;
      const content = await openFile(this.#source, {
        $case: 'exportedAttachmentId',
        exportedAttachmentId: file.attachmentId,
      });
      if (!content) continue;
      const path = `files/${file.attachmentId}`;
      yield { name: path, ...content };
      yield* this.#list.add(Buffer.from(JSON.stringify(fileJson(file, path))));
    }
  }

  end(): Entry[] {
    return this.#list.end();
  }
}

const fileJson = (file: ExportedFile, path: string) => ({
  id: file.attachmentId,
  path_id: file.pathId,
  name: file.fileName,
  content_type: file.contentType,
  size: file.sizeBytes,
  owner_id: file.ownerId,
  create_time: file.createdAt,
  path,
});
