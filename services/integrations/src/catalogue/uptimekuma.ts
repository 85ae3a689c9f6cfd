import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { code, facts, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message } from './shared/sentences.ts';

const states = ['down', 'up', 'pending', 'maintenance'] as const;
const severities: Record<string, Severity> = {
  down: 'bad',
  up: 'good',
  pending: 'warning',
  maintenance: 'info',
};

/** Tests and certificate warnings have no heartbeat. */
const eventOf = (p: Payload): string =>
  p.at('heartbeat').isObject
    ? (states[p.number('heartbeat', 'status') ?? -1] ?? '')
    : p.text('msg') === ''
      ? ''
      : 'notice';

const show: Renderer = (p, _request, event) => {
  const monitor = p.at('monitor');
  const address = monitor.text('url');
  const host = monitor.firstText('hostname');
  return alertMessage(
    {
      severity: required(severities[event], `entry for ${event}`),
      name: monitor.text('name') || 'A monitor',
      url: /^https?:\/\/$/.test(address) ? '' : address,
      state: event === 'maintenance' ? 'is under maintenance' : `is ${event}`,
      details: [
        quote(p.firstText('heartbeat.msg', 'msg'), 1_000),
        facts([
          [
            'Host',
            host === '' ? '' : code(monitor.text('port') === '' ? host : `${host}:${monitor.text('port')}`),
          ],
          [
            'Answer',
            p.number('heartbeat', 'ping') === undefined ? '' : `${p.number('heartbeat', 'ping')} ms`,
          ],
          ['Time', code(p.firstText('heartbeat.localDateTime', 'heartbeat.time'))],
        ]),
      ],
    },
    'Uptime Kuma',
  );
};

export const uptimekuma = integration({
  name: 'uptimekuma',
  title: 'Uptime Kuma',
  icon: { text: 'UK', color: '#5cdd8b' },
  category: 'monitoring',
  about: 'Posts when monitors go down and come up again.',
  ...byEvent({
    title: 'Uptime Kuma',
    renderers: {
      ...each(states, show),
      notice: (p) => message('Uptime Kuma', 'Uptime Kuma says:', quote(p.text('msg'))),
    },
    name: eventOf,
    needs: 'a heartbeat or the field msg',
  }),
  setup: [
    'In Uptime Kuma, open **Settings → Notifications → Setup Notification** and choose the type **Webhook**.',
    'Enter `{url}` as **Post URL**; keep the body **Preset – application/json**. Press **Test**.',
    'To have senders verified, turn on **Additional Headers** with `{ "Authorization": "Bearer {secret}" }`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
