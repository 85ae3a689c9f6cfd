import { ParleyError } from '@parley/core';
import { createScope } from '@parley/facts';
import { ReceiveWebhookResponse } from '@parley/proto/integrations/v1/integrations';
import { backgroundCall } from '@parley/rpc';
import { applyAnswer, readAnswer } from '../apps/answer.ts';
import { botCall } from '../apps/bot-call.ts';
import { tokenHash } from '../apps/press.ts';
import { programOf } from '../apps/program-of-bot.ts';
import type { Ctx } from '../context.ts';
import { countAnswer, findPressByToken } from '../db/presses.ts';
import { PayloadError } from '../domain/payload.ts';
import { readPlace } from '../domain/place.ts';

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
  token: string,
  body: Uint8Array,
): Promise<ReceiveWebhookResponse> {
  const press = await findPressByToken(ctx.db, tokenHash(token));
  if (!press) return refused(404, 'used_url');
  if (press.ageSeconds > answerWithin) return refused(404, 'expired_url');
  const app = await programOf(ctx, press, createScope(ctx.factCache, backgroundCall()));
  if (!app?.isEnabled) return refused(403, 'account_inactive');
  if (!(await countAnswer(ctx.db, press.pressId, maxAnswers))) return refused(404, 'used_url');
  try {
    const answer = readAnswer(Buffer.from(body).toString());
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

const refused = (status: number, error: string, message = ''): ReceiveWebhookResponse =>
  ReceiveWebhookResponse.create({
    status,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify({ ok: false, error, ...(message !== '' && { message }) })),
  });
