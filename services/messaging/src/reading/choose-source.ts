import type { Visitor } from '@parley/core';
import { and, type Query, sql } from '@parley/db';
import type { Channel, Scope, User } from '@parley/facts';
import type { ChannelId, UserId } from '@parley/rules';
import { findReadablePeriods, loadVisibilityOfChannels } from '../access/readable-periods.ts';
import type { ReaderOf } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { findMentioningChannels, findStarredChannels } from '../db/personal/personal-lists.ts';
import type { Source } from '../db/reading/message-window.ts';
import { inPeriods, isOwnDirectMessage, visibilityJson, visible, visibleInChannels } from '../db/visible.ts';
import { noUnread, scopeWithin, type UnreadScope } from '../domain/reading/unread-scope.ts';
import { isWholeHistory, type Visibility } from '../domain/reading/visibility.ts';
import { isSelective as isSelectiveText } from '../domain/searching/text-query.ts';
import type { CompiledNarrow } from '../narrow/index.ts';
import { requirePerson } from '../narrow/operands.ts';
import { findReadable, withFittingTexts } from './find-readable.ts';

type Reader = ReaderOf<User | Visitor>;

/** A narrow with what its reader may read and has unread. */
export type AskedNarrow = { narrow: CompiledNarrow; ownVisibility: Visibility; unreadScope: UnreadScope };

/** Chooses how the messages of a narrow are found: those of them that the reader may read. */
export async function chooseSource(
  ctx: Ctx,
  reader: Reader,
  asked: AskedNarrow,
  scope: Scope,
): Promise<Source> {
  const { narrow, unreadScope } = asked;
  const { conditions, text } = narrow;
  if (text && !isSelectiveText(text)) {
    const withoutText = { ...asked, narrow: { ...narrow, text: undefined } };
    const all = await chooseSource(ctx, reader, withoutText, scope);
    return withFittingTexts(ctx, all, text, scope.call.signal);
  }
  if (narrow.isUnread && !text) {
    const { userId } = requirePerson(reader.user);
    return { kind: 'unread', userId, ...limitUnread(narrow, unreadScope), conditions };
  }
  switch (narrow.scope.kind) {
    case 'history':
      return await ofHistory(ctx, reader, asked, scope);
    case 'direct':
      return ofDirect(ctx, reader, narrow, scope);
    case 'channels':
      return await ofChannels(ctx, reader, { narrow, channels: narrow.scope.channels }, scope);
    case 'channel':
      return await ofChannel(ctx, reader, { narrow, channel: narrow.scope.channel }, scope);
  }
}

async function ofHistory(
  ctx: Ctx,
  reader: Reader,
  { narrow, ownVisibility }: AskedNarrow,
  scope: Scope,
): Promise<Source> {
  const { userId } = requirePerson(reader.user);
  if (!narrow.isSelective)
    return inContainers(narrow, ownVisibility, narrow.onlyChannels ? undefined : userId);
  const flaggedChannelIds = await findFlaggedChannels(ctx, userId, narrow);
  const visibility = await addChannels(reader, ownVisibility, flaggedChannelIds, scope);
  return selected(ctx, narrow, scope, [visible(userId, visibility)]);
}

function ofDirect(ctx: Ctx, reader: Reader, narrow: CompiledNarrow, scope: Scope): Source {
  const { userId } = requirePerson(reader.user);
  if (!narrow.isSelective) return inContainers(narrow, new Map(), userId);
  return selected(ctx, narrow, scope, [isOwnDirectMessage(userId)]);
}

async function ofChannels(
  ctx: Ctx,
  reader: Reader,
  { narrow, channels }: { narrow: CompiledNarrow; channels: readonly Channel[] },
  scope: Scope,
): Promise<Source> {
  const visibility = await loadVisibilityOfChannels(reader, channels, scope);
  if (!narrow.isSelective) return inContainers(narrow, visibility, undefined);
  return selected(ctx, narrow, scope, [visibleInChannels(visibilityJson(visibility))]);
}

async function ofChannel(
  ctx: Ctx,
  reader: Reader,
  { narrow, channel }: { narrow: CompiledNarrow; channel: Channel },
  scope: Scope,
): Promise<Source> {
  const readable = await findReadablePeriods(reader, channel, scope);
  if (readable.length === 0) return { kind: 'condition', conditions: [sql`false`] };
  return selected(ctx, narrow, scope, inPeriods(readable), channel.channelId);
}

/** Returns the messages of channels, and of the direct conversations of `directOf`, which are merged in their order. */
const inContainers = (
  { conditions, directWith }: CompiledNarrow,
  channels: Visibility,
  directOf: UserId | undefined,
): Source => ({ kind: 'containers', channels, directOf, directWith, conditions });

/** Returns the messages of a narrow that also meet these conditions, which say what the reader may read. */
function selected(
  ctx: Ctx,
  { conditions, text, idRange }: CompiledNarrow,
  { call }: Scope,
  readable: readonly Query[],
  channelId?: ChannelId,
): Source {
  const all = [...conditions, ...readable];
  if (!text) return { kind: 'condition', conditions: all };
  return {
    kind: 'found',
    conditions: all,
    fits: (ids) => ctx.searchIndex.fitting(text, ids),
    nearest: (anchor, limit, direction, options) =>
      findReadable(
        ctx,
        text,
        {
          ...{ ...idRange, anchor, limit, direction, channelId },
          where: and(all),
          inTopic: options?.inTopic ?? false,
        },
        call.signal,
      ),
  };
}

/** Limits the scope of unread messages to the scope of the narrow, which makes SQL statements smaller. */
export function limitUnread(
  { scope }: CompiledNarrow,
  unreadScope: UnreadScope,
): { scope: UnreadScope; direct: boolean } {
  if (scope.kind === 'history') return { scope: unreadScope, direct: true };
  if (scope.kind === 'direct') return { scope: noUnread, direct: true };
  const named = scope.kind === 'channel' ? [scope.channel] : scope.channels;
  const channelIds = named.map(({ channelId }) => channelId);
  return { scope: scopeWithin(unreadScope, channelIds), direct: false };
}

/** The reader may not be subscribed to channels of starred or mentioning messages. */
async function findFlaggedChannels(
  { db }: Ctx,
  userId: UserId,
  { reachesStarred, reachesMentions }: CompiledNarrow,
): Promise<number[]> {
  return [
    ...(reachesStarred ? await findStarredChannels(db, userId) : []),
    ...(reachesMentions ? await findMentioningChannels(db, userId) : []),
  ];
}

/** Returns the reader's own history in all channels. In the given channels it contains everything that the reader may read. */
async function addChannels(
  reader: Reader,
  ownVisibility: Visibility,
  channelIds: readonly ChannelId[],
  scope: Scope,
): Promise<Visibility> {
  const beyond = channelIds.filter((id) => !isWholeHistory(ownVisibility.get(id) ?? []));
  if (beyond.length === 0) return ownVisibility;
  const channels = await scope.channels.many(beyond);
  const readable = await loadVisibilityOfChannels(reader, [...channels.values()], scope);
  return new Map([...ownVisibility, ...readable]);
}
