import { integration } from '../domain/integration.ts';
import { code, facts, plain, quote } from '../domain/markdown.ts';
import { alertMessage, severityOf } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { enumeration, words } from './shared/sentences.ts';

const show: Renderer = (p) => {
  const state = p.text('current_state');
  return alertMessage(
    {
      severity: severityOf(state),
      name: p.firstText('check_name', 'check_params.hostname'),
      url: p.firstText('full_url', 'check_params.url', 'check_params.full_url'),
      state: `changed from ${words(p.text('previous_state')) || 'unknown'} to ${words(state) || 'unknown'}`,
      details: [
        quote(p.firstText('long_description', 'description'), 1_000),
        facts([
          ['Check', words(p.text('check_type'))],
          ['Host', code(p.text('check_params', 'hostname'))],
          ['Importance', words(p.text('importance_level'))],
          ['Tags', enumeration(p.list('tags').map((tag) => plain(tag.text())))],
        ]),
      ],
    },
    'Pingdom',
  );
};

export const pingdom = integration({
  name: 'pingdom',
  title: 'Pingdom',
  icon: { text: 'P', color: '#fff000' },
  category: 'monitoring',
  about: 'Posts when checks and transactions change their state.',
  ...byEvent({
    title: 'Pingdom',
    renderers: each(['UP', 'DOWN', 'UNCONFIRMED_DOWN', 'PAUSED', 'UNKNOWN', 'SUCCESS', 'FAILING'], show),
    name: (p) => p.text('current_state'),
    needs: 'the field current_state',
  }),
  setup: [
    'In Pingdom, open **Settings → Integrations → Add Integration** and choose **Webhook**.',
    'Enter `{url}` as **URL**, and save.',
    'In your checks, turn the integration on under **Connect integrations**.',
  ],
});
