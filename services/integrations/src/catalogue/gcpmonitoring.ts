import { integration } from '../domain/integration.ts';
import { facts, plain, quote, time } from '../domain/markdown.ts';
import { alertMessage, severityOf } from './shared/alerts.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { topicOf } from './shared/sentences.ts';

const show: Renderer = (p, _request, event) => {
  const found = p.at('incident');
  return alertMessage(
    {
      severity: event === 'closed' ? 'good' : severityOf(found.text('severity')),
      name: found.firstText('policy_name', 'condition_name'),
      url: found.text('url'),
      state: event === 'closed' ? 'is closed' : 'is open',
      topic: topicOf('Google Cloud', found.text('policy_name')),
      details: [
        quote(found.firstText('summary', 'documentation.content'), 1_000),
        facts([
          ['Condition', plain(found.text('condition_name'))],
          ['Resource', plain(found.firstText('resource_display_name', 'resource_name'))],
          ['Observed', plain(found.text('observed_value'))],
          ['Started', time(found.number('started_at'))],
          ['Ended', time(found.number('ended_at'))],
        ]),
      ],
    },
    'Google Cloud',
  );
};

export const gcpmonitoring = integration({
  name: 'gcpmonitoring',
  title: 'Google Cloud Monitoring',
  icon: { text: 'GC', color: '#4285f4' },
  category: 'monitoring',
  about: 'Posts incidents when they open and close.',
  ...byEvent({
    title: 'Google Cloud',
    renderers: { open: show, closed: show },
    name: (p) => p.text('incident', 'state').toLowerCase(),
    needs: 'the field incident.state',
  }),
  setup: [
    'In the console of Google Cloud, open **Monitoring → Alerting → Edit notification channels** and add a **Webhook**.',
    'Enter `{url}` as **Endpoint URL**. To have senders verified, turn **HTTP Basic Auth** on with `{secret}` as password.',
    'Name the channel in your alerting policies.',
  ],
  verification: { kind: 'basic' },
});
