import { integration } from '../domain/integration.ts';
import { bold, facts, plain, quote, time } from '../domain/markdown.ts';
import { Payload, PayloadError } from '../domain/templates/payload.ts';
import { alertMessage, severityOf } from './shared/alerts.ts';
import type { Renderer } from './shared/events.ts';
import { count, topicOf, words } from './shared/sentences.ts';

/** The values that the address or the body of a webhook has: placeholders by their names, or `$JSON`, the whole check. */
const valuesOf = (body: Payload, query: Readonly<Record<string, string>>): Payload =>
  new Payload({
    ...query,
    ...(body.at('check').isObject
      ? (body.at('check').value as object)
      : body.isObject
        ? (body.value as object)
        : {}),
  });

/** Returns the address of the page of a check, which `$JSON` lacks, from the one of the API: `https://hc.example/api/v3/checks/…`. */
const pageOf = (apiAddress: string): string => {
  const [, site, code] = /^(.+)\/api\/v\d+\/checks\/([\da-f-]{36})$/.exec(apiAddress) ?? [];
  return site === undefined ? '' : `${site}/checks/${code}/details/`;
};

const events = ['up', 'down', 'grace', 'started', 'paused', 'new'];

const show: Renderer = (p) => {
  const status = p.text('status').toLowerCase();
  const name = p.firstText('name', 'slug', 'code') || 'A check';
  return alertMessage({
    severity: status === 'grace' ? 'warning' : severityOf(status, status === 'down' ? 'bad' : 'info'),
    name,
    url: p.firstText('url', 'details_url', 'cloaked_url') || pageOf(p.text('update_url')),
    state: `is ${bold(words(status)) || 'unknown'}`,
    topic: topicOf('Healthchecks', name),
    details: [
      facts([
        ['Tags', plain(p.text('tags'))],
        ['Last ping', time(p.firstText('last_ping', 'lastping'))],
        ['Pings', p.number('n_pings') === undefined ? '' : count(p.number('n_pings')!, 'ping')],
        ['Schedule', plain(p.text('schedule'))],
      ]),
      quote(p.firstText('body', 'desc', 'exitstatus'), 1_000),
    ],
  });
};

export const healthchecks = integration({
  name: 'healthchecks',
  title: 'Healthchecks.io',
  icon: { text: 'H', color: '#22bc66' },
  category: 'monitoring',
  about: 'Posts when checks of cron jobs go down and come up again.',
  events,
  render(request) {
    const values = valuesOf(request.body, request.query);
    const event = values.text('status').toLowerCase();
    if (event === '') throw new PayloadError('A request of Healthchecks needs the status of a check.');
    return { event, ...show(values, request, event) };
  },
  setup: [
    'In the project, open **Integrations → Webhook → Add Integration**.',
    'Choose `POST`, and enter `{url}` as **URL**, once for down and once for up.',
    'Enter `$JSON` as **Request Body**, and `Content-Type: application/json` as **Request Headers**.',
    'To have senders verified, add the header `Authorization: Bearer {secret}`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
