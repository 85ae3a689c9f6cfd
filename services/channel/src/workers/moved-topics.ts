/**
 * What people set for a topic goes with it when all of it is moved (`messaging.topic.moved`). Who may not read where it
 * went loses what they had set. Each person's change is one transaction; what was moved is not there any more when the
 * event comes again.
 */
import type { FollowedEvent } from '@parley/event-log';
import type { TopicMoved } from '@parley/proto/events/v1/facts';
import { backgroundCall, type Call } from '@parley/rpc';
import { changeUserTopic } from '../changing/change-user-topic.ts';
import type { Ctx } from '../context.ts';
import { channelById } from '../db/channels.ts';
import { peopleWithTopic } from '../db/user-topics.ts';
import { contentSettings, mayReadContent } from '../domain/permissions.ts';
import { mergedVisibility, visibility } from '../domain/topic.ts';
import { standings } from '../facts/access.ts';

const pageOfPeople = 500;

/** Applies one event of the log; may come again. */
export async function followMovedTopics(
  ctx: Ctx,
  { fact }: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  if (fact?.$case !== 'topicMoved') return;
  const { topicMoved: move } = fact;
  const call = backgroundCall({ signal });
  let after = 0;
  for (;;) {
    const people = await peopleWithTopic(ctx.db, move.channelId, move.topic, after, pageOfPeople);
    for (const userId of people) await moveSetting(ctx, move, userId, call);
    if (people.length < pageOfPeople) return;
    after = people.at(-1)!;
  }
}

async function moveSetting(ctx: Ctx, move: TopicMoved, userId: number, call: Call): Promise<void> {
  const mayFollow = await mayRead(ctx, userId, move.toChannelId, call);
  const { empty_topic_display_name: emptyTopicDisplayName } = await ctx.directory.organization.settings(call);
  const from = { channelId: move.channelId, topic: move.topic, emptyTopicDisplayName };
  const to = { channelId: move.toChannelId, topic: move.toTopic, emptyTopicDisplayName };
  await ctx.db.tx(async (tx) => {
    let carried: number = visibility.inherit;
    await changeUserTopic(tx, userId, from, call.traceparent, (before) => {
      carried = before;
      return visibility.inherit;
    });
    if (carried === visibility.inherit || !mayFollow) return;
    await changeUserTopic(tx, userId, to, call.traceparent, (there) =>
      move.intoExisting ? mergedVisibility(carried, there) : carried,
    );
  });
}

async function mayRead(ctx: Ctx, userId: number, channelId: number, call: Call): Promise<boolean> {
  const [user, row] = await Promise.all([
    ctx.directory.users.get(userId, call),
    channelById(ctx.db, channelId, userId),
  ]);
  if (!user || !row) return false;
  const standing = (await standings(ctx, user, [row], contentSettings, call))(row);
  return mayReadContent(user, row, standing);
}
