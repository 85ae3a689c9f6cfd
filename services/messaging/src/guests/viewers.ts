/** This matters only in organizations that limit which people guests see. */
import type { Scope, User } from '@parley/facts';
import { Audience } from '@parley/proto/events/v1/event';
import { type ChannelId, roles } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** IDs of the guests who may see a person; undefined when all guests may. */
export type Viewers = readonly number[] | undefined;

type Caller = Pick<Ctx, 'userAdmin'>;

/** Finds the guests who may see a person. `user-admin` decides this. All guests may see bots. */
export async function findViewers(ctx: Caller, actor: User, scope: Scope): Promise<Viewers> {
  if (actor.isBot || actor.isSystemBot) return undefined;
  if (!(await scope.areGuestsLimited())) return undefined;
  const answer = await ctx.userAdmin.findViewers({ userId: actor.userId }, scope.call);
  return answer.everyone ? undefined : answer.guestIds;
}

/** Undefined for a bot, and for a subscriber, because subscribers see each other. */
export async function findViewersInChannel(
  ctx: Caller,
  actor: User,
  channelId: ChannelId,
  scope: Scope,
): Promise<Viewers> {
  if (actor.isBot || actor.isSystemBot) return undefined;
  const histories = await scope.subscriptions(actor.userId);
  return histories.get(channelId)?.isSubscribed ? undefined : await findViewers(ctx, actor, scope);
}

/** A part of an event's audience. `canSeeActor` tells whether its recipients may see the actor, whom the event is about. */
export type AudiencePart = { audience: Audience; canSeeActor: boolean };

/** A recipient who is in several parts receives the event from the first of them. */
export async function splitAudience(
  audience: Audience,
  viewers: Viewers,
  scope: Scope,
): Promise<AudiencePart[]> {
  if (!viewers) return [{ audience, canSeeActor: true }];
  if (audience.channelId !== 0) {
    const { channelId } = audience;
    return [
      { audience: { ...audience, channelMaxRole: roles.member }, canSeeActor: true },
      { audience: Audience.create({ channelId, exceptUserIds: [...viewers] }), canSeeActor: false },
      { audience: Audience.create({ channelId }), canSeeActor: true },
    ];
  }
  const people = await scope.users.many(audience.userIds);
  const withoutActor = audience.userIds.filter(
    (id) => people.get(id)?.role === roles.guest && !viewers.includes(id),
  );
  return [
    { audience: Audience.create({ userIds: withoutActor }), canSeeActor: false },
    { audience, canSeeActor: true },
  ];
}
