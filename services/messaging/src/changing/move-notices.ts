import type { Scope, User } from '@parley/directory';
import type { Texts } from '@parley/texts';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { placeLink } from '../domain/topic-link.ts';
import { composeNotice, noticeSender, organizationTexts } from '../sending/notices.ts';
import { findUnreadRecipients } from '../sending/resolved-notice.ts';
import type { MovePlan } from './plan-move.ts';

/**
 * Composes the notices that tell the former and the new topic about a move, or the topic that it was resolved or unresolved.
 * Returns none when the organization has no sender for notices.
 */
export async function moveNotices(
  ctx: Ctx,
  plan: MovePlan,
  { mover, ...requested }: { mover: User; old: boolean; new: boolean },
  scope: Scope,
): Promise<NewMessage[]> {
  const texts = noticeTexts(plan, mover, requested, await organizationTexts(scope));
  if (texts.length === 0) return [];
  const sender = await noticeSender(ctx, scope);
  if (!sender) return [];
  const { resolve, from, to } = plan;
  const unreadUserIds =
    resolve === undefined
      ? undefined
      : await findUnreadRecipients(ctx, { channel: to.channel, topics: [from.topic, to.topic] }, scope);
  return await Promise.all(
    texts.map(({ where, text }) => {
      const target = {
        kind: 'channel' as const,
        channel: where === 'new' ? plan.to.channel : plan.from.channel,
        topic: where === 'new' ? plan.to.topic : plan.from.topic,
      };
      const notice = { sender, onBehalfOf: mover, target, content: text, unreadUserIds };
      return composeNotice(ctx, notice, scope);
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
  { topics: texts }: Texts,
): NoticeText[] {
  const by = `@_**${mover.fullName}|${mover.userId}**`;
  if (resolve !== undefined) return [{ where: 'new', text: texts[resolve](by) }];
  const what = movesAll ? 'topic' : count;
  return [
    ...(requested.new ? [{ where: 'new' as const, text: texts.movedHere(what, link(from), by) }] : []),
    ...(requested.old ? [{ where: 'old' as const, text: texts.movedAway(what, link(to), by) }] : []),
  ];
}
