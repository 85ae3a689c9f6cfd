import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { code, codeBlock, facts, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, oneOf, topicOf, words } from './shared/sentences.ts';

const levels: Record<string, string> = {
  '50': 'critical',
  '40': 'error',
  '30': 'warning',
  '20': 'info',
  '10': 'debug',
};
const severities: Record<string, Severity> = {
  critical: 'bad',
  error: 'bad',
  warning: 'warning',
  info: 'info',
  debug: 'info',
};

const states: Record<string, string> = {
  new_item: 'is new',
  occurrence: 'occurred',
  exp_repeat_item: 'occurred again',
  item_velocity: 'occurs often',
  reactivated_item: 'is active again',
  reopened_item: 'was reopened',
  resolved_item: 'was resolved',
};

const item: Renderer = (p, _request, event) => {
  const data = p.at('data');
  const found = data.at('item');
  const occurrence = data.at('occurrence').isObject ? data.at('occurrence') : found.at('last_occurrence');
  const level = occurrence.text('level') || levels[found.text('level')] || found.text('level');
  const trace = (one: Payload) =>
    one
      .list('frames')
      .slice(-4)
      .map((frame) => `${frame.text('filename')}:${frame.text('lineno')} in ${frame.text('method')}`)
      .join('\n');
  const body = occurrence.at('body').isObject ? occurrence.at('body') : occurrence;
  return alertMessage({
    severity: event === 'resolved_item' ? 'good' : oneOf(severities, level, 'bad'),
    name: `${found.text('counter') === '' ? '' : `#${found.text('counter')} `}${found.firstText('title') || body.firstText('trace.exception.message', 'message.body') || 'An error'}`,
    url: data.firstText('url', 'item.url'),
    state: required(states[event], `entry for ${event}`),
    topic: topicOf('Rollbar', found.text('environment') || occurrence.text('environment')),
    details: [
      facts([
        ['Level', words(level)],
        ['Environment', plain(found.text('environment') || occurrence.text('environment'))],
        ['Framework', plain(occurrence.text('framework'))],
        [
          'Occurrences',
          plain(data.firstText('occurrences', 'trigger.threshold') || found.text('total_occurrences')),
        ],
        ['Version', code(occurrence.firstText('code_version'))],
      ]),
      event !== 'resolved_item' &&
        codeBlock(
          trace(body.at('trace')) || trace(body.list('trace_chain')[0] ?? body.at('none')),
          '',
          1_500,
        ),
    ],
  });
};

export const rollbar = integration({
  name: 'rollbar',
  title: 'Rollbar',
  icon: { text: 'R', color: '#3569f3' },
  category: 'monitoring',
  about: 'Posts new, repeated, reopened and resolved errors, and deployments.',
  ...byEvent({
    title: 'Rollbar',
    renderers: {
      ...each(Object.keys(states), item),
      deploy: (p) => {
        const deploy = p.at('data', 'deploy');
        return buildMessage({
          state: deploy.text('status') || 'succeeded',
          name: `Deployment ${deploy.text('id')}`.trim(),
          url: '',
          project: deploy.text('environment'),
          topic: topicOf('Rollbar', deploy.text('environment')),
          commit: { id: deploy.text('revision') },
          actor: deploy.firstText('local_username', 'user_id'),
          details: [quote(deploy.text('comment'))],
        });
      },
      test: (p) => message('Rollbar', 'Rollbar is connected.', quote(p.text('data', 'message'))),
    },
    name: (p) => p.text('event_name'),
    needs: 'the field event_name',
  }),
  setup: [
    'In the project, open **Settings → Notifications → Webhook**.',
    'Enter `{url}` as **URL**, and press **Enable Webhook Integration**.',
    'Choose the rules for which Rollbar sends messages.',
  ],
});
