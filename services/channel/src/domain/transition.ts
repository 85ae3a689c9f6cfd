/** Computes the audiences of a channel's change. The change may also affect who can see the channel. */
import { Audience } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, viewerAudience, viewersWithoutSubscription } from './audience.ts';

export type Transition = {
  /** People who see the channel before and after the change. */
  both: Audience;
  /** People who see the channel only after the change. */
  now: Audience;
  /** People who saw the channel only before the change. */
  before: Audience;
  /** Whether people may have started or stopped seeing the channel. */
  changes: boolean;
  /** Whether people may have started seeing the channel. */
  reveals: boolean;
};

/** A channel, and the people who see it through its settings. */
export type VisibleChannel = { channel: AudienceFacts; holders: Holders };

/**
 * Compares the viewers of a channel before and after a change.
 * @param roleOf roles of the holders before and after the change
 */
export function transition(
  before: VisibleChannel,
  now: VisibleChannel,
  roleOf: (userId: number) => number,
): Transition {
  const [was, is] = [
    viewersWithoutSubscription(before.channel, before.holders),
    viewersWithoutSubscription(now.channel, now.holders),
  ];
  const [wasNamed, isNamed] = [new Set(was.userIds), new Set(is.userIds)];
  const saw = (id: number) => wasNamed.has(id) || roleOf(id) <= was.maxRole;
  const sees = (id: number) => isNamed.has(id) || roleOf(id) <= is.maxRole;
  const named = [...new Set([...was.userIds, ...is.userIds])];
  const spectators = { spectators: true };
  const revealsToSpectators = now.channel.isWebPublic && !before.channel.isWebPublic;
  const reveals = is.maxRole > was.maxRole || named.some((id) => !saw(id) && sees(id)) || revealsToSpectators;
  return {
    reveals,
    both: Audience.create({
      maxRole: Math.min(was.maxRole, is.maxRole),
      channelId: now.channel.channelId,
      userIds: named.filter((id) => saw(id) && sees(id)),
      channelWebPublic: before.channel.isWebPublic && now.channel.isWebPublic,
    }),
    now: viewerAudience(now.channel, now.holders, spectators),
    before: viewerAudience(before.channel, before.holders, spectators),
    changes:
      was.maxRole !== is.maxRole ||
      named.some((id) => saw(id) !== sees(id)) ||
      before.channel.isWebPublic !== now.channel.isWebPublic,
  };
}
