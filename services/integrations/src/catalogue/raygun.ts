import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote, time } from '../domain/markdown.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { enumeration, message, sentence, topicOf, who } from './shared/sentences.ts';

const notifications: Record<string, [severity: Severity, state: string]> = {
  NewErrorOccurred: ['bad', 'occurred for the first time'],
  ErrorReoccurred: ['bad', 'occurred again'],
  OneMinuteFollowUp: ['warning', 'occurred one minute ago'],
  FiveMinuteFollowUp: ['warning', 'occurred five minutes ago'],
  TenMinuteFollowUp: ['warning', 'occurred ten minutes ago'],
  ThirtyMinuteFollowUp: ['warning', 'occurred half an hour ago'],
  HourlyFollowUp: ['warning', 'occurred in the last hour'],
};

const notification: Renderer = (p, _request, event) => {
  const [severity, state] = required(notifications[event], `entry for ${event}`);
  return alertMessage({
    severity,
    name: p.text('error', 'message') || 'An error',
    url: p.text('error', 'url'),
    state,
    topic: topicOf('Raygun', p.text('application', 'name')),
    details: [
      facts([
        ['Application', link(p.text('application', 'name'), p.text('application', 'url'))],
        ['People', plain(p.text('error', 'usersAffected'))],
        ['Occurrences', plain(p.text('error', 'totalOccurrences'))],
        ['First', time(p.text('error', 'firstOccurredOn'))],
        ['Last', time(p.text('error', 'lastOccurredOn'))],
        ['Tags', enumeration(p.list('error', 'instance', 'tags').map((tag) => plain(tag.text(), 60)))],
      ]),
    ],
  });
};

const activities: Record<string, string> = {
  StatusChanged: 'changed the status of',
  AssignedToUser: 'assigned',
  CommentAdded: 'commented on',
};

const activity: Renderer = (p, _request, event) => {
  const error = link(p.text('error', 'message') || 'an error', p.text('error', 'url'));
  const status = plain(p.text('error', 'status'));
  const assignee = plain(p.text('error', 'assignedTo'));
  return message(
    topicOf('Raygun', p.text('application', 'name')),
    sentence(
      `${who(p.text('error', 'user'))} ${required(activities[event], `entry for ${event}`)} ${error}${event === 'StatusChanged' && status !== '' ? `: ${status}` : ''}${event === 'AssignedToUser' && assignee !== '' ? ` to ${assignee}` : ''}`,
    ),
    event === 'CommentAdded' && quote(p.text('error', 'comment')),
  );
};

export const raygun = integration({
  name: 'raygun',
  title: 'Raygun',
  icon: { text: 'Rg', color: '#c5312b' },
  category: 'monitoring',
  about: 'Posts new and repeated errors, and what people do with them.',
  ...byEvent({
    title: 'Raygun',
    renderers: {
      ...each(Object.keys(notifications), notification),
      ...each(Object.keys(activities), activity),
    },
    name: (p) => p.text('eventType'),
    needs: 'the field eventType',
  }),
  setup: [
    'In the application, open **Integrations** and choose **Webhook**.',
    'Enter `{url}` as **URL**, and press **Save**.',
  ],
});
