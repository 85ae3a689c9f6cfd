/** The audiences of a change that may also affect who sees the channel. */
import { Audience } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';
import { type AudienceFacts, type Holders, viewerAudience, viewersWithoutSubscription } from './audience.ts';

export type Transition = {
  both: Audience;
  /** Everyone who sees the channel after the change. In an event, a person in `both` receives only the delivery to `both`. */
  now: Audience;
  /** Everyone who sees the channel before the change. In an event, a person in `both` receives only the delivery to `both`. */
  before: Audience;
  /** Whether some people may start or stop seeing the channel by the change. */
  changes: boolean;
  /** Whether some people may start seeing the channel by the change. */
  reveals: boolean;
};

/** A channel, and the people who see it through its group settings. */
export type VisibleChannel = { channel: AudienceFacts; holders: Holders };

/** Compares who sees the channel before and after it. @param roleOf the role number of a person in `holders` */
export function transition(
  before: VisibleChannel,
  now: VisibleChannel,
  roleOf: (userId: UserId) => number,
): Transition {
  const [was, is] = [
    viewersWithoutSubscription(before.channel, before.holders),
    viewersWithoutSubscription(now.channel, now.holders),
  ];
  const [wasNamed, isNamed] = [new Set(was.userIds), new Set(is.userIds)];
  const saw = (id: number) => wasNamed.has(id) || roleOf(id) <= was.maxRole;
  const sees = (id: number) => isNamed.has(id) || roleOf(id) <= is.maxRole;
  const named = [...new Set([...was.userIds, ...is.userIds])];
  const reveals = is.maxRole > was.maxRole || named.some((id) => !saw(id) && sees(id));
  return {
    reveals,
    both: Audience.create({
      maxRole: Math.min(was.maxRole, is.maxRole),
      channelId: now.channel.channelId,
      userIds: named.filter((id) => saw(id) && sees(id)),
    }),
    now: viewerAudience(now.channel, now.holders),
    before: viewerAudience(before.channel, before.holders),
    changes: was.maxRole !== is.maxRole || named.some((id) => saw(id) !== sees(id)),
  };
}
