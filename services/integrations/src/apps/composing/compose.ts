import type { Block, MessageIcon } from '@parley/api';
import { externalPicturePath } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type Emoji, render, unicodeEmoji } from '@parley/markdown';
import type { Ctx } from '../../context.ts';
import { blocksWithAttachments } from '../../domain/blocks/attachment-blocks.ts';
import { controlsOf } from '../../domain/blocks/controls.ts';
import { type BlockRenderer, readBlocks } from '../../domain/blocks/read-blocks.ts';
import { readableBlocks } from '../../domain/blocks/rich-text.ts';
import { fitContent } from '../../domain/fit.ts';
import { markdownOf, type Names, referencedIn } from '../../domain/references.ts';
import { readSlackMessage } from '../../domain/slack/slack-message.ts';
import { Payload, PayloadError } from '../../domain/templates/payload.ts';
import type { InstalledApp } from '../installed-app.ts';
import { noApp } from '../program-of-bot.ts';

/** What an app writes, in Slack's form. */
export type AppText = Readonly<Record<string, unknown>>;

/** A message of an app: its readable text in Markdown, and the blocks that clients show instead; none for a message of text alone. */
export type AppMessage = { content: string; blocks: Block[] };

/** Returns whether an app has written something: a text, attachments or blocks. */
export const hasContent = ({ text, blocks, attachments }: AppText): boolean =>
  (typeof text === 'string' && text.trim() !== '') ||
  (Array.isArray(blocks) && blocks.length > 0) ||
  (Array.isArray(attachments) && attachments.length > 0);

/**
 * Reads a message that an app writes in Slack's form.
 * @throws PayloadError when nothing is in it, a block is wrong, or the manifest permits no controls
 */
export async function composeAppMessage(
  ctx: Ctx,
  app: Pick<InstalledApp, 'manifest'>,
  written: AppText,
  scope: Scope,
): Promise<AppMessage> {
  if (!hasContent(written)) throw new PayloadError('The message has no text.');
  const names = await namesIn(written, scope);
  const text = typeof written.text === 'string' ? written.text : '';
  const attachments = listIn(written.attachments);
  const shown = blocksWithAttachments({ text, blocks: listIn(written.blocks), attachments });
  const blocks = shown.length > 0 ? await composeBlocks(ctx, app, shown, scope) : [];
  const isMarkdown = written.mrkdwn === false;
  const ownText = isMarkdown ? text : markdownOf(text, names, false);
  // Clients that do not know blocks get them as text. Mentions of people notify only from the text.
  const readable = shown.length > 0 ? readableBlocks(withNames(shown, names)) : '';
  const mentions = readable === '' ? '' : (ownText.match(/@\*\*[^*\n]+\*\*/g) ?? []).join(' ');
  const parts = readable === '' ? [ownText, attachmentsText(attachments)] : [mentions, readable];
  const content = parts.filter((part) => part.trim() !== '').join('\n\n');
  return { content: fitContent(content === '' ? ownText : content), blocks };
}

/**
 * Reads a message that a bot sends in the form of this API: its content is Markdown, and stays as it is.
 * @param content undefined when it follows from the blocks
 * @throws PayloadError when a block is wrong, or the manifest permits no controls
 */
export async function composeBotMessage(
  ctx: Ctx,
  app: Pick<InstalledApp, 'manifest'>,
  { blocks: written, content }: { blocks: unknown; content: string | undefined },
  scope: Scope,
): Promise<AppMessage> {
  const blocks = await composeBlocks(ctx, app, written, scope);
  if (content !== undefined) return { content, blocks };
  const names = await namesIn(written, scope);
  const readable = readableBlocks(withNames(written, names));
  return { content: readable.trim() === '' ? '' : fitContent(readable), blocks };
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function attachmentsText(attachments: readonly unknown[]): string {
  if (attachments.length === 0) return '';
  try {
    return readSlackMessage(new Payload({ attachments })).content;
  } catch {
    return '';
  }
}

/** Checks and renders blocks of a message. @throws PayloadError that says which block is wrong, or that the manifest permits no controls */
async function composeBlocks(
  ctx: Ctx,
  { manifest }: Pick<InstalledApp, 'manifest'>,
  value: unknown,
  scope: Scope,
): Promise<Block[]> {
  const renderer = await blockRenderer(ctx, await namesIn(value, scope), scope);
  const blocks = readBlocks(value, 'message', renderer);
  if (!manifest.blocks && controlsOf(blocks).some(({ control }) => control.type !== 'button' || !control.url))
    throw new PayloadError('This app or bot may not send controls, because it gets no presses.');
  return blocks;
}

/** Returns how texts of blocks become HTML: by the renderer of messages, without notifying anyone. */
export async function blockRenderer(ctx: Ctx, names: Names, scope: Scope): Promise<BlockRenderer> {
  const { emoji, settings } = await scope.organization();
  const context = {
    findUser: (_: string, id?: number) => {
      const fullName = id === undefined ? undefined : names.users.get(id);
      return id === undefined || fullName === undefined ? undefined : { id, fullName };
    },
    findGroup: () => undefined,
    findChannel: (name: string) => {
      const found = [...names.channels].find(([, each]) => each === name);
      return found && { id: found[0], name: found[1] };
    },
    emoji: (name: string): Emoji | undefined => {
      const own = emoji.get(name);
      if (own) return { kind: 'realm', ...own };
      const code = unicodeEmoji(name);
      return code === undefined ? undefined : { kind: 'unicode', code };
    },
    linkifiers: [],
    publicUrl: ctx.publicUrl,
    imagePreviews: false,
    channelWildcards: false,
    topicWildcards: false,
    emptyTopicName: settings.empty_topic_display_name,
  };
  return {
    html: (text) => render(markdownOf(text, names, true), context).html,
    // Pictures are loaded through this server, so that their hosts do not learn who reads the message.
    picture: (url) => (ctx.pictureKey === '' ? '' : (externalPicturePath(url, ctx.pictureKey) ?? '')),
  };
}

/** Returns the names of the people and channels to which a payload refers. Names of private channels are not told. */
async function namesIn(value: unknown, scope: Scope): Promise<Names> {
  const { userIds, channelIds } = referencedIn(JSON.stringify(value) ?? '');
  const [users, channels] = await Promise.all([
    userIds.length > 0 ? scope.users.many(userIds) : new Map(),
    channelIds.length > 0 ? scope.channels.many(channelIds) : new Map(),
  ]);
  return {
    users: new Map([...users.values()].map(({ userId, fullName }) => [userId, fullName])),
    channels: new Map(
      [...channels.values()].flatMap(({ channelId, name, inviteOnly }) =>
        inviteOnly ? [] : [[channelId, name] as const],
      ),
    ),
  };
}

/** Returns a value with names in the place of references. */
function withNames(value: unknown, names: Names): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/<([@#])[UWBC](\d{1,15})(?:M\d+)?(?:\|[^<>\n]*)?>/g, (whole, sign, digits) => {
      const name = (sign === '@' ? names.users : names.channels).get(Number(digits));
      return name === undefined ? whole : `${sign}${name.replaceAll(/[<>*_~`|]/g, '')}`;
    });
  if (Array.isArray(value)) return value.map((item) => withNames(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner, names)]));
}

/** Returns the content of the submessage that carries blocks, and an icon beside them. An empty list takes them away. */
export const blocksText = (
  { appId }: Pick<InstalledApp, 'appId'>,
  blocks: readonly Block[],
  icon?: MessageIcon | undefined,
): string => JSON.stringify({ app_id: appId === noApp ? null : appId, ...(icon && { icon }), blocks });
