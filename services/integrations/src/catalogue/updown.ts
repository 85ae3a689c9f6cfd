import { firstItem } from '@parley/core';
import { integration, type Rendered } from '../domain/integration.ts';
import { facts, plain, quote } from '../domain/markdown.ts';
import { Payload, PayloadError } from '../domain/templates/payload.ts';
import { unknownEvent } from '../domain/templates/readable-json.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { duration, oneOf, words } from './shared/sentences.ts';

const states: Record<string, [severity: Severity, state: string]> = {
  'check.down': ['bad', 'is down'],
  'check.up': ['good', 'is up again'],
  'check.still_down': ['bad', 'is still down'],
  'check.ssl_invalid': ['bad', 'has an invalid certificate'],
  'check.ssl_valid': ['good', 'has a valid certificate again'],
  'check.ssl_expiration': ['warning', 'has a certificate that expires soon'],
  'check.ssl_renewed': ['info', 'has a new certificate'],
  'check.performance_drop': ['warning', 'has become slower'],
};

/** Updown sends a list of events; what belongs together comes in one request. */
export const updown = integration({
  name: 'updown',
  title: 'updown.io',
  icon: { text: 'ud', color: '#1b9e3e' },
  category: 'monitoring',
  about: 'Posts when checks go down, come up, get slower, and about certificates.',
  events: Object.keys(states),
  render({ body }): Rendered {
    const events = Array.isArray(body.value) ? body.list() : body.isObject ? [body] : [];
    const first = events[0];
    if (first === undefined || !first.isObject)
      throw new PayloadError('A request of updown.io needs a list of events.');
    const event = first.text('event');
    if (!Object.hasOwn(states, event))
      return unknownEvent('updown.io', event.slice(0, 200), new Payload(body.value));
    const messages = events.slice(0, 20).map((one) => {
      const [severity, state] = oneOf<[Severity, string]>(states, one.text('event'), [
        'info',
        words(one.text('event')) || 'changed',
      ]);
      return alertMessage({
        severity,
        name: one.firstText('check.alias', 'check.url') || 'A check',
        url: one.text('check', 'url'),
        state,
        details: [
          quote(one.firstText('downtime.error', 'description', 'ssl.error', 'error'), 500),
          facts([
            [
              'Was down for',
              one.text('event') === 'check.up' ? duration(one.number('downtime', 'duration')) : '',
            ],
            ['Days left', plain(one.text('ssl', 'days_before_expiration'))],
            ['Drop', plain(one.text('apdex_dropped'))],
          ]),
        ],
      });
    });
    return {
      event,
      topic: firstItem(messages).topic,
      content: messages.map(({ content }) => content).join('\n\n'),
    };
  },
  setup: ['In updown.io, open **Settings → Alerts → Webhook**, and enter `{url}`.'],
});
