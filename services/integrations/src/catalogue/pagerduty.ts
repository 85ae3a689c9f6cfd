import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { bold, facts, link, plain, quote } from '../domain/markdown.ts';
import { type Payload, PayloadError } from '../domain/templates/payload.ts';
import { alertLine, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Message, type Renderer, type Renderers } from './shared/events.ts';
import { enumeration, message, oneOf, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const data = (p: Payload): Payload => p.at('event', 'data');
const agent = (p: Payload): string => p.firstText('event.agent.summary', 'event.agent.name');
const names = (list: readonly Payload[]): string =>
  enumeration(list.map((one) => plain(one.firstText('summary', 'name'))));

const role = (p: Payload): string => plain(p.text('role', 'summary')) || 'a role';
const task = (p: Payload): string => bold(data(p).firstText('name', 'summary')) || 'without a name';

/** The incident, which is the data of an event or stands in it. */
const incident = (p: Payload): { name: string; url: string; topic: string } => {
  const found = data(p).at('incident').isObject ? data(p).at('incident') : data(p);
  const number = found.text('number');
  const title = found.firstText('title', 'summary').replace(/^\[#\d+\] ?/, '');
  return {
    name: `${number === '' ? 'Incident' : `Incident #${number}`} ${title}`.trim(),
    url: found.text('html_url'),
    topic: topicOf(
      'PagerDuty',
      found.text('service', 'summary') || data(p).text('service', 'summary'),
      title,
    ),
  };
};

const incidentEvents: Record<string, [severity: Severity, state: (p: Payload) => string]> = {
  'incident.triggered': ['bad', () => 'was triggered'],
  'incident.acknowledged': ['warning', () => 'was acknowledged'],
  'incident.unacknowledged': ['bad', () => 'is no longer acknowledged'],
  'incident.resolved': ['good', () => 'was resolved'],
  'incident.reopened': ['bad', () => 'was reopened'],
  'incident.escalated': [
    'bad',
    (p) => `was escalated to ${names(data(p).list('assignees')) || 'the next level'}`,
  ],
  'incident.delegated': ['warning', () => 'was delegated to another escalation policy'],
  'incident.reassigned': [
    'warning',
    (p) => `was reassigned to ${names(data(p).list('assignees')) || 'somebody'}`,
  ],
  'incident.priority_updated': [
    'info',
    (p) => `has the priority ${plain(data(p).text('priority', 'summary')) || 'none'}`,
  ],
  'incident.service_updated': [
    'info',
    (p) => `belongs to the service ${plain(data(p).text('service', 'summary')) || 'unknown'}`,
  ],
  'incident.incident_type.changed': [
    'info',
    (p) =>
      `has the type ${plain(data(p).firstText('incident_type.summary', 'incident_type.name')) || 'unknown'}`,
  ],
  'incident.annotated': ['info', () => 'got a note'],
  'incident.status_update_published': ['info', () => 'got a status update'],
  'incident.responder.added': [
    'info',
    (p) => `needs ${plain(data(p).firstText('user.summary', 'escalation_policy.summary')) || 'a responder'}`,
  ],
  'incident.responder.replied': [
    'info',
    (p) =>
      `got the reply ${words(data(p).text('state')) || 'of a responder'} of ${plain(data(p).text('user', 'summary')) || 'a responder'}`,
  ],
  'incident.conference_bridge.updated': ['info', () => 'has another conference bridge'],
  'incident.custom_field_values.updated': ['info', () => 'has changed fields'],
  'incident.action_invocation.created': ['info', () => 'started an action'],
  'incident.action_invocation.updated': ['info', () => 'has news of an action'],
  'incident.action_invocation.terminated': ['info', () => 'ended an action'],
  'incident.role.assigned': [
    'info',
    (p) =>
      enumeration(
        data(p)
          .list('incident_role_assignments')
          .slice(0, 20)
          .map((one) =>
            one.at('assignee').isObject
              ? `has ${plain(one.text('assignee', 'summary')) || 'somebody'} as ${role(one)}`
              : `has nobody as ${role(one)}`,
          ),
      ) || 'has changed roles',
  ],
  'incident.task.created': ['info', (p) => `got the task ${task(p)}`],
  'incident.task.updated': [
    'info',
    (p) => `has the task ${task(p)} as ${words(data(p).text('status')) || 'changed'}`,
  ],
  'incident.task.completed': ['info', (p) => `has completed the task ${task(p)}`],
  'incident.workflow.started': [
    'info',
    (p) =>
      `started the workflow ${plain(data(p).firstText('incident_workflow.summary', 'summary')) || 'unknown'}`,
  ],
  'incident.workflow.completed': [
    'info',
    (p) =>
      `completed the workflow ${plain(data(p).firstText('incident_workflow.summary', 'summary')) || 'unknown'}`,
  ],
};

const onIncident: Renderer = (p, _request, event) => {
  const [severity, state] = required(incidentEvents[event], `entry for ${event}`);
  const found = data(p);
  const { name, url, topic } = incident(p);
  const by = agent(p);
  const isNew = event === 'incident.triggered';
  return message(
    topic,
    alertLine({ severity, name, url, state: `${state(p)}${by === '' || isNew ? '' : ` (${who(by)})`}` }),
    facts([
      ['Service', isNew ? link(found.text('service', 'summary'), found.text('service', 'html_url')) : ''],
      ['Assigned to', isNew ? names(found.list('assignees')) : ''],
      ['Urgency', isNew ? words(found.text('urgency')) : ''],
      ['Priority', isNew ? plain(found.text('priority', 'summary')) : ''],
      ...found
        .list('custom_fields')
        .map(
          (field) =>
            [field.firstText('display_name', 'name') || 'Field', plain(field.text('value'))] as const,
        ),
      ...found.list('conference_bridge').map((bridge) => ['Bridge', plain(bridge.text())] as const),
      ['Bridge', link(found.text('conference_url'), found.text('conference_url'))],
    ]),
    quote(found.firstText('content', 'message', 'resolve_reason.summary')),
  );
};

const onService: Renderer = (p, _request, event) =>
  message(
    topicOf('PagerDuty', data(p).firstText('summary', 'name', 'service.summary')),
    sentence(
      `The service ${link(data(p).firstText('summary', 'name', 'service.summary') || 'unknown', data(p).firstText('html_url', 'service.html_url'))} was ${event.startsWith('service.custom') ? 'changed' : words(event.split('.')[1] ?? 'changed')}${agent(p) === '' ? '' : ` (${who(agent(p))})`}`,
    ),
  );

const oldStates: Record<string, Severity> = {
  trigger: 'bad',
  acknowledge: 'warning',
  unacknowledge: 'bad',
  resolve: 'good',
  assign: 'warning',
  escalate: 'bad',
  delegate: 'warning',
  annotate: 'info',
};

/** Webhooks before version 3 have a list of messages. */
const old: Renderer = (p): Message => {
  const messages = p.list('messages');
  const first = messages[0];
  if (first === undefined)
    throw new PayloadError('A request of PagerDuty needs an event or a list "messages".');
  const parts = messages.slice(0, 20).map((one) => {
    const kind = one.firstText('event', 'type').replace('incident.', '');
    const found = one.at('incident').isObject ? one.at('incident') : one.at('data', 'incident');
    const state = `: ${words(kind) || 'changed'}${found.at('assignees').exists ? ` (${names(found.list('assignees'))})` : ''}`;
    return alertLine({
      severity: oneOf(oldStates, kind, 'info'),
      name: `Incident #${found.text('incident_number') || '?'} ${found.firstText('title', 'trigger_summary_data.subject', 'summary')}`.trim(),
      url: found.text('html_url'),
      state,
    }).replace(' :', ':');
  });
  const place = first.at('incident').isObject ? first.at('incident') : first.at('data', 'incident');
  return {
    topic: topicOf('PagerDuty', place.firstText('service.summary', 'service.name')),
    content: parts.join('\n\n'),
  };
};

const renderers: Renderers = {
  ...each(Object.keys(incidentEvents), onIncident),
  ...each(
    ['service.created', 'service.updated', 'service.deleted', 'service.custom_field_values.updated'],
    onService,
  ),
  'pagey.ping': (p) =>
    message('PagerDuty', sentence(`PagerDuty is connected: ${bold(data(p).text('message')) || 'a test'}`)),
  messages: old,
};

export const pagerduty = integration({
  name: 'pagerduty',
  title: 'PagerDuty',
  icon: { text: 'PD', color: '#06ac38' },
  category: 'monitoring',
  about:
    'Posts incidents when they are triggered, acknowledged, escalated and resolved, with notes and status updates.',
  ...byEvent({
    title: 'PagerDuty',
    renderers,
    name: (p) => p.text('event', 'event_type') || (p.at('messages').exists ? 'messages' : ''),
    needs: 'the field event.event_type',
  }),
  setup: [
    'In PagerDuty, open **Integrations → Generic Webhooks (v3)** and press **New Webhook**.',
    'Enter `{url}` as **Webhook URL**, and choose the scope and the events.',
    'PagerDuty shows the secret of the webhook once. To have senders verified, enter it here as `{secret}`.',
  ],
  verification: hmac('x-pagerduty-signature', 'v1='),
});
