import { integration } from '../domain/integration.ts';
import { facts, plain, quote } from '../domain/markdown.ts';
import { alertMessage } from './shared/alerts.ts';
import { oneEvent } from './shared/events.ts';

const hiddenField =
  /^(?:_raw|_time|_indextime|linecount|splunk_server|punct|date_\w+|timeendpos|timestartpos|tag\b.*|eventtype|_.*)$/;

export const splunk = integration({
  name: 'splunk',
  title: 'Splunk',
  icon: { text: 'S', color: '#65a637' },
  category: 'monitoring',
  about: 'Posts alerts of saved searches with their first result.',
  ...oneEvent('Splunk', 'alert', (p) =>
    alertMessage(
      {
        severity: 'bad',
        name: p.text('search_name') || 'A search',
        url: p.text('results_link'),
        state: 'has results',
        topic: p.text('search_name') || 'Splunk',
        details: [
          facts([
            ['App', plain(p.text('app'))],
            ['Owner', plain(p.text('owner'))],
            ...p
              .fields('result')
              .filter(([key]) => !hiddenField.test(key))
              .slice(0, 10)
              .map(([key, value]) => [key, plain(value.text())] as const),
          ]),
          quote(p.text('result', '_raw'), 1_000),
        ],
      },
      'Splunk',
    ),
  ),
  setup: [
    'In Splunk, save a search as **Alert**, and add the trigger action **Webhook**.',
    'Enter `{url}` as **URL**, and save.',
  ],
});
