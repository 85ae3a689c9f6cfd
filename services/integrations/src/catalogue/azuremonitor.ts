import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import { alertMessage } from './shared/alerts.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { enumeration, oneOf, topicOf } from './shared/sentences.ts';

const show: Renderer = (p, _request, event) => {
  const found = p.at('data', 'essentials');
  const conditions = p.list('data', 'alertContext', 'condition', 'allOf');
  return alertMessage(
    {
      severity:
        event === 'Resolved'
          ? 'good'
          : oneOf(
              { Sev0: 'bad', Sev1: 'bad', Sev2: 'warning', Sev3: 'info', Sev4: 'info' },
              found.text('severity'),
              'bad',
            ),
      name: found.text('alertRule'),
      url: found.text('investigationLink'),
      state: event === 'Resolved' ? 'is resolved' : 'has fired',
      topic: topicOf('Azure Monitor', found.text('alertRule')),
      details: [
        quote(found.text('description'), 1_000),
        facts([
          ['Severity', plain(found.text('severity'))],
          ['Signal', plain(found.text('signalType'))],
          ['Items', enumeration(found.list('configurationItems').map((one) => plain(one.text())))],
          ...conditions.map(
            (one) =>
              [
                one.firstText('metricName', 'metricMeasureColumn') || 'Value',
                plain(`${one.text('metricValue')} (${one.text('operator')} ${one.text('threshold')})`),
              ] as const,
          ),
          [
            'Portal',
            link(
              conditions[0]?.text('linkToSearchResultsUI') ? 'results' : '',
              conditions[0]?.text('linkToSearchResultsUI') ?? '',
            ),
          ],
        ]),
      ],
    },
    'Azure Monitor',
  );
};

export const azuremonitor = integration({
  name: 'azuremonitor',
  title: 'Azure Monitor',
  icon: { text: 'AM', color: '#0078d4' },
  category: 'monitoring',
  about: 'Posts alerts when they fire and when they are resolved.',
  ...byEvent({
    title: 'Azure Monitor',
    renderers: { Fired: show, Resolved: show },
    name: (p) => p.text('data', 'essentials', 'monitorCondition'),
    needs: 'the field data.essentials.monitorCondition of the common alert schema',
  }),
  setup: [
    'In Azure, open **Monitor → Alerts → Action groups** and create an action of the type **Webhook**.',
    'Enter `{url}` as **URI**, and turn the common alert schema on.',
    'Name the action group in your alert rules.',
  ],
});
