import type { Scope, User } from '@parley/directory';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { placeLink } from '../domain/topic-link.ts';
import { composeNotice, noticeSender } from '../sending/notices.ts';
import type { MovePlan } from './plan-move.ts';

/** Composes the notices of a move in the former and the new topic. */
export async function moveNotices(
  ctx: Ctx,
  plan: MovePlan,
  { mover, ...requested }: { mover: User; old: boolean; new: boolean },
  scope: Scope,
): Promise<NewMessage[]> {
  const texts = noticeTexts(plan, mover, requested);
  if (texts.length === 0) return [];
  const sender = await noticeSender(ctx, scope);
  if (!sender) return [];
  return await Promise.all(
    texts.map(({ where, text }) => {
      const target = {
        kind: 'channel' as const,
        channel: where === 'new' ? plan.to.channel : plan.from.channel,
        topic: where === 'new' ? plan.to.topic : plan.from.topic,
      };
      return composeNotice(ctx, { sender, onBehalfOf: mover, target, content: text }, scope);
    }),
  );
}

const link = ({ channel: { channelId, name: channelName }, topic }: MovePlan['from']): string =>
  placeLink({ channelId, channelName, topic });

type NoticeText = { where: 'old' | 'new'; text: string };

function noticeTexts(
  { from, to, count, movesAll, resolve }: MovePlan,
  mover: User,
  requested: { old: boolean; new: boolean },
): NoticeText[] {
  const who = `@_**${mover.fullName}|${mover.userId}**`;
  if (resolve !== undefined) {
    return [{ where: 'new', text: `${who} has marked this topic as ${resolve}.` }];
  }
  const oldThread = link(from);
  const newThread = link(to);
  const [what, were] = movesAll
    ? ['This topic', 'was']
    : count === 1
      ? ['A message', 'was']
      : [`${count} messages`, 'were'];
  return [
    ...(requested.new
      ? [{ where: 'new' as const, text: `${what} ${were} moved here from ${oldThread} by ${who}.` }]
      : []),
    ...(requested.old
      ? [
          {
            where: 'old' as const,
            text: `${what} ${were} moved ${movesAll ? '' : 'from this topic '}to ${newThread} by ${who}.`,
          },
        ]
      : []),
  ];
}
