import { randomBytes } from 'node:crypto';
import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import { render } from '@parley/markdown';
import { roles, type UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { putEphemeral } from '../../db/views.ts';
import { controlsOf } from '../../domain/blocks/controls.ts';
import { type Place, placeText } from '../../domain/place.ts';
import { ephemeralChanged, ephemeralRemoved } from '../../events/ephemeral-message.ts';
import { type AppText, composeAppMessage } from '../composing/compose.ts';
import type { InstalledApp } from '../installed-app.ts';
import { ownerOf } from '../presses/press.ts';
import { noApp } from '../program-of-bot.ts';

type Target = { place: Place; userId: UserId; written: AppText };

/**
 * Sends a message of an app to one person. It is an event, which only this person's clients get, and is not kept. Only its controls are,
 * for a day, so that presses can be checked.
 * @param replacedId the message that it takes the place of
 * @throws PayloadError for a wrong block; BAD_REQUEST when the person may not know of the place
 */
export async function sendEphemeral(
  ctx: Ctx,
  app: InstalledApp,
  { place, userId, written, replacedId }: Target & { replacedId?: string },
  scope: Scope,
): Promise<string> {
  await requireReader(place, userId, scope);
  const { content, blocks } = await composeAppMessage(ctx, app, written, scope);
  const bot = await scope.users.get(app.botId);
  const id = replacedId ?? `e${randomBytes(12).toString('hex')}`;
  const message = {
    id,
    app_id: app.appId === noApp ? null : app.appId,
    sender_id: app.botId,
    sender_full_name: bot?.fullName ?? app.manifest.name,
    ...(place.kind === 'channel'
      ? { type: 'stream' as const, stream_id: place.channelId, topic: place.topic }
      : { type: 'private' as const, user_ids: [...place.userIds] }),
    content,
    rendered_content: await htmlOf(ctx, content, scope),
    blocks,
    timestamp: Math.floor(ctx.clock.now() / 1000),
  };
  await ctx.db.tx(async (tx) => {
    if (controlsOf(blocks).length > 0) {
      const row = { ephemeralId: id, ...ownerOf(app), userId, place: placeText(place) };
      await putEphemeral(tx, { ...row, blocks: JSON.stringify(blocks) });
    }
    const op = replacedId === undefined ? 'add' : 'update';
    await emit(tx, ephemeralChanged(op, message, userId, scope.call.traceparent));
  });
  return id;
}

/** Checks that a person may know of the place now. The person may have left it since the press. @throws BAD_REQUEST otherwise */
async function requireReader(place: Place, userId: UserId, scope: Scope): Promise<void> {
  await scope.confirmed(async (facts) => {
    const user = await facts.users.get(userId);
    const mayRead = async (): Promise<boolean> => {
      if (place.kind === 'direct') return place.userIds.includes(userId);
      const channel = await facts.channels.get(place.channelId);
      if (!channel) return false;
      if ((await facts.subscriptions(userId)).get(place.channelId)?.isSubscribed) return true;
      return channel.isWebPublic || (!channel.inviteOnly && (user?.role ?? roles.guest) <= roles.member);
    };
    if (!user?.isActive || user.isBot || !(await mayRead()))
      throw errors.badRequest('The person cannot see messages there.');
  });
}

/** Removes a message for one person from the person's clients. */
export async function removeEphemeral(
  ctx: Ctx,
  { ephemeralId, userId }: { ephemeralId: string; userId: UserId },
  scope: Scope,
): Promise<void> {
  await ctx.db.tx((tx) => emit(tx, ephemeralRemoved(ephemeralId, userId, scope.call.traceparent)));
}

/** Renders a message for one person: nobody is notified by it, so names that are not those of references stay text. */
async function htmlOf(ctx: Ctx, content: string, scope: Scope): Promise<string> {
  const users = await scope.users.many(
    [...content.matchAll(/@_?\*\*[^*|\n]*\|(\d{1,15})\*\*/g)].slice(0, 50).map(([, id]) => Number(id)),
  );
  const { emoji } = await scope.organization();
  return render(content, {
    findUser: (_, id) => {
      const user = id === undefined ? undefined : users.get(id);
      return user && { id: user.userId, fullName: user.fullName };
    },
    findGroup: () => undefined,
    findChannel: () => undefined,
    emoji: (name) => {
      const own = emoji.get(name);
      return own && { kind: 'realm', ...own };
    },
    linkifiers: [],
    publicUrl: ctx.publicUrl,
    imagePreviews: false,
    channelWildcards: false,
    topicWildcards: false,
  }).html;
}
