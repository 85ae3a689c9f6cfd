import { integration } from '../domain/integration.ts';
import { facts, plain, quote } from '../domain/markdown.ts';
import { type Payload, PayloadError } from '../domain/templates/payload.ts';
import { alertMessage, severityOf } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';

/** `problem`, `resolved` or `update`, from the words and macros that scripts send. */
function eventOf(p: Payload): string {
  if (p.text('event_update_status') === '1') return 'update';
  const status = p.firstText('status', 'event_status', 'event_value', 'trigger_status').toLowerCase();
  if (/^(?:ok|resolved|recovered|0)$/.test(status)) return 'resolved';
  if (/^(?:update|updated|acknowledged)$/.test(status)) return 'update';
  return status === '' ? '' : 'problem';
}

const show: Renderer = (p, _request, event) => {
  const host = p.firstText('hostname', 'host_name', 'host');
  const trigger = p.firstText('trigger', 'event_name', 'trigger_name', 'subject');
  if (host === '' && trigger === '')
    throw new PayloadError('A request of Zabbix needs "hostname" and "trigger".');
  const severity = p.firstText('severity', 'event_severity', 'trigger_severity');
  return alertMessage(
    {
      severity: event === 'resolved' ? 'good' : event === 'update' ? 'info' : severityOf(severity),
      name: trigger,
      url: p.firstText('link', 'url', 'event_url', 'trigger_url'),
      state: { resolved: 'is resolved', update: 'was updated' }[event] ?? 'is a problem',
      topic: host,
      details: [
        facts([
          ['Severity', plain(severity)],
          ['Item', plain(p.firstText('item', 'event_opdata', 'item_value'))],
          ['Duration', plain(p.firstText('event_duration', 'duration'))],
          ['By', plain(p.firstText('event_update_user', 'user'))],
        ]),
        quote(p.firstText('event_update_message', 'message', 'alert_message'), 1_000),
      ],
    },
    'Zabbix',
  );
};

export const zabbix = integration({
  name: 'zabbix',
  title: 'Zabbix',
  icon: { text: 'Z', color: '#d40000' },
  category: 'monitoring',
  about: 'Posts problems of Zabbix, their updates and their recovery.',
  ...byEvent({
    title: 'Zabbix',
    renderers: each(['problem', 'resolved', 'update'], show),
    name: eventOf,
    needs: 'the field status',
  }),
  setup: [
    'In Zabbix, open **Alerts → Media types** and create a media type of type **Webhook** with the parameters `url` = `{url}` and `message` = `{ALERT.MESSAGE}`.',
    'As script enter `const value = JSON.parse(params); const request = new HttpRequest(); request.addHeader("Content-Type: application/json"); request.post(value.url, value.message);`.',
    'Add message templates for problem, recovery and update with `{"hostname": "{HOST.NAME}", "severity": "{EVENT.SEVERITY}", "status": "{EVENT.STATUS}", "item": "{ITEM.NAME1} is {ITEM.VALUE1}", "trigger": "{EVENT.NAME}", "link": "https://<zabbix>/tr_events.php?triggerid={TRIGGER.ID}&eventid={EVENT.ID}"}`.',
    'Give the media type to a user, and name the user in an action.',
  ],
});
