import { required, visitor } from '@parley/core';
import type { Scope } from '@parley/facts';
import { foldCase, type MessageId, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findCorrespondents } from '../db/reading/correspondents.ts';
import type { Source } from '../db/reading/message-window.ts';
import { rankedMessages } from '../db/searching/search-documents.ts';
import { newestAnchor } from '../domain/limits.ts';
import { byRelevance } from '../domain/searching/relevance.ts';
import type { ReadPlan } from './plan-read.ts';

/**
 * Number of messages that are ranked. Where a search finds more, they are the newest, the newest with exactly the typed words, and the
 * newest with each of the words around an `OR`.
 */
const maxRanked = 1_000;
/** How many messages are ranked at most because of words around an `OR`. Those with the rarest words come first. */
const maxRankedForWords = 4_000;

type FoundSource = Source & { kind: 'found' };

/** Returns the IDs of the messages of a search, the best first, at most `limit`, and whether it found more. */
export async function rankFound(
  ctx: Ctx,
  plan: ReadPlan & { source: FoundSource },
  limit: number,
  scope: Scope,
): Promise<{ ids: MessageId[]; hasMore: boolean }> {
  const found = await candidates(plan, Math.max(maxRanked, limit) + 1);
  const ids = await ranked(ctx, plan, found, scope);
  return { ids: ids.slice(0, limit), hasMore: ids.length > limit };
}

async function candidates(
  { source, exactSource, wordSources }: ReadPlan & { source: FoundSource },
  limit: number,
): Promise<number[]> {
  const newest = await source.nearest(newestAnchor, limit, 'older');
  if (newest.length < limit) return newest;
  const found = new Set([...newest, ...((await exactSource?.(newestAnchor, limit, 'older')) ?? [])]);
  const ofWords: number[][] = [];
  for (const { nearest } of await wordSources()) ofWords.push(await nearest(newestAnchor, limit, 'older'));
  const most = found.size + maxRankedForWords;
  for (const id of ofWords.toSorted((a, b) => a.length - b.length).flat()) {
    if (found.size >= most) break;
    found.add(id);
  }
  return [...found];
}

async function ranked(
  ctx: Ctx,
  { reader: { user }, search }: ReadPlan,
  ids: readonly MessageId[],
  scope: Scope,
): Promise<number[]> {
  const expression = required(search, 'search in the plan').expression;
  const userId = user === visitor ? undefined : user.userId;
  const [messages, occurrences, correspondents, followed] = await Promise.all([
    rankedMessages(ctx.db, ids),
    ctx.searchIndex.occurrences(expression, ids),
    userId === undefined ? [] : findCorrespondents(ctx.db, [userId], []),
    userId === undefined ? new Set<string>() : followedTopics(ctx, userId, scope),
  ]);
  const people = new Set(correspondents.flatMap((each) => each.userIds));
  const found = messages.flatMap(({ id, senderId, channelId, topicKey, sentAt }) => {
    const text = occurrences.get(id);
    if (!text) return [];
    return [
      {
        id,
        ...text,
        sentAt,
        isOwn: senderId === userId,
        isFollowed: channelId === null || followed.has(`${channelId} ${topicKey}`),
        isFromCorrespondent: people.has(senderId),
      },
    ];
  });
  return byRelevance(expression, found, Math.floor(ctx.clock.now() / 1000));
}

async function followedTopics(ctx: Ctx, userId: UserId, scope: Scope): Promise<ReadonlySet<string>> {
  const { topics } = await ctx.channel.getNarrowFacts({ userId, kinds: [] }, scope.call);
  const isFollowed = ({ visibilityPolicy }: { visibilityPolicy: number }) => visibilityPolicy === 3;
  return new Set(topics.filter(isFollowed).map(({ channelId, topic }) => `${channelId} ${foldCase(topic)}`));
}
