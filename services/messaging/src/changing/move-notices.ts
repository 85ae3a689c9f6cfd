import type { Scope, User } from '@parley/facts';
import { personMention, placeLink } from '@parley/markdown';
import { isOpenToVisitors, roles } from '@parley/rules';
import type { Texts } from '@parley/texts';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';
import { composeNotice, noticeSender, organizationTexts } from '../sending/notices.ts';
import { findUnreadRecipients } from '../sending/resolved-notice.ts';
import type { MoveReaders } from './move-readers.ts';
import type { MovePlan } from './plan-move.ts';

/** For the former and the new topic. None when the organization has no sender for notices. */
export async function moveNotices(
  ctx: Ctx,
  plan: MovePlan & { readers: MoveReaders },
  { mover, ...requested }: { mover: User; old: boolean; new: boolean },
  scope: Scope,
): Promise<NewMessage[]> {
  const shown = { from: await isShownIn('new', plan, scope), to: await isShownIn('old', plan, scope) };
  const texts = noticeTexts(plan, shown, { mover, ...requested }, await organizationTexts(scope));
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

/** A notice has one text for all, so it names a topic only if all its readers may read the moved messages there. */
async function isShownIn(
  where: 'old' | 'new',
  { from, to, part, changesChannel, readers }: MovePlan & { readers: MoveReaders },
  scope: Scope,
): Promise<boolean> {
  if (!changesChannel) {
    // Later subscribers of a protected history do not see the notice.
    return readers.from?.every(({ periods }) => periodsInclude(periods, part.messageId)) ?? true;
  }
  const [named, place, subscribers] =
    where === 'new'
      ? [from.channel, to.channel, readers.toSubscribers]
      : [to.channel, from.channel, readers.fromSubscribers];
  if (isOpenToVisitors(named)) return true;
  // Everybody except guests may read a public channel.
  if (named.inviteOnly || place.isWebPublic || !subscribers) return false;
  const people = await scope.users.many(subscribers.map(({ userId }) => userId));
  return [...people.values()].every(({ role }) => role < roles.guest);
}

const link = ({ channel: { channelId, name: channelName }, topic }: MovePlan['from']): string =>
  placeLink({ channelId, channelName, topic });

type NoticeText = { where: 'old' | 'new'; text: string };

function noticeTexts(
  { from, to, count, movesAll, resolve }: MovePlan,
  shown: { from: boolean; to: boolean },
  requested: { mover: User; old: boolean; new: boolean },
  { conversations: { topics: texts } }: Texts,
): NoticeText[] {
  const { mover } = requested;
  const by = personMention(mover, true);
  if (resolve !== undefined) return [{ where: 'new', text: texts[resolve]({ by }) }];
  const names = { by, from: link(from), to: link(to), count };
  const what = movesAll ? 'topic' : 'messages';
  const here = texts[`${what}MovedHere${shown.from ? '' : 'FromHidden'}`](names);
  const away = texts[`${what}MovedAway${shown.to ? '' : 'ToHidden'}`](names);
  return [
    ...(requested.new ? [{ where: 'new' as const, text: here }] : []),
    ...(requested.old ? [{ where: 'old' as const, text: away }] : []),
  ];
}
