import { integration } from '../domain/integration.ts';
import { bullets, code, facts, link, plain, quote } from '../domain/markdown.ts';
import { alertMessage } from './shared/alerts.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { message, topicOf } from './shared/sentences.ts';

const alert: Renderer = (p, _request, event) => {
  const found = p.at('alert');
  const violations = p
    .fields('violations')
    .flatMap(([source, list]) =>
      list
        .list()
        .map(
          (one) =>
            `${code(one.text('metric')) || 'A metric'} of ${plain(source)} was ${code(one.text('value')) || 'unknown'}`,
        ),
    );
  return alertMessage({
    severity: event === 'clear' ? 'good' : 'bad',
    name: found.text('name') || 'An alert',
    url:
      found.text('id') === ''
        ? ''
        : `https://metrics.librato.com/alerts#/${encodeURIComponent(found.text('id').slice(0, 50))}`,
    state: event === 'clear' ? 'is cleared' : 'was triggered',
    topic: topicOf('Librato', found.text('name')),
    details: [
      bullets(violations),
      facts([['Runbook', link(found.text('runbook_url') && 'runbook', found.text('runbook_url'))]]),
      quote(found.text('description'), 500),
    ],
  });
};

export const librato = integration({
  name: 'librato',
  title: 'Librato',
  icon: { text: 'L', color: '#0f3c5f' },
  category: 'monitoring',
  about: 'Posts alerts and snapshots of Librato and AppOptics.',
  ...byEvent({
    title: 'Librato',
    renderers: {
      alert,
      clear: alert,
      snapshot: (p) => {
        const found = p.list('attachments')[0] ?? p.at('attachments');
        return message(
          'Snapshots',
          `${plain(found.text('author_name')) || 'Somebody'} sent a ${link('snapshot', found.text('image_url'))} of ${link(found.text('title') || 'a chart', found.text('title_link'))}`,
          quote(found.text('text')),
        );
      },
    },
    name: (p) =>
      p.at('alert').exists
        ? p.at('clear').exists && p.at('clear').value !== false
          ? 'clear'
          : 'alert'
        : p.at('attachments').exists
          ? 'snapshot'
          : '',
    needs: 'an alert or a snapshot',
  }),
  setup: [
    'In Librato, open **Settings → Notification Services** and choose **Webhook**.',
    'Enter `{url}` as **URL**, and press **Add**.',
    'Add the service to your alerts. For snapshots add the same address as service **Slack**.',
  ],
});
