import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { enumeration, topicOf, words } from './shared/sentences.ts';

const severities: Record<string, Severity> = {
  created: 'bad',
  activated: 'bad',
  open: 'bad',
  acknowledged: 'warning',
  closed: 'good',
  deactivated: 'good',
};

/** A list, or one text with commas. */
const names = (p: Payload, key: string): string =>
  p.count(key) > 0
    ? enumeration(p.list(key).map((one) => plain(one.text() || one.text('name'))))
    : plain(p.text(key));

const show: Renderer = (p, _request, event) =>
  alertMessage({
    severity: required(severities[event], `entry for ${event}`),
    name: p.list('title')[0]?.text() || p.firstText('title', 'condition_name', 'issueTitle') || 'An issue',
    url: p.firstText('issueUrl', 'issuePageUrl', 'incident_url', 'violationChartUrl'),
    state: event === 'open' ? 'is open' : `was ${event}`,
    topic: topicOf(
      'New Relic',
      p.list('alertPolicyNames')[0]?.text() ?? '',
      p.firstText('alertPolicyNames', 'policy_name'),
    ),
    details: [
      facts([
        ['Priority', words(p.firstText('priority', 'severity'))],
        ['Entities', names(p, 'impactedEntities')],
        ['Conditions', names(p, 'alertConditionNames')],
        ['Incidents', plain(p.firstText('totalIncidents'))],
        ['Targets', enumeration(p.list('targets').map((one) => link(one.text('name'), one.text('link'))))],
        [
          'Acknowledge',
          link(p.text('incident_acknowledge_url') && 'acknowledge', p.text('incident_acknowledge_url')),
        ],
        ['Runbook', link(p.text('runbook_url') && 'runbook', p.text('runbook_url'))],
      ]),
      quote(p.firstText('details', 'alertMessage', 'description'), 1_000),
    ],
  });

export const newrelic = integration({
  name: 'newrelic',
  title: 'New Relic',
  icon: { text: 'NR', color: '#1ce783' },
  category: 'monitoring',
  about: 'Posts issues when they are created, activated, acknowledged and closed.',
  ...byEvent({
    title: 'New Relic',
    renderers: each(Object.keys(severities), show),
    name: (p) => p.firstText('state', 'current_state', 'issueState').toLowerCase(),
    needs: 'the field state',
  }),
  setup: [
    'In New Relic, open **Alerts → Destinations**, add a **Webhook** and enter `{url}` as **Endpoint URL**.',
    'To have senders verified, choose **Bearer token** as authorization, and enter `{secret}`.',
    'Open **Alerts → Workflows**, add a workflow with this destination, and keep the payload of the template.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
