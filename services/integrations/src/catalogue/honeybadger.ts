import { integration } from '../domain/integration.ts';
import { code, facts, plain, quote } from '../domain/markdown.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { oneOf, topicOf, who } from './shared/sentences.ts';

const states: Record<string, [severity: Severity, state: string]> = {
  occurred: ['bad', 'occurred'],
  resolved: ['good', 'is resolved'],
  unresolved: ['bad', 'is unresolved again'],
  assigned: ['info', 'is assigned'],
  unassigned: ['info', 'is no longer assigned'],
  commented: ['info', 'has a comment'],
  rate_exceeded: ['warning', 'occurs often'],
  deployed: ['good', 'was deployed'],
  up: ['good', 'is up'],
  down: ['bad', 'is down'],
  cert_will_expire: ['warning', 'has a certificate that expires soon'],
  check_in_missing: ['bad', 'did not check in'],
  check_in_reporting: ['good', 'checks in again'],
  alarm_triggered: ['bad', 'set off its alarm'],
  alarm_recovered: ['good', 'ended its alarm'],
  // Names of the payloads of version 2.
  alarm_alert: ['bad', 'set off its alarm'],
  alarm_ok: ['good', 'ended its alarm'],
  create_deploy: ['good', 'was deployed'],
  volume_spike: ['bad', 'has more errors than usual'],
};

const show: Renderer = (p, _request, event) => {
  const [severity, state] = oneOf<[Severity, string]>(states, event, ['info', 'changed']);
  const fault = p.at('fault');
  const name = fault.exists
    ? [fault.text('klass'), fault.text('message')].filter((part) => part !== '').join(': ')
    : p.firstText('site.name', 'check_in.name', 'alarm.name', 'deploy.repository', 'project.name');
  return alertMessage({
    severity,
    name: name || p.text('message') || 'Honeybadger',
    url: fault.text('url') || p.firstText('site.url', 'check_in.url', 'alarm.url', 'deploy.url'),
    state,
    topic: topicOf('Honeybadger', p.firstText('project.name', 'fault.project_name')),
    details: [
      facts([
        ['Environment', plain(fault.text('environment') || p.text('deploy', 'environment'))],
        ['Component', code(fault.text('component'))],
        ['Occurrences', plain(fault.text('notices_count'))],
        ['Revision', code(p.text('deploy', 'revision'))],
        [
          'By',
          p.firstText('actor.name', 'comment.author', 'deploy.local_username') === ''
            ? ''
            : who(p.firstText('actor.name', 'comment.author', 'deploy.local_username')),
        ],
        ['Assignee', plain(fault.firstText('assignee.name', 'assignee.email'))],
      ]),
      quote(p.firstText('comment.body', 'outage.reason', 'alarm.description')),
    ],
  });
};

export const honeybadger = integration({
  name: 'honeybadger',
  title: 'Honeybadger',
  icon: { text: 'Hb', color: '#ea5937' },
  category: 'monitoring',
  about: 'Posts errors, outages, check-ins and deployments.',
  ...byEvent({
    title: 'Honeybadger',
    renderers: each(Object.keys(states), show),
    name: (p) => p.text('event'),
    needs: 'the field event',
  }),
  setup: [
    'In the project, open **Settings → Alerts & Integrations → WebHook**.',
    'Enter `{url}` as **URL**, and choose the events. To have senders verified, enter `{secret}` as **Token**.',
  ],
  verification: { kind: 'token', header: 'honeybadger-token' },
});
