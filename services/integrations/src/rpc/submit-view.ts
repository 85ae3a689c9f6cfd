import { errors, jsonBytes, ParleyError } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { type SubmitViewRequest, SubmitViewResponse } from '@parley/proto/integrations/v1/apps';
import { languageOf } from '@parley/texts';
import {
  closeAllViews,
  closeOpenView,
  knownOf,
  openView,
  openViewById,
  replaceView,
} from '../apps/forms/views.ts';
import { askApp } from '../apps/presses/ask-app.ts';
import { findPressed, type Pressed } from '../apps/presses/containers.ts';
import { type PressResult, pressOnce } from '../apps/presses/press.ts';
import { stillApproved } from '../apps/program-of-bot.ts';
import { slackActor } from '../apps/slack-parts.ts';
import type { Ctx } from '../context.ts';
import { findPress } from '../db/presses.ts';
import { addressFor } from '../domain/apps/manifest.ts';
import { presentView } from '../domain/apps/view.ts';
import { inputErrors, slackState } from '../domain/blocks/controls.ts';
import { placeText } from '../domain/place.ts';
import { PayloadError } from '../domain/templates/payload.ts';

/**
 * Sends what a person filled into a form to its app. Inputs are checked first; the app can refuse them, too, or answer with the next form.
 * @throws BAD_REQUEST when there is no such form, or the app may not act there
 */
export async function submitView(
  ctx: Ctx,
  request: SubmitViewRequest,
  scope: Scope,
): Promise<SubmitViewResponse> {
  const { pressId, viewId, state } = request;
  const user = await scope.caller();
  if (pressId === '') throw errors.missingParameter('press_id');
  const found = await findPressed(ctx, { container: { $case: 'viewId', viewId } }, scope).catch(
    (error: unknown) => {
      // The form was sent already, and a repeated submission gets the result of the first.
      if (error instanceof ParleyError && error.status === 400) return undefined;
      throw error;
    },
  );
  if (!found || 'widget' in found) return await earlier(ctx, request, user);
  const wrong = inputErrors(found.blocks, state);
  if (Object.keys(wrong).length > 0) {
    const language = languageOf(request.language);
    const inWords = Object.entries(wrong).map(([blockId, text]) => [blockId, text.in(language)]);
    return SubmitViewResponse.create({ outcome: 'invalid', errors: Object.fromEntries(inWords) });
  }
  const { app, place } = found;
  const result = await pressOnce(
    ctx,
    app,
    { clientId: pressId, userId: user.userId, place, use: 'form' },
    async ({ row, token }) => {
      const payload = {
        type: 'view_submission',
        ...slackActor(ctx, app, user),
        ...found.slack(slackState(found.blocks, state)),
        trigger_id: token,
        response_urls: [],
      };
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
      const url = addressFor(app.manifest, 'actions');
      const answer = await askApp(ctx, app, { url, body, id: `press_${row.pressId}` });
      if ('failure' in answer) return { outcome: 'failed', reason: answer.failure };
      return await resultOf(ctx, found, { viewId, user, body: answer.body }, scope);
    },
    scope,
  );
  return await answerOf(ctx, found.app, result);
}

/** Carries out the answer to a submission: closes the form, shows errors, or replaces the form. */
async function resultOf(
  ctx: Ctx,
  { app: asked, place, blocks }: Pressed,
  { viewId, user, body }: { viewId: string; user: User; body: string },
  scope: Scope,
): Promise<PressResult> {
  try {
    const app = await stillApproved(ctx, asked, place, scope);
    const answer = body.trim() === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    switch (answer.response_action) {
      case 'errors': {
        const found = errorsIn(answer.errors, blocks);
        // The person would see nothing of errors of blocks that are not there.
        return Object.keys(found).length > 0
          ? { outcome: 'invalid', reason: '', errors: found }
          : { outcome: 'failed', reason: 'invalid' };
      }
      case 'update': {
        const { view: value } = answer;
        const { viewId: next } = await replaceView(ctx, app, { viewId, value, tells: false }, scope);
        return { outcome: 'changed', reason: '', viewId: next };
      }
      case 'push': {
        const opened = {
          value: answer.view,
          userId: user.userId,
          place: placeText(place),
          pressId: undefined,
          below: await openViewById(ctx, viewId),
        };
        const { viewId: next } = await openView(ctx, app, opened, scope);
        return { outcome: 'changed', reason: '', viewId: next };
      }
      case 'clear':
        await closeAllViews(ctx, { viewId, userId: user.userId }, scope);
        return { outcome: 'closed', reason: '' };
      default:
        await closeOpenView(ctx, { viewId, userId: user.userId }, scope);
        return { outcome: 'closed', reason: '' };
    }
  } catch (err) {
    const isOfApp =
      err instanceof PayloadError ||
      err instanceof SyntaxError ||
      (err instanceof ParleyError && err.status < 500);
    if (!isOfApp) throw err;
    ctx.logger.info({ err, appId: asked.appId }, 'the answer of an app could not be carried out');
    return { outcome: 'failed', reason: 'invalid' };
  }
}

/** Returns the errors that an app found, of blocks that are in the form. */
function errorsIn(given: unknown, blocks: Pressed['blocks']): Record<string, string> {
  const known = new Set(blocks.map(({ block_id }) => block_id));
  return Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {})
      .filter(([blockId]) => known.has(blockId))
      .map(([blockId, text]) => [blockId, String(text).slice(0, 500)]),
  );
}

async function answerOf(ctx: Ctx, app: Pressed['app'], result: PressResult): Promise<SubmitViewResponse> {
  const next = result.viewId === undefined ? undefined : await openViewById(ctx, result.viewId);
  return SubmitViewResponse.create({
    outcome: result.outcome,
    reason: result.reason,
    errors: result.errors ?? {},
    viewData: next ? jsonBytes(presentView(next.view, knownOf(app, next))) : Buffer.alloc(0),
  });
}

/** Returns the result of a submission of a form that is not there any more. @throws BAD_REQUEST when there was none */
async function earlier(
  ctx: Ctx,
  { pressId }: SubmitViewRequest,
  { userId }: User,
): Promise<SubmitViewResponse> {
  const press = await findPress(ctx.db, userId, pressId);
  if (!press || press.result === '') throw errors.badRequest('This message or form is no longer there.');
  const { outcome, reason } = JSON.parse(press.result) as PressResult;
  return SubmitViewResponse.create({ outcome, reason });
}
