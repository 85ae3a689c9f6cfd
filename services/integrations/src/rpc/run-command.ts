import { errors, errorText } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import {
  type CommandPlace,
  type RunCommandRequest,
  RunCommandResponse,
} from '@parley/proto/integrations/v1/apps';
import { roles, type UserId } from '@parley/rules';
import { applyImmediate } from '../apps/answer.ts';
import { askApp } from '../apps/ask-app.ts';
import { mayUse, requireApproved } from '../apps/installed-app.ts';
import { pressOnce } from '../apps/press.ts';
import { runningApp } from '../apps/program-of-bot.ts';
import { slackCommandActor } from '../apps/slack-parts.ts';
import type { Ctx } from '../context.ts';
import { findAppOfCommand } from '../db/apps.ts';
import { fitTopic } from '../domain/fit.ts';
import { addressFor } from '../domain/manifest.ts';
import { conversationAt, type Place } from '../domain/place.ts';
import { findHiddenPeople } from '../facts/hidden-people.ts';

/**
 * Sends a command to the app that answers it as one signed request, and carries out the answer (docs/api/apps.md#commands). A repeated command
 * with the same ID is sent once, and gets the result of the first.
 * @throws BAD_REQUEST when there is no such command, the caller may not use it, or the app may not act there; STREAM_DOES_NOT_EXIST
 */
export async function runCommand(
  ctx: Ctx,
  { pressId, name, text, place: given }: RunCommandRequest,
  scope: Scope,
): Promise<RunCommandResponse> {
  const user = await scope.caller();
  if (pressId === '') throw errors.missingParameter('press_id');
  const row = await findAppOfCommand(ctx.db, name.toLowerCase());
  const app = row && (await runningApp(row, scope));
  const command = app?.manifest.commands.find((each) => each.name === name.toLowerCase());
  if (!app || !command || !mayUse(command, user)) throw errors.badRequest('There is no such command.');
  const place = await placeFor(ctx, given, { user, botId: app.botId }, scope);
  requireApproved(app, place);
  const channel = conversationAt(place, app.botId);
  const url = command.url ?? addressFor(app.manifest, 'commands');
  const result = await pressOnce(
    ctx,
    app,
    { clientId: pressId, userId: user.userId, place, use: command.name },
    async ({ row: press, token }) => {
      const body = new URLSearchParams({
        ...slackCommandActor(ctx, app, user),
        channel_id: channel.id,
        channel_name: channel.name,
        command: command.name,
        text,
        ...(place.kind === 'channel' && { topic: place.topic }),
        response_url: `${ctx.publicUrl}/slack/response/${token}`,
        trigger_id: token,
      }).toString();
      const answer = await askApp(ctx, app, { url, body, id: `press_${press.pressId}` });
      if ('failure' in answer) return { outcome: 'failed', reason: answer.failure };
      return await applyImmediate(ctx, app, { ...press, place }, answer.body, scope);
    },
    scope,
  );
  return RunCommandResponse.create({ reaction: { outcome: result.outcome, reason: result.reason } });
}

/** Returns the place that a request names. The caller must be able to know of the channel, or be in the conversation. */
async function placeFor(
  ctx: Ctx,
  given: CommandPlace | undefined,
  { user, botId }: { user: User; botId: UserId },
  scope: Scope,
): Promise<Place> {
  const place = given?.place;
  if (place?.$case === 'channel') {
    const { channelId, topic } = place.channel;
    return await scope.confirmed(async (facts) => {
      const channel = await facts.channels.get(channelId);
      const mayKnow =
        channel &&
        !channel.isArchived &&
        ((await facts.subscriptions(user.userId)).get(channelId)?.isSubscribed ||
          (!channel.inviteOnly && user.role <= roles.member));
      if (!channel || !mayKnow) throw errors.streamDoesNotExist({ stream_id: channelId });
      const shown = topic.trim() === '' ? '' : fitTopic(topic, '');
      return { kind: 'channel', channelId, topic: shown, name: channel.name };
    });
  }
  if (place?.$case !== 'direct') throw errors.missingParameter('channel_id');
  await requireConversation(ctx, { user, userIds: place.direct.userIds.filter((id) => id !== botId) }, scope);
  const userIds = [...new Set([...place.direct.userIds, user.userId, botId])];
  return { kind: 'direct', userIds };
}

/**
 * Checks that a person may see the members of a conversation. Otherwise the answer of the app, which may write to all, would begin
 * a conversation of them, in which the person sees the others.
 * @throws BAD_REQUEST for people whom the caller may not see
 */
async function requireConversation(
  ctx: Ctx,
  { user, userIds }: { user: User; userIds: readonly UserId[] },
  scope: Scope,
): Promise<void> {
  const hidden = await findHiddenPeople(ctx, user, userIds, scope);
  await scope.confirmed(async (facts) => {
    const found = await facts.users.many(userIds);
    const unknown = userIds.find((id) => !found.has(id) || hidden.has(id));
    if (unknown !== undefined)
      throw errors.badRequest(errorText('Invalid user ID {userId}', { userId: unknown }));
  });
}
