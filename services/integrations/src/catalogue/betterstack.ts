import { integration } from '../domain/integration.ts';
import { facts, plain, quote, time } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { oneOf, topicOf } from './shared/sentences.ts';

const states: Record<string, [severity: Severity, state: string]> = {
  started: ['bad', 'has an incident'],
  acknowledged: ['warning', 'has an acknowledged incident'],
  resolved: ['good', 'has no incident any more'],
};

const attributes = (p: Payload): Payload => p.at('data', 'attributes');

/** The state, from the name of it or the times that an incident has. */
const eventOf = (p: Payload): string => {
  const named = attributes(p).text('status').toLowerCase();
  if (Object.hasOwn(states, named)) return named;
  if (attributes(p).text('resolved_at') !== '') return 'resolved';
  if (attributes(p).text('acknowledged_at') !== '') return 'acknowledged';
  return attributes(p).exists ? 'started' : '';
};

const show: Renderer = (p, _request, event) => {
  const found = attributes(p);
  const [severity, state] = oneOf<[Severity, string]>(states, event, ['bad', 'changed']);
  return alertMessage({
    severity,
    name: found.firstText('name', 'url') || 'A monitor',
    url: found.firstText('origin_url', 'url', 'incident_url'),
    state,
    topic: topicOf('Better Stack', found.text('name')),
    details: [
      quote(found.text('cause'), 1_000),
      facts([
        ['Started', time(found.text('started_at'))],
        ['By', plain(found.firstText(event === 'resolved' ? 'resolved_by' : 'acknowledged_by'))],
        [
          'Regions',
          plain(
            found
              .list('regions')
              .map((one) => one.text())
              .join(', '),
          ),
        ],
      ]),
    ],
  });
};

export const betterstack = integration({
  name: 'betterstack',
  title: 'Better Stack',
  icon: { text: 'BS', color: '#151621' },
  category: 'monitoring',
  about: 'Posts incidents when they start, are acknowledged and end.',
  ...byEvent({
    title: 'Better Stack',
    renderers: each(Object.keys(states), show),
    name: eventOf,
    needs: 'the field data.attributes',
  }),
  setup: [
    'In Better Stack, open **Integrations → Exporting data → Webhook** and add an outgoing webhook for incidents.',
    'Enter `{url}`. To have senders verified, add basic authentication with `{secret}` as password.',
  ],
  verification: { kind: 'basic' },
});
