import { integration } from '../domain/integration.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { alertGroup, alertOptions, groupState } from './shared/prometheus.ts';

const group: Renderer = (p, request) => alertGroup(p, request, 'Prometheus');

export const prometheus = integration({
  name: 'prometheus',
  title: 'Prometheus',
  icon: { text: 'P', color: '#e6522c' },
  category: 'monitoring',
  about: 'Posts alerts of Prometheus, which its Alertmanager sends.',
  options: alertOptions,
  ...byEvent({
    title: 'Prometheus',
    renderers: { firing: group, resolved: group },
    name: (p) => groupState(p),
    needs: 'a list "alerts"',
  }),
  setup: [
    'Prometheus sends alerts through Alertmanager. Add a receiver with `webhook_configs: [{ url: "{url}" }]` to `alertmanager.yml`.',
    'Name Alertmanager in `alerting.alertmanagers` of `prometheus.yml`.',
    'To have senders verified, give `http_config: { authorization: { credentials: "{secret}" } }` to the receiver.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
