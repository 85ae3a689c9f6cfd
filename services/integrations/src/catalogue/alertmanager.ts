import { integration } from '../domain/integration.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { alertGroup, alertOptions, groupState } from './shared/prometheus.ts';

const group: Renderer = (p, request) => alertGroup(p, request, 'Alertmanager');

export const alertmanager = integration({
  name: 'alertmanager',
  title: 'Prometheus Alertmanager',
  icon: { text: 'AM', color: '#e6522c' },
  category: 'monitoring',
  about: 'Posts alerts of Prometheus when they fire and when they are resolved.',
  options: alertOptions,
  ...byEvent({
    title: 'Alertmanager',
    renderers: { firing: group, resolved: group },
    name: (p) => groupState(p),
    needs: 'a list "alerts"',
  }),
  setup: [
    'Add a receiver to `alertmanager.yml`: `receivers: [{ name: parley, webhook_configs: [{ url: "{url}", send_resolved: true }] }]`.',
    'Name the receiver in a `route`, and reload Alertmanager.',
    'To have senders verified, give `http_config: { authorization: { credentials: "{secret}" } }` to the receiver.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
