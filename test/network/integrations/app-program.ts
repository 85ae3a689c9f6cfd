import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Body, Person } from '@parley/test-kit';
import { expect } from 'vitest';

/** A request that the program of an app got. `fields` are those of a form, `payload` is the JSON in it or the body. */
export type AppRequest = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  fields: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: JSON that the test looks into
  payload: any;
  atMs: number;
};

type Answer = { status?: number; body?: unknown };

/** The program of an app in tests: it records requests, and answers as the test says. */
export class AppProgram {
  readonly requests: AppRequest[] = [];
  /** Returns the answer to a request. */
  answer: (request: AppRequest) => Answer | Promise<Answer> = () => ({});

  readonly listener: RequestListener = (request, response) => {
    const atMs = performance.now();
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', async () => {
      const isForm = request.headers['content-type']?.includes('form') ?? false;
      const fields = isForm ? Object.fromEntries(new URLSearchParams(body)) : {};
      const json = isForm ? fields.payload : body;
      const payload = json === undefined || json === '' ? undefined : JSON.parse(json);
      const received = { path: request.url!, headers: request.headers, body, fields, payload, atMs };
      this.requests.push(received);
      const { status = 200, body: answer = '' } = await this.answer(received);
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  };

  /** Forgets requests, and answers with nothing. */
  reset(): void {
    this.requests.length = 0;
    this.answer = () => ({});
  }

  /** The only request since the last reset. */
  get only(): AppRequest {
    if (this.requests.length !== 1) throw new Error(`there were ${this.requests.length} requests`);
    return this.requests[0]!;
  }
}

/** Returns whether a request has both signatures with a secret. */
export function isSigned({ headers, body }: AppRequest, secret: string): boolean {
  const slack = `v0=${createHmac('sha256', secret)
    .update(`v0:${headers['x-slack-request-timestamp']}:${body}`)
    .digest('hex')}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const standard = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64');
  return headers['x-slack-signature'] === slack && headers['webhook-signature'] === `v1,${standard}`;
}

/** A manifest of an app whose program is at an address. */
export const manifestFor = (url: string, more: object = {}) => ({
  name: 'Deploys',
  description: 'Deploys services',
  icon: 'D',
  commands: [{ name: '/deploy', description: 'Deploys a service', hint: '[service]' }],
  blocks: true,
  scopes: ['messages', 'channels', 'users'],
  url,
  ...more,
});

/** Blocks with a button and a select. */
export const buttons = [
  {
    type: 'section',
    block_id: 'what',
    text: { type: 'mrkdwn', text: '*Disk full* on <https://example.com|db1>' },
  },
  {
    type: 'actions',
    block_id: 'acts',
    elements: [
      {
        type: 'button',
        action_id: 'ack',
        text: { type: 'plain_text', text: 'Acknowledge' },
        value: 'alert-7',
        style: 'primary',
        confirm: {
          title: { type: 'plain_text', text: 'Sure?' },
          text: { type: 'plain_text', text: 'You take it over.' },
          confirm: { type: 'plain_text', text: 'Yes' },
          deny: { type: 'plain_text', text: 'No' },
        },
      },
      {
        type: 'static_select',
        action_id: 'level',
        options: [
          { text: { type: 'plain_text', text: 'Low' }, value: 'low' },
          { text: { type: 'plain_text', text: 'High' }, value: 'high' },
        ],
      },
      { type: 'external_select', action_id: 'who', min_query_length: 1 },
    ],
  },
];

/** A form with two inputs. */
export const form = {
  type: 'modal',
  callback_id: 'deploy',
  private_metadata: 'meta',
  title: { type: 'plain_text', text: 'Deploy' },
  submit: { type: 'plain_text', text: 'Go' },
  blocks: [
    {
      type: 'input',
      block_id: 'service',
      label: { type: 'plain_text', text: 'Service' },
      element: { type: 'plain_text_input', action_id: 'name', min_length: 2 },
    },
    {
      type: 'input',
      block_id: 'day',
      optional: true,
      label: { type: 'plain_text', text: 'Day' },
      element: { type: 'datepicker', action_id: 'date' },
    },
  ],
};

/** Returns the present blocks of a message. */
export const blocksOf = (message: Body): Body =>
  JSON.parse(message.submessages.filter((each: Body) => each.msg_type === 'blocks').at(-1).content);

/** Returns a message as a person reads it, with its source. */
export const one = async (person: Person, id: number): Promise<Body> =>
  (await person.api.get(`/messages/${id}`, { apply_markdown: false })).message;

/** Calls a method of Slack's Web API at a gateway, with the address and token that an app got. */
export async function callSlack(
  gatewayUrl: string,
  credentials: Body,
  method: string,
  args: Body,
): Promise<Body> {
  const base = credentials.api_url.replace(/^https?:\/\/[^/]+/, gatewayUrl);
  const answer = await fetch(`${base}${method}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization: `Bearer ${credentials.token}`,
    },
    body: JSON.stringify(args),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

/** Sends a delayed answer to the path of a response address at a gateway. Returns the status. */
export async function answerAt(gatewayUrl: string, url: string, body: Body): Promise<number> {
  const { status } = await fetch(`${gatewayUrl}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}
