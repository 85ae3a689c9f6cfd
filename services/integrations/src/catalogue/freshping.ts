import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { topicOf, words } from './shared/sentences.ts';

const severities: Record<string, Severity> = {
  available: 'good',
  not_responding: 'bad',
  reporting_error: 'bad',
  performance_good: 'good',
  performance_degraded: 'warning',
};

const eventOf = (p: Payload): string => {
  const name = p
    .firstText('webhook_event_data.check_state_name', 'webhook_event_data.response_state')
    .toLowerCase()
    .trim()
    .replace(/[\s-]+/g, '_')
    .slice(0, 100);
  return Object.hasOwn(severities, name)
    ? name
    : name === ''
      ? ''
      : /degrad/.test(name)
        ? 'performance_degraded'
        : name;
};

const show: Renderer = (p, _request, event) => {
  const data = p.at('webhook_event_data');
  return alertMessage({
    severity: required(severities[event], `entry for ${event}`),
    name: data.firstText('check_name', 'application_name', 'request_url'),
    url: data.text('request_url'),
    state: `is ${words(data.firstText('check_state_name', 'response_state'))}`,
    topic: topicOf('Freshping', data.firstText('check_name', 'application_name')),
    details: [
      quote(p.text('text'), 500),
      facts([
        ['Answer', plain(data.firstText('response_summary', 'http_status_code', 'response_status_code'))],
        [
          'Time of answer',
          data.text('response_time') === '' ? '' : `${plain(data.text('response_time'))} ms`,
        ],
        ['Location', plain(data.text('request_location'))],
      ]),
    ],
  });
};

export const freshping = integration({
  name: 'freshping',
  title: 'Freshping',
  icon: { text: 'F', color: '#25c16f' },
  category: 'monitoring',
  about: 'Posts when checks go down, report errors, answer slowly and recover.',
  ...byEvent({
    title: 'Freshping',
    renderers: each(Object.keys(severities), show),
    name: eventOf,
    needs: 'the field webhook_event_data.check_state_name',
  }),
  setup: [
    'In Freshping, open **Settings → Integrations → Webhook** and press **Create Integration**.',
    'Enter `{url}` as **Callback URL**, choose the events, and save.',
  ],
});
