import { ParleyError } from '@parley/core';
import { ReceiveWebhookResponse, WebhookForm } from '@parley/proto/integrations/v1/integrations';
import type { Outcome } from './post.ts';

const text = 'text/plain; charset=utf-8';

/** Returns the answer to a request that was handled, in the form of its address. */
export function answerOf(form: WebhookForm, outcome: Outcome): ReceiveWebhookResponse {
  const { answer, state, messageId, detail } = outcome;
  if (answer)
    return ReceiveWebhookResponse.create({
      status: 200,
      contentType: answer.contentType,
      body: Buffer.from(answer.body),
      headers: Object.entries(answer.headers ?? {}).map(([name, value]) => ({ name, value })),
    });
  if (form !== WebhookForm.EXTERNAL)
    return ReceiveWebhookResponse.create({ status: 200, contentType: text, body: Buffer.from('ok') });
  const fields = {
    outcome: state,
    ...(messageId !== null && { message_id: messageId }),
    ...(detail !== '' && { reason: detail }),
  };
  return ReceiveWebhookResponse.create({
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(fields)),
    isApiForm: true,
  });
}

/** Returns the answer to the check of an address by GET or HEAD: it exists, and its key or token is right. */
export const checkedAnswer = (): ReceiveWebhookResponse =>
  ReceiveWebhookResponse.create({ status: 200, contentType: text, body: Buffer.from('ok') });

/**
 * Returns the answer to a request that was refused, in the form of its address: Mattermost's JSON, or Slack's word. Undefined for an address in
 * the form of the API, and for failures of the server, which the gateway renders.
 */
export function refusalOf(form: WebhookForm, error: unknown): ReceiveWebhookResponse | undefined {
  if (!(error instanceof ParleyError) || error.status >= 500) return undefined;
  switch (form) {
    case WebhookForm.HOOKS: {
      const body = {
        id: 'web.incoming_webhook.refused.app_error',
        message: error.message,
        detailed_error: '',
        request_id: '',
        status_code: error.status,
      };
      return ReceiveWebhookResponse.create({
        status: error.status,
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(body)),
      });
    }
    case WebhookForm.SERVICES: {
      const [status, word] = slackWordOf(error);
      return ReceiveWebhookResponse.create({ status, contentType: text, body: Buffer.from(word) });
    }
    default:
      return undefined;
  }
}

function slackWordOf(error: ParleyError): [status: number, word: string] {
  switch (error.code) {
    case 'STREAM_DOES_NOT_EXIST':
      return [404, 'channel_not_found'];
    case 'UNAUTHORIZED':
      return [403, 'invalid_token'];
    case 'ACCESS_DENIED':
    case 'USER_DEACTIVATED':
    case 'REALM_DEACTIVATED':
      return [403, 'action_prohibited'];
    case 'NOT_FOUND':
      return [404, 'no_service'];
    case 'RATE_LIMIT_HIT':
      return [429, 'rate_limited'];
    default:
      return [400, /"text", "attachments" or "blocks"/.test(error.message) ? 'no_text' : 'invalid_payload'];
  }
}
