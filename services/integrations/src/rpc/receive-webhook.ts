import { createHash } from 'node:crypto';
import { bestEffort, errors, ParleyError } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import {
  type ReceiveWebhookRequest,
  type ReceiveWebhookResponse,
  WebhookForm,
} from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { findByToken } from '../db/incoming-webhooks.ts';
import { readParameters, withoutChannel } from '../domain/templates/parameters.ts';
import { answerOf, checkedAnswer, refusalOf } from '../incoming-webhooks/answer.ts';
import { catalogue } from '../incoming-webhooks/catalogue.ts';
import { type Outcome, post, UnverifiedError } from '../incoming-webhooks/post.ts';
import { keptHeaders, keptQuery, type WebhookRequest } from '../incoming-webhooks/request.ts';
import { sendKeyOf } from '../incoming-webhooks/send-key.ts';
import { callSlackApi } from '../slack/call-api.ts';
import { receiveResponse } from '../slack/receive-response.ts';

/**
 * Handles a request of a tool: it becomes a message, or is recorded with the reason why not (docs/api/integrations.md#incoming).
 * @throws NOT_FOUND for an unknown integration; UNAUTHORIZED for a wrong key; the errors of `post`
 */
export async function receiveWebhook(
  ctx: Ctx,
  request: ReceiveWebhookRequest,
  scope: Scope,
): Promise<ReceiveWebhookResponse> {
  const { rest, query, body } = request;
  const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name, value]));
  if (request.form === WebhookForm.RESPONSE)
    return await receiveResponse(ctx, { token: rest, headers, body });
  if (request.form === WebhookForm.SLACK_API)
    return await callSlackApi(ctx, { method: rest, query, headers, body });
  try {
    const read = await readRequest(ctx, request, scope);
    if (request.method === 'GET' || request.method === 'HEAD') return checkedAnswer();
    return answerOf(request.form, await handle(ctx, read, scope));
  } catch (error) {
    const refusal = refusalOf(request.form, error);
    if (refusal) return refusal;
    throw error;
  }
}

/** Posts a request and records what became of it. */
async function handle(ctx: Ctx, request: WebhookRequest, scope: Scope): Promise<Outcome> {
  const { bot, integration, query, headers, body } = request;
  const record = (outcome: Outcome, status: number) => {
    ctx.telemetry.received(outcome.state);
    const { state, event, detail, messageId } = outcome;
    return bestEffort(ctx.logger, 'a delivery was not recorded', () =>
      ctx.recordReceived({
        botId: bot.userId,
        integration: integration.name,
        query: keptQuery(query),
        headers: keptHeaders(headers),
        body,
        state,
        detail,
        event,
        status,
        messageId,
      }),
    );
  };
  try {
    const key = { botId: bot.userId, integration: integration.name, query };
    const outcome = await post(ctx, request, { sendKey: sendKeyOf(headers, key) }, scope);
    await record(outcome, 200);
    return outcome;
  } catch (error) {
    if (error instanceof ParleyError) {
      const state = error instanceof UnverifiedError ? 'unverified' : 'refused';
      await record({ state, event: '', detail: error.message, messageId: null }, error.status);
    }
    throw error;
  }
}

/** Finds the bot, the integration and the stored settings of an address. */
async function readRequest(
  ctx: Ctx,
  { form, rest, query, headers: listed, body }: ReceiveWebhookRequest,
  scope: Scope,
): Promise<WebhookRequest> {
  const headers = Object.fromEntries(listed.map(({ name, value }) => [name, value]));
  const parameters = readParameters(query);
  const common = { parameters, headers, query, body };
  if (form === WebhookForm.EXTERNAL) {
    const integration = catalogue.get(rest);
    if (!integration) throw errors.notFound();
    if (parameters.apiKey === '') throw errors.missingParameter('api_key');
    const bot = await botOfKey(ctx, parameters.apiKey, scope);
    const webhook = await ctx.findAddress({ botId: bot.userId, integration: integration.name });
    return { ...common, bot, integration, webhook };
  }
  const token = form === WebhookForm.HOOKS ? rest : (rest.split('/')[2] ?? '');
  const webhook = await findByToken(ctx.db, createHash('sha256').update(token).digest());
  const integration = webhook && catalogue.get(webhook.integration);
  if (!webhook || !integration) throw errors.unauthorized('There is no webhook at this address.');
  if ((await scope.organization()).isDeactivated) throw errors.organizationDeactivated();
  const bot = await scope.confirmed(async (facts) => {
    const found = await facts.users.get(webhook.botId);
    if (!found?.isActive) throw errors.userDeactivated();
    return found;
  });
  if (webhook.allowsOverride) return { ...common, bot, integration, webhook };
  // Whoever has such an address may not choose the channel, neither by its payload nor by its query.
  const fixed = withoutChannel(query);
  return { ...common, query: fixed, parameters: readParameters(fixed), bot, integration, webhook };
}

async function botOfKey(ctx: Ctx, apiKey: string, { call }: Scope): Promise<User> {
  const keySha256 = createHash('sha256').update(apiKey).digest();
  return await ctx.webhookKeys.botOf(
    keySha256.toString('base64'),
    ctx.factCache.follower.caughtUp(),
    async () => {
      const request = { email: '', keySha256, knowsScopes: true, isOfWebhook: true };
      const { user } = await ctx.userAdmin.verifyApiKey(request, call);
      if (!user) throw errors.unauthorized('Invalid API key');
      return user;
    },
  );
}
