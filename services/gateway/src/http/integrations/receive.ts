import type { IncomingMessage } from 'node:http';
import { ParleyError } from '@parley/core';
import { type ReceiveWebhookResponse, WebhookForm } from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../../context.ts';
import { members, ok, type Success } from '../../edge/answer/envelope.ts';
import type { TransferRequest } from '../../edge/declaration/transfer.ts';
import { readBody } from '../../edge/intake/read-body.ts';

/** Largest fraction of the replica's concurrent transfers that tools may use with one form of addresses. */
export const shareOfTools = 0.5;

const maxHeaders = 100;

/**
 * Passes the request of a tool to `integrations`, and its answer back. The service checks the key or token of the address; wrong ones count
 * against the rate limit of the network address, right ones against the limit of the key.
 */
export async function receive(
  ctx: Ctx,
  form: WebhookForm,
  { request, response, rest, call, headers }: TransferRequest,
): Promise<Success | undefined> {
  const query = request.url?.split('?').slice(1).join('?') ?? '';
  ctx.rateLimits.take(
    'webhook',
    keyOf(form, request, { rest, query, remoteAddress: call.remoteAddress ?? '' }),
  );
  const body = await readBody(request, ctx.config.maxBodyBytes);
  const answer = await ctx.rpc.integrations
    .receiveWebhook(
      { form, rest, query, headers: headersOf(request), body, method: request.method ?? '' },
      call,
    )
    .catch((error: unknown) => {
      if (error instanceof ParleyError && error.status === 401) countWrong(ctx, call.remoteAddress);
      throw error;
    });
  if (answer.isApiForm) return ok(members(answer.body)) as Success;
  if (isOfWrongKey(form, answer)) countWrong(ctx, call.remoteAddress);
  response.writeHead(answer.status, {
    ...headers,
    'content-type': answer.contentType,
    'content-length': answer.body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...Object.fromEntries(answer.headers.map(({ name, value }) => [name, value])),
  });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
  return undefined;
}

const countWrong = (ctx: Ctx, address = ''): void => {
  ctx.rateLimits.take('wrong_credentials', address);
};

/** The answer to an unknown token in Slack's form, whose refusals are successes of HTTP. */
const wrongToken = Buffer.from('{"ok":false,"error":"invalid_auth"}');

/** Returns whether a request was refused because of its key, token or address. */
function isOfWrongKey(
  form: WebhookForm,
  { status, body }: Pick<ReceiveWebhookResponse, 'status' | 'body'>,
): boolean {
  if (form === WebhookForm.SLACK_API) return wrongToken.equals(body);
  return status === 401 || status === 403 || (form === WebhookForm.RESPONSE && status === 404);
}

/**
 * Returns what names the bot or app: exactly that part of the request by which the service knows it, so that nobody gets another bucket by
 * changing the rest. The token of an app can also be in the body, which is not read yet; then the network address counts.
 */
function keyOf(
  form: WebhookForm,
  { headers }: IncomingMessage,
  { rest, query, remoteAddress }: { rest: string; query: string; remoteAddress: string },
): string {
  const named = (): string | null | undefined => {
    switch (form) {
      case WebhookForm.EXTERNAL:
        return new URLSearchParams(query).get('api_key');
      case WebhookForm.SERVICES:
        return rest.split('/')[2];
      case WebhookForm.SLACK_API:
        return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      default:
        return rest;
    }
  };
  return (named() || remoteAddress).slice(0, 200);
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.entries(headers)
    .slice(0, maxHeaders)
    .map(([name, value]) => ({ name, value: [value ?? ''].flat().join(', ') }));
