import { hasKey, ParleyError } from '@parley/core';
import { createScope } from '@parley/facts';
import { ReceiveWebhookResponse } from '@parley/proto/integrations/v1/integrations';
import { backgroundCall } from '@parley/rpc';
import { botCall } from '../apps/bot-call.ts';
import type { InstalledApp } from '../apps/installed-app.ts';
import { tokenHash } from '../apps/presses/press.ts';
import { runningApp } from '../apps/program-of-bot.ts';
import type { Ctx } from '../context.ts';
import { findAppByToken } from '../db/apps.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { SlackError } from './method.ts';
import { methods } from './methods/index.ts';
import { readArguments, tokenOf } from './read-arguments.ts';

type Request = {
  method: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
};

/**
 * Calls a method of Slack's Web API as the app whose token is in the request (docs/api/apps.md#slacks-web-api). Refusals are successes of HTTP with
 * `ok: false`, as programs in Slack's form expect them.
 * @throws failures of the server, and too many requests
 */
export async function callSlackApi(
  ctx: Ctx,
  { method, query, headers, body }: Request,
): Promise<ReceiveWebhookResponse> {
  try {
    const args = await readArguments(query, headers, body);
    const app = await appOf(ctx, tokenOf(headers, args));
    const known = hasKey(methods, method) ? methods[method] : undefined;
    if (!known) throw new SlackError('unknown_method');
    if (known.area !== null && !app.manifest.scopes.includes(known.area))
      throw new SlackError('missing_scope');
    const call = botCall(app);
    const answer = await known.run({ ctx, app, args, scope: createScope(ctx.factCache, call) });
    return answerOf({ ok: true, ...answer });
  } catch (error) {
    const word = wordOf(error);
    if (word === undefined) throw error;
    return answerOf(word);
  }
}

/** Returns the app with a token. @throws SlackError for a wrong one, and when the app is turned off or its bot is deactivated */
async function appOf(ctx: Ctx, token: string): Promise<InstalledApp> {
  if (token === '') throw new SlackError('not_authed');
  const row = await findAppByToken(ctx.db, tokenHash(token));
  if (!row) throw new SlackError('invalid_auth');
  const app = await runningApp(row, createScope(ctx.factCache, backgroundCall()));
  if (!app.isEnabled) throw new SlackError('account_inactive');
  return app;
}

const answerOf = (members: object): ReceiveWebhookResponse =>
  ReceiveWebhookResponse.create({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: Buffer.from(JSON.stringify(members)),
  });

/** Returns a refusal in Slack's words; undefined for failures of the server. */
function wordOf(error: unknown): { ok: false; error: string; response_metadata?: object } | undefined {
  if (error instanceof SlackError) return { ok: false, error: error.word };
  if (error instanceof PayloadError)
    return {
      ok: false,
      error:
        payloadWords[error.message] ??
        (/block|view|control/i.test(error.message) ? 'invalid_blocks' : 'invalid_arguments'),
      response_metadata: { messages: [`[ERROR] ${error.message}`] },
    };
  if (!(error instanceof ParleyError) || error.status >= 500 || error.status === 429) return undefined;
  return {
    ok: false,
    error: words[error.code] ?? 'invalid_arguments',
    response_metadata: { messages: [error.message] },
  };
}

const payloadWords: Readonly<Partial<Record<string, string>>> = {
  'The message has no text.': 'no_text',
  'There is no such view.': 'not_found',
  'The view has changed.': 'hash_conflict',
};

const words: Readonly<Partial<Record<string, string>>> = {
  STREAM_DOES_NOT_EXIST: 'channel_not_found',
  ACCESS_DENIED: 'missing_scope',
  USER_DEACTIVATED: 'account_inactive',
  REALM_DEACTIVATED: 'team_access_not_granted',
  UNAUTHORIZED: 'invalid_auth',
};
