import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import { Payload, PayloadError } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { duration, oneOf } from './shared/sentences.ts';

/** Numbers of kinds of alerts. */
const kinds: Record<string, [event: string, severity: Severity, state: string]> = {
  '1': ['down', 'bad', 'is down'],
  '2': ['up', 'good', 'is up again'],
  '3': ['ssl_expiry', 'warning', 'has a certificate that expires soon'],
  '4': ['domain_expiry', 'warning', 'has a domain that expires soon'],
};

const numberOf: Record<string, string> = { down: '1', up: '2' };

export const uptimerobot = integration({
  name: 'uptimerobot',
  title: 'UptimeRobot',
  icon: { text: 'UR', color: '#3bd671' },
  category: 'monitoring',
  about: 'Posts when monitors go down and come up again, and when certificates expire.',
  events: Object.values(kinds).map(([event]) => event),
  render({ body, query }) {
    const p = new Payload({ ...query, ...(body.isObject ? (body.value as object) : {}) });
    const named = p.firstText('alert_type_friendly_name', 'alertTypeFriendlyName').toLowerCase();
    const number = p.firstText('alert_type', 'alertType') || oneOf(numberOf, named, '');
    const name = p.firstText('monitor_friendly_name', 'monitorFriendlyName', 'monitor_url', 'monitorURL');
    if (number === '' || name === '') {
      throw new PayloadError('A request of UptimeRobot needs alert_type and monitor_friendly_name.');
    }
    const [event, severity, state] = Object.hasOwn(kinds, number)
      ? required(kinds[number], `entry for ${number}`)
      : (['other', 'info', `changed (${plain(named || number)})`] as const);
    const seconds = p.number('alert_duration') ?? p.number('alertDuration');
    return {
      event,
      ...alertMessage({
        severity,
        name,
        url: p.firstText('monitor_url', 'monitorURL'),
        state,
        details: [
          facts([
            ['Reason', plain(p.firstText('alert_details', 'alertDetails'))],
            ['Was down for', event === 'up' ? duration(seconds) : ''],
            [
              'Expires',
              plain(
                p.firstText('ssl_expiry_date', 'sslExpiryDate', 'domain_expiry_date', 'domainExpiryDate'),
              ),
            ],
            [
              'Days left',
              plain(p.firstText('ssl_expiry_days_left', 'sslExpiryDaysLeft', 'domainExpiryDaysLeft')),
            ],
          ]),
        ],
      }),
    };
  },
  setup: [
    'In UptimeRobot, open **Integrations & API → Webhook → Add**.',
    'Enter `{url}` as **URL to notify**, and turn on **Send as JSON (application/json)**.',
    'As **POST value** enter `{"monitor_url": "*monitorURL*", "monitor_friendly_name": "*monitorFriendlyName*", "alert_type": "*alertType*", "alert_type_friendly_name": "*alertTypeFriendlyName*", "alert_details": "*alertDetails*", "alert_duration": "*alertDuration*"}`.',
    'Turn the contact on for your monitors.',
  ],
});
