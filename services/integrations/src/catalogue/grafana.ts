import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import { alertMessage } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { alertGroup, alertOptions, groupState } from './shared/prometheus.ts';
import { words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const group: Renderer = (p, request) => alertGroup(p, request, 'Grafana');

/** Alerts of Grafana before version 9. */
const rule: Renderer = (p) =>
  alertMessage(
    {
      severity: { alerting: 'bad', ok: 'good', no_data: 'warning', pending: 'warning', paused: 'info' }[
        p.text('state')
      ] as 'bad' | 'good' | 'warning' | 'info',
      name: p.firstText('ruleName', 'title'),
      url: p.text('ruleUrl'),
      state: `is ${words(p.text('state')) || 'changed'}`,
      details: [
        quote(p.text('message')),
        facts([
          ...p
            .list('evalMatches')
            .map((match) => [match.text('metric') || 'Value', plain(match.text('value'))] as const),
          ['Image', p.text('imageUrl') === '' ? '' : link('graph', p.text('imageUrl'))],
        ]),
      ],
    },
    'Grafana',
  );

export const grafana = integration({
  name: 'grafana',
  title: 'Grafana',
  icon: { text: 'G', color: '#f46800' },
  category: 'monitoring',
  about: 'Posts alerts of Grafana when they fire and when they are resolved.',
  options: alertOptions,
  ...byEvent({
    title: 'Grafana',
    renderers: {
      ...each(['firing', 'resolved'], group),
      ...each(['alerting', 'ok', 'no_data', 'paused', 'pending'], rule),
    },
    name: (p) => (p.at('alerts').exists ? groupState(p) : p.text('state')),
    needs: 'a list "alerts", or a rule with its state',
  }),
  setup: [
    'In Grafana, open **Alerting → Contact points** and press **Create contact point**.',
    'Choose **Webhook**, and enter `{url}` as **URL**.',
    'To have senders verified, open **HMAC Signature** and enter `{secret}` as **Secret**.',
    'Press **Test**, and name the contact point in a notification policy.',
  ],
  verification: hmac('x-grafana-alerting-signature'),
});
