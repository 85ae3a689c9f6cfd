/** Splits the audience of events about a person, for organizations in which guests do not see all people. */
import type { Scope, User } from '@parley/directory';
import { Audience } from '@parley/proto/events/v1/event';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** The guests who may see a person; undefined when all guests may. */
export type Viewers = readonly number[] | undefined;

type Caller = Pick<Ctx, 'userAdmin'>;

/** Finds the guests who may see a person. `user-admin` decides this. All guests may see bots. */
export async function findViewers(ctx: Caller, actor: User, scope: Scope): Promise<Viewers> {
  if (actor.isBot || actor.isSystemBot) return undefined;
  if (!(await scope.areGuestsLimited())) return undefined;
  const answer = await ctx.userAdmin.findViewers({ userId: actor.userId }, scope.call);
  return answer.everyone ? undefined : answer.guestIds;
}

/** Finds the guests who may see a person who acts in a channel. Subscribers of a channel see each other. */
export async function findViewersInChannel(
  ctx: Caller,
  actor: User,
  channelId: number,
  scope: Scope,
): Promise<Viewers> {
  if (actor.isBot || actor.isSystemBot) return undefined;
  const histories = await scope.subscriptions(actor.userId);
  return histories.get(channelId)?.isSubscribed ? undefined : await findViewers(ctx, actor, scope);
}

/** A part of an event's audience, and whether its recipients may see the person that the event is about (the actor). */
export type AudiencePart = { audience: Audience; canSeeActor: boolean };

/**
 * Splits an audience by whether recipients may see the actor. Each recipient belongs to the first part that includes
 * them.
 */
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
