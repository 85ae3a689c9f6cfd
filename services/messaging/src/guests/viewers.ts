/** Who canSeeActor the person that an event tells of, where guests see only those they share something with. */
import { createScope, type User } from '@parley/directory';
import { Audience } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** The guests who see somebody; undefined when nobody is kept from seeing them. */
export type Viewers = readonly number[] | undefined;

type Asking = Pick<Ctx, 'directory' | 'userAdmin'>;

/** Which guests see a person; `user-admin` decides. Bots are seen by all. */
export async function findViewers(ctx: Asking, actor: User, call: Call): Promise<Viewers> {
  if (actor.isBot || actor.isSystemBot) return undefined;
  if (!(await createScope(ctx.directory, call).areGuestsLimited())) return undefined;
  const answer = await ctx.userAdmin.findViewers({ userId: actor.userId }, call, { idempotent: true });
  return answer.everyone ? undefined : answer.guestIds;
}

/** The same for what somebody does in a channel: its subscribers see each other. */
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

/** AudiencePart of an event's audience, and whether it canSeeActor the person whom the event tells of. */
export type AudiencePart = { audience: Audience; canSeeActor: boolean };

/** Splits an audience into those who know the person and those who do not; the first that holds somebody is theirs. */
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
  const unknowing = audience.userIds.filter(
    (id) => people.get(id)?.role === roles.guest && !viewers.includes(id),
  );
  return [
    { audience: Audience.create({ userIds: unknowing }), canSeeActor: false },
    { audience, canSeeActor: true },
  ];
}
