import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import {
  type ControlValue,
  type PressBlockRequest,
  PressBlockResponse,
} from '@parley/proto/integrations/v1/apps';
import type { UserId } from '@parley/rules';
import { applyImmediate } from '../apps/answers/answer.ts';
import { askApp } from '../apps/presses/ask-app.ts';
import { findPressed, type Pressed } from '../apps/presses/containers.ts';
import { type PressResult, pressOnce } from '../apps/presses/press.ts';
import { pressWidget } from '../apps/presses/press-widget.ts';
import { noApp } from '../apps/program-of-bot.ts';
import { slackActor } from '../apps/slack-parts.ts';
import type { Ctx } from '../context.ts';
import { addressFor } from '../domain/apps/manifest.ts';
import { withoutHtml } from '../domain/apps/view.ts';
import { findControl, slackState, slackValue } from '../domain/blocks/controls.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { blockPressed } from '../events/block-pressed.ts';

/**
 * Sends a press of a control to its app as one signed request, and carries out the answer (docs/api/apps.md#presses). A repeated press with the
 * same ID is sent once, and gets the result of the first.
 * @throws BAD_REQUEST when there is no such message, form, control or option, or the app may not act there
 */
export async function pressBlock(
  ctx: Ctx,
  { pressId, container, pressed, state }: PressBlockRequest,
  scope: Scope,
): Promise<PressBlockResponse> {
  const user = await scope.caller();
  if (user.isBot) throw errors.notPermitted();
  if (!pressed || pressId === '') throw errors.missingParameter('pressed');
  const found = await findPressed(ctx, container, scope);
  if ('widget' in found)
    return await pressWidget(ctx, found, { pressId, pressed, userId: user.userId }, scope);
  const { app, blocks, place, messageId, ephemeralId } = found;
  const placed = findControl(blocks, pressed.blockId, pressed.actionId);
  if (!placed) throw errors.badRequest('There is no such control.');
  const { chosen, values } = checked(() => ({
    chosen: slackValue(placed.control, pressed.values, pressed.labels),
    values: slackState(blocks, [pressed, ...state]),
  }));
  const now = ctx.clock.now() / 1000;
  const result = await pressOnce(
    ctx,
    app,
    { clientId: pressId, userId: user.userId, place, messageId, ephemeralId, use: 'press' },
    async ({ row, token }) => {
      const url = addressFor(app.manifest, 'actions');
      if (url === '') return await tellBot(ctx, found, { pressed, state, userId: user.userId, token }, scope);
      const payload = {
        type: 'block_actions',
        ...slackActor(ctx, app, user),
        ...found.slack(values),
        ...(app.appId !== noApp && { trigger_id: token }),
        ...(found.place && { response_url: `${ctx.publicUrl}/slack/response/${token}` }),
        actions: [
          {
            ...(withoutHtml(chosen) as object),
            block_id: pressed.blockId,
            action_id: pressed.actionId,
            action_ts: now.toFixed(6),
          },
        ],
      };
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
      const answer = await askApp(ctx, app, { url, body, id: `press_${row.pressId}` });
      if ('failure' in answer) return { outcome: 'failed', reason: answer.failure };
      return await applyImmediate(ctx, app, { ...row, place }, answer.body, scope);
    },
    scope,
  );
  return PressBlockResponse.create({ reaction: { outcome: result.outcome, reason: result.reason } });
}

/** Tells the event queues of a bot without an address of a press. It answers by the API, or at the address for answers. */
async function tellBot(
  ctx: Ctx,
  { app, messageId, ephemeralId }: Pressed,
  made: { pressed: ControlValue; state: readonly ControlValue[]; userId: UserId; token: string },
  scope: Scope,
): Promise<PressResult> {
  const press = {
    user_id: made.userId,
    ...(messageId !== 0 && { message_id: messageId }),
    ...(ephemeralId !== '' && { ephemeral_id: ephemeralId }),
    pressed: shownValue(made.pressed),
    state: made.state.map(shownValue),
    response_url: `${ctx.publicUrl}/slack/response/${made.token}`,
  };
  await ctx.db.tx((tx) => emit(tx, blockPressed(press, app.botId, scope.call.traceparent)));
  return { outcome: 'done', reason: '' };
}

const shownValue = ({ blockId, actionId, values }: ControlValue) => ({
  block_id: blockId,
  action_id: actionId,
  values,
});

/** Returns what a function returns. @throws BAD_REQUEST for a value that a control does not have */
function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PayloadError) throw errors.badRequest(error.text);
    throw error;
  }
}
