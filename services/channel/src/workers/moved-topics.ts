/**
 * Moves the visibility policies of a topic when the whole topic moves (event `messaging.topic.moved`). People who may not read
 * the new channel lose their policy. There is one transaction per person. The move is idempotent: when the event is handled
 * again, policies that were moved are no longer found at the old topic.
 */
import { lastItem } from '@parley/core';
import type { FollowedEvent } from '@parley/event-log';
import { createScope, type Scope } from '@parley/facts';
import type { TopicMoved } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import type { ChannelId, UserId } from '@parley/rules';
import { changeUserTopic } from '../changing/change-user-topic.ts';
import type { Ctx } from '../context.ts';
import { channelById } from '../db/channels.ts';
import { peopleWithTopic } from '../db/user-topics.ts';
import { contentSettings, mayReadContent } from '../domain/permissions.ts';
import { mergedVisibility, visibility } from '../domain/topic.ts';
import { standings } from '../facts/access.ts';

const pageOfPeople = 500;

/** Handles an event of the log. It is idempotent. */
export async function followMovedTopics(
  ctx: Ctx,
  { fact }: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  if (fact?.$case !== 'topicMoved') return;
  const { topicMoved: move } = fact;
  const scope = createScope(ctx.factCache, backgroundCall({ signal }));
  let afterUserId = 0;
  for (;;) {
    const people = await peopleWithTopic(ctx.db, move, { afterUserId, limit: pageOfPeople });
    for (const userId of people) await movePolicy(ctx, move, userId, scope);
    if (people.length < pageOfPeople) return;
    afterUserId = lastItem(people);
  }
}

async function movePolicy(ctx: Ctx, move: TopicMoved, userId: UserId, scope: Scope): Promise<void> {
  const mayReadTarget = await mayRead(ctx, userId, move.toChannelId, scope);
  const { empty_topic_display_name: emptyTopicName } = await scope.settings();
  const from = { userId, channelId: move.channelId, topic: move.topic, emptyTopicName };
  const to = { userId, channelId: move.toChannelId, topic: move.toTopic, emptyTopicName };
  const { traceparent } = scope.call;
  await ctx.db.tx(async (tx) => {
    let moved: number = visibility.inherit;
    await changeUserTopic(tx, from, traceparent, (before) => {
      moved = before;
      return visibility.inherit;
    });
    if (moved === visibility.inherit || !mayReadTarget) return;
    await changeUserTopic(tx, to, traceparent, (present) =>
      move.intoExisting ? mergedVisibility(moved, present) : moved,
    );
  });
}

async function mayRead(ctx: Ctx, userId: UserId, channelId: ChannelId, scope: Scope): Promise<boolean> {
  const [user, row] = await Promise.all([scope.users.get(userId), channelById(ctx.db, channelId, userId)]);
  if (!user || !row) return false;
  const standing = (await standings(user, [row], contentSettings, scope))(row);
  return mayReadContent(user, row, standing);
}
