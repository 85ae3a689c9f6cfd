import { ParleyError } from '@parley/core';
import { createScope } from '@parley/facts';
import { ReceiveWebhookResponse } from '@parley/proto/integrations/v1/integrations';
import { backgroundCall } from '@parley/rpc';
import { applyAnswer, readAnswer } from '../apps/answers/answer.ts';
import { botCall } from '../apps/bot-call.ts';
import type { AppText } from '../apps/composing/compose.ts';
import { tokenHash } from '../apps/presses/press.ts';
import { programOf } from '../apps/program-of-bot.ts';
import type { Ctx } from '../context.ts';
import { countAnswer, findPressByToken } from '../db/presses.ts';
import { readPlace } from '../domain/place.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { readArguments } from './read-arguments.ts';

/** How often, and for how many seconds, an app may answer to one press or command. */
const maxAnswers = 5;
const answerWithin = 1_800;

/**
 * Receives a later answer of an app to a press or command, at the address that its request named. The address needs no further credential, and
 * works five times within 30 minutes.
 * @throws failures of the server
 */
export async function receiveResponse(
  ctx: Ctx,
  { token, headers, body }: { token: string; headers: Readonly<Record<string, string>>; body: Uint8Array },
): Promise<ReceiveWebhookResponse> {
  const press = await findPressByToken(ctx.db, tokenHash(token));
  if (!press) return refused(404, 'used_url');
  if (press.ageSeconds > answerWithin) return refused(404, 'expired_url');
  const app = await programOf(ctx, press, createScope(ctx.factCache, backgroundCall()));
  if (!app?.isEnabled) return refused(403, 'account_inactive');
  if (!(await countAnswer(ctx.db, press.pressId, maxAnswers))) return refused(404, 'used_url');
  try {
    const answer = await readResponse(headers, body);
    if (!answer) return refused(400, 'no_text');
    const scope = createScope(ctx.factCache, botCall(app));
    await applyAnswer(ctx, app, { ...press, place: readPlace(press.place) }, answer, scope);
    return ReceiveWebhookResponse.create({
      status: 200,
      contentType: 'application/json',
      body: Buffer.from('{"ok":true}'),
    });
  } catch (error) {
    if (error instanceof PayloadError) return refused(400, 'invalid_blocks', error.message);
    if (error instanceof ParleyError && error.status < 500 && error.status !== 429)
      return refused(400, 'invalid_payload', error.message);
    throw error;
  }
}

/** Members of which one is in every form that is an answer. */
const answerMembers = ['payload', 'text', 'blocks', 'attachments', 'view', 'delete_original'];

/** Reads an answer: JSON, a text, or a form. @throws PayloadError for a form or JSON that cannot be read */
async function readResponse(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Promise<AppText | undefined> {
  const text = Buffer.from(body).toString();
  const isForm = /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '');
  // Some programs send JSON, or a text, as the type of forms.
  const fields = isForm ? new URLSearchParams(text) : undefined;
  return fields && answerMembers.some((name) => fields.has(name))
    ? await readArguments('', headers, body)
    : readAnswer(text);
}

const refused = (status: number, error: string, message = ''): ReceiveWebhookResponse =>
  ReceiveWebhookResponse.create({
    status,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify({ ok: false, error, ...(message !== '' && { message }) })),
  });
