import { firstItem, itemAt, required } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { ImportedEdit, ImportedMessage } from '@parley/proto/messaging/v1/importing';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { ensureOrigins, type ImportedRow } from '../db/whole-accounts/imports.ts';
import { type ReactionEmoji, reactionEmoji } from '../domain/changing/emoji.ts';
import { flagBits } from '../domain/changing/flags.ts';
import { changedAt, type EditEntry } from '../domain/changing/history.ts';
import { widgetOf } from '../domain/changing/widgets.ts';
import { contentOf, rendererOf } from './render-imported.ts';

/** Time after which the process does other work, such as sends, before it renders more, in milliseconds. */
const sliceMs = 5;
/** Maximum size in bytes of former HTML in an entry of an edit history, as for edits. */
const maxRenderedBytes = 50_000;
/** Maximum number of entries in one edit history. The newest ones are kept, and the oldest. */
const maxEdits = 50;

export type ComposedImport = { row: ImportedRow; uploadPaths: string[] };

/** Renders messages of an import, and finds or creates their origins and conversations. */
export async function composeImported(
  ctx: Ctx,
  messages: readonly ImportedMessage[],
  scope: Scope,
): Promise<ComposedImport[]> {
  const texts = messages.flatMap(({ content, edits }) => [
    content,
    ...edits.flatMap(({ previousContent }) => previousContent ?? []),
  ]);
  const [render, originIds, organization] = await Promise.all([
    rendererOf(ctx, texts, scope),
    originsOf(ctx, messages),
    scope.organization(),
  ]);
  const emojiOf = createEmojiLookup((own) => organization.emoji.get(own)?.id);
  const composed: ComposedImport[] = [];
  let pausedAt = performance.now();
  for (const [at, message] of messages.entries()) {
    composed.push(composeOne(message, itemAt(originIds, at), { render, emojiOf }));
    if (performance.now() - pausedAt < sliceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    pausedAt = performance.now();
  }
  return composed;
}

type EmojiOf = (name: string) => ReactionEmoji | undefined;

function composeOne(
  message: ImportedMessage,
  originId: number,
  { render, emojiOf }: { render: Awaited<ReturnType<typeof rendererOf>>; emojiOf: EmojiOf },
): ComposedImport {
  const inChannel = message.channelId !== 0;
  const rendered = render(message.content, inChannel);
  const html = (text: string) => render(text, inChannel).html;
  const history = editHistory(message, html);
  const flags: ImportedRow['personalFlags'] = [
    ...rendered.mentionedUserIds.map((userId) => ({ userId, flags: flagBits.mentioned })),
    ...message.starredBy.map((userId) => ({ userId, flags: flagBits.starred })),
    ...message.unreadBy.map((userId) => ({ userId, flags: flagBits.markedUnread })),
  ];
  const row: ImportedRow = {
    ...contentOf(message.content, rendered, inChannel),
    sendKey: message.sendKey,
    plannedId: message.plannedId,
    senderId: message.senderId,
    channelId: inChannel ? message.channelId : undefined,
    conversationId: inChannel ? undefined : originId,
    topic: inChannel ? message.topic : '',
    originId,
    sentAtMs: message.sentAtMs,
    client: message.client === '' ? 'Import' : message.client,
    ...changedAt(history),
    editHistory: history,
    personalFlags: flags,
    reactions: reactionsOf(message, emojiOf),
    widget: widgetOf(message.content),
    pin: inChannel && message.pin ? { ...message.pin } : undefined,
  };
  return { row, uploadPaths: rendered.uploadPaths };
}

const reactionsOf = ({ reactions, sentAtMs }: ImportedMessage, emojiOf: EmojiOf): ImportedRow['reactions'] =>
  reactions.flatMap(({ userId, emojiName, reactedAtMs }) => {
    const found = emojiOf(emojiName);
    return found ? [{ userId, emoji: found, reactedAtMs: reactedAtMs || sentAtMs }] : [];
  });

/** Returns what finds emoji by their names, each of which is looked up once. */
function createEmojiLookup(ownEmoji: (name: string) => string | undefined): EmojiOf {
  const found = new Map<string, ReactionEmoji | undefined>();
  return (name) => {
    if (!found.has(name)) found.set(name, knownEmoji(name, ownEmoji));
    return found.get(name);
  };
}

function knownEmoji(name: string, ownEmoji: (name: string) => string | undefined): ReactionEmoji | undefined {
  try {
    return reactionEmoji({ name, code: undefined, type: undefined }, ownEmoji);
  } catch {
    return undefined;
  }
}

/** Returns the edit history of a message in the form of the database, the newest entry first. */
function editHistory(
  { topic, channelId, edits }: ImportedMessage,
  html: (text: string) => string,
): EditEntry[] {
  const kept = edits.length <= maxEdits ? edits : [firstItem(edits), ...edits.slice(1 - maxEdits)];
  const entries: EditEntry[] = [];
  let [topicAfter, channelAfter] = [topic, channelId];
  for (const edit of kept.toReversed()) {
    entries.push(entryOf(edit, { topic: topicAfter, channelId: channelAfter }, html));
    topicAfter = edit.previousTopic ?? topicAfter;
    channelAfter = edit.previousChannelId || channelAfter;
  }
  return entries;
}

function entryOf(
  { editedAt, editorId, previousContent, previousTopic, previousChannelId }: ImportedEdit,
  after: { topic: string; channelId: ChannelId },
  html: (text: string) => string,
): EditEntry {
  const rendered = previousContent === undefined ? '' : html(previousContent);
  return {
    user_id: editorId === 0 ? null : editorId,
    timestamp: editedAt,
    ...(previousContent !== undefined && { prev_content: previousContent }),
    ...(previousContent !== undefined &&
      Buffer.byteLength(rendered) <= maxRenderedBytes && { prev_rendered_content: rendered }),
    ...(previousTopic !== undefined && { prev_topic: previousTopic, topic: after.topic }),
    ...(previousChannelId !== 0 && { prev_stream: previousChannelId, stream: after.channelId }),
  };
}

async function originsOf(ctx: Ctx, messages: readonly ImportedMessage[]): Promise<number[]> {
  const places = new Map<string, { channelId: ChannelId; topic: string }>();
  const keyOf = ({ channelId, topic }: ImportedMessage) => `${channelId}:${topic}`;
  for (const message of messages) {
    const { channelId, topic } = message;
    if (channelId !== 0) places.set(keyOf(message), { channelId, topic });
  }
  const ids = await ensureOrigins(ctx.db, [...places.values()]);
  const originOf = new Map([...places.keys()].map((key, at) => [key, itemAt(ids, at)]));
  return Promise.all(
    messages.map((message) =>
      message.channelId !== 0
        ? required(originOf.get(keyOf(message)), 'place of a message')
        : ctx.conversations.direct(message.memberIds),
    ),
  );
}
