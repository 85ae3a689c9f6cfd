/** Splits the audience of events about a person, where guests may not see everyone. */
import { createScope, type User } from '@parley/directory';
import { Audience } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** The guests who may see a person; undefined when all guests may. */
export type Viewers = readonly number[] | undefined;

type Asking = Pick<Ctx, 'directory' | 'userAdmin'>;

/** Finds the guests who may see a person; `user-admin` decides it. Everyone may see bots. */
export async function findViewers(ctx: Asking, actor: User, call: Call): Promise<Viewers> {
  if (actor.isBot || actor.isSystemBot) return undefined;
  if (!(await createScope(ctx.directory, call).areGuestsLimited())) return undefined;
  const answer = await ctx.userAdmin.findViewers({ userId: actor.userId }, call);
  return answer.everyone ? undefined : answer.guestIds;
}

/** Finds the guests who may see a person acting in a channel. Subscribers of a channel see each other. */
export async function findViewersInChannel(
  ctx: Asking,
  actor: User,
  channelId: number,
  call: Call,
): Promise<Viewers> {
  if (actor.isBot || actor.isSystemBot) return undefined;
  const histories = await ctx.directory.subscriptions.of(actor.userId, call);
  return histories.get(channelId)?.isSubscribed ? undefined : await findViewers(ctx, actor, call);
}

/** Part of an event's audience, and whether it may see the person whom the event is about. */
export type AudiencePart = { audience: Audience; canSeeActor: boolean };

/** Splits an audience by whether recipients may see the person. Each recipient belongs to the first part that includes them. */
export async function splitAudience(
  ctx: Asking,
  audience: Audience,
  viewers: Viewers,
  call: Call,
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
  const people = await ctx.directory.users.many(audience.userIds, call);
  const unaware = audience.userIds.filter(
    (id) => people.get(id)?.role === roles.guest && !viewers.includes(id),
  );
  return [
    { audience: Audience.create({ userIds: unaware }), canSeeActor: false },
    { audience, canSeeActor: true },
  ];
}
