import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import {
  type CommandPlace,
  type RunCommandRequest,
  RunCommandResponse,
} from '@parley/proto/integrations/v1/apps';
import type { UserId } from '@parley/rules';
import { applyImmediate } from '../apps/answers/answer.ts';
import { mayUse, requireApproved } from '../apps/installed-app.ts';
import { askApp } from '../apps/presses/ask-app.ts';
import { pressOnce } from '../apps/presses/press.ts';
import { runningApp } from '../apps/program-of-bot.ts';
import { slackCommandActor } from '../apps/slack-parts.ts';
import type { Ctx } from '../context.ts';
import { findAppOfCommand } from '../db/apps.ts';
import { addressFor } from '../domain/apps/manifest.ts';
import { fitTopic } from '../domain/fit.ts';
import { conversationAt, type Place } from '../domain/place.ts';

/**
 * Sends a command to the app that answers it as one signed request, and carries out the answer (docs/api/apps.md#commands). A repeated command
 * with the same ID is sent once, and gets the result of the first.
 * @throws BAD_REQUEST when there is no such command, the caller may not use it, or the app may not act there; the errors of
 * sending a message there
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

/**
 * Returns the place that a request names. The caller must be able to write there: the answer of the app may go to all who are there.
 * @throws the errors of sending a message to this place
 */
async function placeFor(
  { messaging }: Pick<Ctx, 'messaging'>,
  given: CommandPlace | undefined,
  { user, botId }: { user: User; botId: UserId },
  scope: Scope,
): Promise<Place> {
  const place = given?.place;
  if (place?.$case === 'channel') {
    const { channelId } = place.channel;
    const topic = place.channel.topic.trim() === '' ? '' : fitTopic(place.channel.topic, '');
    const channel = { channel: { $case: 'channelId' as const, channelId }, topic };
    await messaging.checkSend({ recipient: { $case: 'channel', channel } }, scope.call);
    const found = await scope.confirmed(async (facts) => {
      const channel = await facts.channels.get(channelId);
      if (!channel) throw errors.streamDoesNotExist({ stream_id: channelId });
      return channel;
    });
    return { kind: 'channel', channelId, topic, name: found.name };
  }
  if (place?.$case !== 'direct') throw errors.missingParameter('channel_id');
  const members = [...new Set([...place.direct.userIds, user.userId])];
  // Who may not write to these people would otherwise begin a conversation with them by the app, and see them there.
  await messaging.checkSend(
    { recipient: { $case: 'direct', direct: { userIds: members, emails: [] } } },
    scope.call,
  );
  return { kind: 'direct', userIds: [...new Set([...members, botId])] };
}
