/** Works out the audiences of a channel's change, which may also change who may see the channel. */
import { Audience } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, viewerAudience, viewersWithoutSubscription } from './audience.ts';

export type Transition = {
  /** People who see it before and after. */
  both: Audience;
  /** People who see it now, apart from `both`. */
  now: Audience;
  /** People who saw it before, apart from `both`. */
  before: Audience;
  /** Whether anyone may have started or stopped seeing it. */
  changes: boolean;
  /** Whether anyone may have started seeing it. */
  reveals: boolean;
};

/** A channel with the people who see it through its settings. */
export type VisibleChannel = { channel: AudienceFacts; holders: Holders };

/** Compares the viewers of a channel before and after a change. @param roleOf roles of the holders on both sides */
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
