import { errors, ParleyError } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { MessageId, UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import type { Place } from '../../domain/place.ts';
import { Payload, PayloadError } from '../../domain/templates/payload.ts';
import { type ReadMessage, readMessage } from '../../facts/read-message.ts';
import { botCall } from '../bot-call.ts';
import { type AppText, hasContent } from '../composing/compose.ts';
import { removeEphemeral, sendEphemeral } from '../ephemeral-messages/ephemeral.ts';
import { openView } from '../forms/views.ts';
import { type InstalledApp, requireApproved } from '../installed-app.ts';
import { placeOf } from '../presses/containers.ts';
import type { PressResult } from '../presses/press.ts';
import { noApp, stillApproved } from '../program-of-bot.ts';
import { postMessage, updateMessage } from './post.ts';

/** To what an app answers: a command, or a press in a message. */
export type Answered = {
  place: Place;
  userId: UserId;
  /** The message with the control; 0 for none. */
  messageId: MessageId;
  /** The message for one person with the control; empty for none. */
  ephemeralId: string;
  /** The ID of the press by the client that made it. */
  clientId: string;
};

/** Returns whether a member says yes: apps in Slack's form write `true`, and forms have texts. */
const isTrue = (value: unknown): boolean => new Payload(value).isTrue;

/**
 * Reads the body of an answer: JSON, or a text that is the message.
 * @throws PayloadError for JSON that is no object
 */
export function readAnswer(body: string): AppText | undefined {
  const text = body.trim();
  if (text === '') return undefined;
  if (!text.startsWith('{')) return { text };
  try {
    return JSON.parse(text) as AppText;
  } catch {
    throw new PayloadError('The answer is no JSON.');
  }
}

/**
 * Carries out the answer of an app: replaces or deletes the message with the control, opens a form, or sends a message to everyone or to the
 * person alone.
 * @throws PayloadError for a wrong block or form; BAD_REQUEST when the app is not approved there any more; the errors of sending
 */
export async function applyAnswer(
  ctx: Ctx,
  asked: InstalledApp,
  answered: Answered,
  answer: AppText,
  scope: Scope,
): Promise<void> {
  const { place, userId, messageId, ephemeralId, clientId } = answered;
  const { view } = answer;
  const app = await stillApproved(ctx, asked, place, scope);
  if (view !== undefined) {
    if (app.appId === noApp) throw new PayloadError('Only apps open forms.');
    const stored = JSON.stringify(place);
    await openView(ctx, app, { value: view, userId, place: stored, pressId: clientId }, scope);
    return;
  }
  if (isTrue(answer.delete_original)) {
    if (ephemeralId !== '') return await removeEphemeral(ctx, { ephemeralId, userId }, scope);
    if (messageId === 0) return;
    await requireOwnPlace(ctx, app, messageId, scope);
    await ctx.messaging.deleteMessage({ messageId }, botCall(app, scope.call.traceparent));
    return;
  }
  if (!hasContent(answer)) return;
  const replaces = isTrue(answer.replace_original);
  if (replaces && ephemeralId !== '') {
    await sendEphemeral(ctx, app, { place, userId, written: answer, replacedId: ephemeralId }, scope);
    return;
  }
  if (replaces && messageId !== 0) {
    const before = await requireOwnPlace(ctx, app, messageId, scope);
    await updateMessage(ctx, app, { before, written: answer }, scope);
    return;
  }
  if (answer.response_type === 'in_channel') {
    await postMessage(ctx, app, { place, written: answer }, scope);
    return;
  }
  await sendEphemeral(ctx, app, { place, userId, written: answer }, scope);
}

/** Returns a message of an app, which may act where the message is now: it may have been moved. @throws BAD_REQUEST otherwise */
async function requireOwnPlace(
  ctx: Ctx,
  app: InstalledApp,
  messageId: MessageId,
  scope: Scope,
): Promise<ReadMessage> {
  const read = await readMessage(ctx, messageId, botCall(app, scope.call.traceparent));
  if (!read) throw errors.badRequest('This message or form is no longer there.');
  requireApproved(app, placeOf(read.message));
  return read.message;
}

/** Carries out the immediate answer of an app. An answer that cannot be carried out makes the press fail, and is logged. */
export async function applyImmediate(
  ctx: Ctx,
  app: InstalledApp,
  answered: Answered,
  body: string,
  scope: Scope,
): Promise<PressResult> {
  try {
    const answer = readAnswer(body);
    if (answer) await applyAnswer(ctx, app, answered, answer, scope);
    return { outcome: 'done', reason: '' };
  } catch (err) {
    const isOfApp = err instanceof PayloadError || (err instanceof ParleyError && err.status < 500);
    if (!isOfApp) throw err;
    ctx.logger.info({ err, appId: app.appId }, 'the answer of an app could not be carried out');
    return { outcome: 'failed', reason: 'invalid' };
  }
}
