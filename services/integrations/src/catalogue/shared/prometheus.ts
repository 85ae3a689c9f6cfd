import { firstItem } from '@parley/core';
import type { WebhookEvent } from '../../domain/integration.ts';
import { bold, bullets, code, facts, link, paragraphs, plain } from '../../domain/markdown.ts';
import { type Payload, PayloadError } from '../../domain/templates/payload.ts';
import { severityOf, sign } from './alerts.ts';
import type { Message } from './events.ts';
import { count, headline, topicOf } from './sentences.ts';

/** Alerts that one message shows at most. */
const shownAlerts = 20;

/** Options of the address: the label that names an alert, and the annotation that describes it. */
export const alertOptions = [
  { key: 'name', label: 'Label that names an alert (default: alertname)', inputType: 'text' },
  {
    key: 'desc',
    label: 'Annotation that describes an alert (default: summary or description)',
    inputType: 'text',
  },
] as const;

/** Returns the state of a group of alerts: `firing` or `resolved`. */
export const groupState = (p: Payload): string => {
  const state = p.text('status').toLowerCase();
  if (state !== '') return state;
  const states = p.list('alerts').map((alert) => alert.text('status').toLowerCase());
  return states.length > 0 && states.every((one) => one === 'resolved')
    ? 'resolved'
    : states.length > 0
      ? 'firing'
      : '';
};

/** Returns the message about a group of alerts, as Alertmanager and Grafana send it. @throws PayloadError without alerts */
export function alertGroup(p: Payload, request: WebhookEvent, title: string): Message {
  const alerts = p.list('alerts');
  if (alerts.length === 0)
    throw new PayloadError(`A request of ${title} needs a list "alerts" with at least one alert.`);
  const nameLabel = request.query.name || 'alertname';
  const description = request.query.desc ?? '';
  const nameOf = (alert: Payload): string =>
    alert.text('labels', nameLabel) ||
    alert.text('labels', 'alertname') ||
    p.text('commonLabels', 'alertname') ||
    'Alert';
  const names = [...new Set(alerts.map(nameOf))];
  const common = p.fields('commonLabels').filter(([key]) => key !== 'alertname');
  const commonKeys = new Set(common.map(([key]) => key));
  const sorted = [...alerts].sort(
    (a, b) => Number(a.text('status') === 'resolved') - Number(b.text('status') === 'resolved'),
  );
  const lines = sorted.slice(0, shownAlerts).map((alert) => {
    const isResolved = alert.text('status').toLowerCase() === 'resolved' || groupState(p) === 'resolved';
    const severity = isResolved ? 'good' : severityOf(alert.text('labels', 'severity'));
    const name = `**${link(nameOf(alert), alert.text('generatorURL')) || 'Alert'}**`;
    const own = alert
      .fields('labels')
      .filter(([key]) => !commonKeys.has(key) && key !== 'alertname' && !key.startsWith('__'))
      .map(([key, value]) => code(`${key}=${value.text()}`, 100));
    // Grafana's results of the queries of a rule, by their letters.
    const values = alert.fields('values').flatMap(([key, value]) => {
      const result = isResolved ? undefined : value.number();
      return result === undefined ? [] : [code(`${key} = ${Number(result.toPrecision(6))}`, 100)];
    });
    const said = headline(
      (description && alert.text('annotations', description)) ||
        alert.firstText('annotations.summary', 'annotations.description', 'annotations.message'),
      400,
    );
    const addresses = [
      ['silence', alert.text('silenceURL')],
      ['dashboard', alert.text('dashboardURL')],
      ['panel', alert.text('panelURL')],
      ['runbook', alert.firstText('annotations.runbook_url', 'annotations.runbook')],
    ]
      .filter(([, address = '']) => /^https?:/.test(address))
      .map(([label = '', address = '']) => link(label, address));
    return [
      `${sign(severity)} ${name} is ${isResolved ? 'resolved' : 'firing'}${said === '' ? '' : `: ${said}`}`,
      [...own.slice(0, 8), ...values.slice(0, 4)].join(' '),
      addresses.length === 0 ? '' : `(${addresses.join(', ')})`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  });
  const missing = alerts.length - lines.length + (p.number('truncatedAlerts') ?? 0);
  const url = p.text('externalURL');
  return {
    topic: topicOf(
      'Alerts',
      names.length === 1
        ? firstItem(names)
        : p.firstText('groupLabels.alertname', 'commonLabels.alertname') || firstItem(names),
    ),
    content: paragraphs(
      alerts.length === 1
        ? lines[0]
        : `${bold(count(alerts.length, 'alert'))}${url === '' ? '' : ` of ${link(title, url)}`}:`,
      alerts.length > 1 && bullets(lines, shownAlerts, Math.max(0, missing)),
      facts(common.slice(0, 12).map(([key, value]) => [key, plain(value.text())])),
    ),
  };
}
