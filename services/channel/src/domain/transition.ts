/** Who hears what when a channel changes, and with it perhaps who may know of it. */
import { Audience } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, knowers, whoMayKnow } from './audience.ts';

export type Transition = {
  /** Those who knew of it and still do. */
  both: Audience;
  /** After `both`: those who know of it now. */
  now: Audience;
  /** After `both`: those who knew of it before. */
  before: Audience;
  /** Whether anybody's knowledge can have changed. */
  changes: boolean;
  /** Whether somebody can have learnt of it. */
  reveals: boolean;
};

/** A channel with who may know of it through its settings. */
export type Known = { channel: AudienceFacts; holders: Holders };

/** @param roleOf roles of the holders on both sides. */
export function transition(before: Known, now: Known, roleOf: (userId: number) => number): Transition {
  const [was, is] = [knowers(before.channel, before.holders), knowers(now.channel, now.holders)];
  const [wasNamed, isNamed] = [new Set(was.userIds), new Set(is.userIds)];
  const knew = (id: number) => wasNamed.has(id) || roleOf(id) <= was.maxRole;
  const knows = (id: number) => isNamed.has(id) || roleOf(id) <= is.maxRole;
  const named = [...new Set([...was.userIds, ...is.userIds])];
  const spectators = { spectators: true };
  const spectatorsLearn = now.channel.isWebPublic && !before.channel.isWebPublic;
  const reveals = is.maxRole > was.maxRole || named.some((id) => !knew(id) && knows(id)) || spectatorsLearn;
  return {
    reveals,
    both: Audience.create({
      maxRole: Math.min(was.maxRole, is.maxRole),
      channelId: now.channel.channelId,
      userIds: named.filter((id) => knew(id) && knows(id)),
      channelWebPublic: before.channel.isWebPublic && now.channel.isWebPublic,
    }),
    now: whoMayKnow(now.channel, now.holders, spectators),
    before: whoMayKnow(before.channel, before.holders, spectators),
    changes:
      was.maxRole !== is.maxRole ||
      named.some((id) => knew(id) !== knows(id)) ||
      before.channel.isWebPublic !== now.channel.isWebPublic,
  };
}
