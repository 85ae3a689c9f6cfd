import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { code, facts, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { topicOf, words } from './shared/sentences.ts';

const severities: Record<string, Severity> = {
  triggered: 'bad',
  re_triggered: 'bad',
  warn: 'warning',
  re_warn: 'warning',
  no_data: 'warning',
  re_no_data: 'warning',
  renotify: 'bad',
  recovered: 'good',
  event: 'info',
};

/** The transition of a monitor; events without one are `event`. */
function eventOf(p: Payload): string {
  const name = p
    .firstText('alert_transition', 'transition')
    .toLowerCase()
    .trim()
    .replace(/[\s-]+/g, '_')
    .slice(0, 100);
  if (Object.hasOwn(severities, name)) return name;
  const title = p.firstText('title', 'event_title');
  const state = /^\[(triggered|re-triggered|warn|no data|recovered)\b/i.exec(title.slice(0, 60))?.[1];
  if (state !== undefined) return state.toLowerCase().replace(/[\s-]/g, '_');
  return name !== '' && name !== 'null' ? name : title === '' && p.text('body') === '' ? '' : 'event';
}

const states: Record<string, string> = {
  triggered: 'is triggered',
  re_triggered: 'is triggered again',
  warn: 'warns',
  re_warn: 'warns again',
  no_data: 'has no data',
  re_no_data: 'still has no data',
  renotify: 'is still triggered',
  recovered: 'has recovered',
  event: 'was posted',
};

const show: Renderer = (p, _request, event) => {
  const title = p.firstText('title', 'event_title', 'alert_title');
  return alertMessage({
    severity: required(severities[event], `entry for ${event}`),
    name: title.replace(/^(?:\[[^\]]{1,60}\] ?)+/, '') || 'A monitor',
    url: p.firstText('link', 'url', 'event_url'),
    state: required(states[event], `entry for ${event}`),
    topic: topicOf(
      'Datadog',
      p.firstText('alert_title', 'monitor_name') || title.replace(/^(?:\[[^\]]{1,60}\] ?)+/, ''),
    ),
    details: [
      quote(p.firstText('body', 'event_msg', 'text_only_msg').replace(/^%%%\n?|%%%\n?/g, ''), 1_500),
      facts([
        ['Metric', code(p.firstText('alert_metric', 'metric'))],
        ['Priority', plain(p.firstText('priority', 'alert_priority'))],
        ['Host', code(p.firstText('hostname', 'host'))],
        ['Tags', plain(p.text('tags'))],
        ['Kind', words(p.text('event_type'))],
      ]),
    ],
  });
};

export const datadog = integration({
  name: 'datadog',
  title: 'Datadog',
  icon: { text: 'DD', color: '#632ca6' },
  category: 'monitoring',
  about: 'Posts alerts of monitors when they are triggered, warn, have no data and recover.',
  ...byEvent({
    title: 'Datadog',
    renderers: each(Object.keys(severities), show),
    name: eventOf,
    needs: 'the field title',
  }),
  setup: [
    'In Datadog, open **Integrations → Webhooks** and press **New**.',
    'Enter `{url}` as **URL**, and as **Payload** `{"title": "$EVENT_TITLE", "body": "$TEXT_ONLY_MSG", "alert_transition": "$ALERT_TRANSITION", "alert_title": "$ALERT_TITLE", "alert_metric": "$ALERT_METRIC", "priority": "$ALERT_PRIORITY", "hostname": "$HOSTNAME", "tags": "$TAGS", "link": "$LINK", "event_type": "$EVENT_TYPE"}`.',
    'To have senders verified, turn on **Custom Headers** with `{"Authorization": "Bearer {secret}"}`.',
    'Name the webhook in the message of a monitor: `@webhook-<name>`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
