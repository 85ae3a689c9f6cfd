import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { requestProgram } from '../../programs/request.ts';
import { signatures } from '../../programs/signatures.ts';
import type { InstalledApp } from '../installed-app.ts';

/** Time in which an app must answer what a person does, in milliseconds, as Slack has it with a margin. */
const answerWithinMs = 5_000;

/** What an app answered, or why there is no answer. */
export type AppAnswer = { body: string } | { failure: AppFailure };
/** `refused`: the app answered with an error. */
export type AppFailure = 'timeout' | 'unreachable' | 'refused';

/**
 * Sends one request to an app, signed in Slack's form and in that of Standard Webhooks. It is not repeated, because a person waits for it and
 * can press again.
 * @param id the same for all requests about the same thing, so that the app recognizes a repeated one
 */
export async function askApp(
  ctx: Ctx,
  app: InstalledApp,
  {
    url,
    body,
    contentType = 'application/x-www-form-urlencoded',
    id = randomUUID(),
  }: { url: string; body: string; contentType?: string; id?: string },
): Promise<AppAnswer> {
  const secret = ctx.sealer.open(app.sealedSecret, app.botId);
  const headers = {
    'user-agent': 'ParleyApp/1.0',
    'content-type': contentType,
    ...signatures(id, body, secret, Math.floor(ctx.clock.now() / 1000)),
  };
  const guard = { ...ctx.outside, timeoutMs: Math.min(answerWithinMs, ctx.outside.timeoutMs) };
  const stopping = new AbortController();
  const answer = await requestProgram(
    { outside: guard, pool: ctx.pool },
    url,
    { headers, body },
    stopping.signal,
  );
  ctx.telemetry.asked('error' in answer ? 'failed' : answer.status < 300 ? 'answered' : 'refused');
  if ('error' in answer) return { failure: answer.error === 'timeout' ? 'timeout' : 'unreachable' };
  if (answer.status < 200 || answer.status >= 300) return { failure: 'refused' };
  return { body: answer.body };
}
