import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertLine, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { enumeration, message, topicOf, who } from './shared/sentences.ts';

const list = (p: Payload, key: string): string =>
  p.count(key) > 0
    ? enumeration(p.list(key).map((one) => plain(one.text() || one.firstText('name', 'username', 'id'))))
    : plain(p.text(key));

const actions: Record<string, [severity: Severity, state: string]> = {
  Create: ['bad', 'was created'],
  Acknowledge: ['warning', 'was acknowledged'],
  UnAcknowledge: ['bad', 'is no longer acknowledged'],
  Close: ['good', 'was closed'],
  Delete: ['good', 'was deleted'],
  Escalate: ['bad', 'was escalated'],
  EscalateNext: ['bad', 'was escalated to the next level'],
  AddNote: ['info', 'got a note'],
  AddTags: ['info', 'got tags'],
  RemoveTags: ['info', 'lost tags'],
  AddTeam: ['info', 'got a team'],
  AddRecipient: ['info', 'got a recipient'],
  AddResponder: ['info', 'got a responder'],
  AssignOwnership: ['warning', 'was assigned'],
  TakeOwnership: ['warning', 'has an owner'],
  UpdatePriority: ['info', 'has another priority'],
  UpdateMessage: ['info', 'has another message'],
  UpdateDescription: ['info', 'has another description'],
  AddDetails: ['info', 'got details'],
  RemoveDetails: ['info', 'lost details'],
  Snooze: ['info', 'was snoozed'],
  SnoozeEnded: ['bad', 'is no longer snoozed'],
  CustomAction: ['info', 'had an action run'],
  ExecuteCustomAction: ['info', 'had an action run'],
  TestAction: ['info', 'is a test of the integration'],
};

const show: Renderer = (p, _request, event) => {
  const alert = p.at('alert');
  const [severity, state] = required(actions[event], `entry for ${event}`);
  const by = alert.text('username');
  const isNew = event === 'Create';
  return message(
    topicOf('Opsgenie', p.text('integrationName'), alert.firstText('message', 'alias')),
    alertLine(
      {
        severity,
        name: `${alert.text('tinyId') === '' ? '' : `#${alert.text('tinyId')} `}${alert.firstText('message', 'alias', 'alertId')}`,
        url: alert.firstText('url', 'details.url'),
        state: `${state}${by === '' || isNew ? '' : ` (${who(by)})`}`,
      },
      'Alert',
    ),
    facts([
      ['Priority', isNew || event === 'UpdatePriority' ? plain(alert.text('priority')) : ''],
      ['Source', isNew ? plain(alert.text('source')) : ''],
      ['Entity', isNew ? plain(alert.text('entity')) : ''],
      ['Teams', isNew || event === 'AddTeam' ? list(alert, 'teams') : ''],
      ['Tags', isNew || /Tags$/.test(event) ? list(alert, 'tags') : ''],
      ['Added', plain(alert.firstText('addedTags', 'removedTags', 'recipient', 'responder.name'))],
      ['Owner', plain(alert.text('owner'))],
      ['Until', plain(alert.text('snoozeEndDate'))],
      ['Escalation', plain(alert.firstText('escalationName', 'escalationNotify.name'))],
      ['Action', plain(alert.text('customActionName'))],
    ]),
    quote(
      event === 'AddNote'
        ? alert.text('note')
        : isNew || event === 'UpdateDescription'
          ? alert.text('description')
          : alert.text('note'),
      1_500,
    ),
  );
};

export const opsgenie = integration({
  name: 'opsgenie',
  title: 'Opsgenie',
  icon: { text: 'OG', color: '#2684ff' },
  category: 'monitoring',
  about: 'Posts alerts when they are created, acknowledged, escalated, changed and closed.',
  ...byEvent({
    title: 'Opsgenie',
    renderers: each(Object.keys(actions), show),
    name: (p) => p.text('action'),
    needs: 'the field action',
  }),
  setup: [
    'In Opsgenie, open **Settings → Integrations → Add integration** and choose **Webhook**.',
    'Enter `{url}` as **Webhook URL**, turn on **Add alert description** and **Add alert details**.',
    'To have senders verified, add the custom header `Authorization` with `Bearer {secret}`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
