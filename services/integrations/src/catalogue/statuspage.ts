import { integration } from '../domain/integration.ts';
import { facts, link, quote } from '../domain/markdown.ts';
import { alertMessage, type Severity, severityOf } from './shared/alerts.ts';
import { byEvent } from './shared/events.ts';
import { change, enumeration, topicOf, words } from './shared/sentences.ts';

const impacts: Record<string, Severity> = {
  none: 'info',
  minor: 'warning',
  major: 'bad',
  critical: 'bad',
  maintenance: 'info',
};

export const statuspage = integration({
  name: 'statuspage',
  title: 'Atlassian Statuspage',
  icon: { text: 'SP', color: '#172b4d' },
  category: 'monitoring',
  about: 'Posts incidents, maintenance and the state of components of a status page.',
  ...byEvent({
    title: 'Statuspage',
    renderers: {
      incident: (p) => {
        const incident = p.at('incident');
        const update = incident.list('incident_updates')[0] ?? incident.at('latest_update');
        const status = incident.text('status');
        const impact = incident.text('impact');
        return alertMessage({
          severity: /resolved|completed|postmortem/.test(status)
            ? 'good'
            : Object.hasOwn(impacts, impact)
              ? impacts[impact]!
              : 'bad',
          name: incident.text('name') || 'An incident',
          url: incident.text('shortlink'),
          state: `is ${words(status) || 'updated'}`,
          topic: topicOf('Statuspage', incident.text('name')),
          details: [
            facts([
              ['Impact', words(impact)],
              [
                'Components',
                enumeration(
                  incident
                    .list('components')
                    .map((one) => link(`${one.text('name')} (${words(one.text('status'))})`, '')),
                ),
              ],
              ['Page', words(p.text('page', 'status_description'))],
            ]),
            quote(update.text('body')),
          ],
        });
      },
      component: (p) => {
        const status = p.firstText('component_update.new_status', 'component.status');
        return alertMessage({
          severity:
            status === 'operational'
              ? 'good'
              : status === 'under_maintenance'
                ? 'info'
                : /degraded|partial/.test(status)
                  ? 'warning'
                  : severityOf(status),
          name: p.text('component', 'name') || 'A component',
          url: '',
          state: `is ${words(status) || 'changed'}`,
          topic: topicOf('Statuspage', p.text('component', 'name')),
          details: [
            facts([
              [
                'State',
                change(
                  p.text('component_update', 'old_status').replaceAll('_', ' '),
                  status.replaceAll('_', ' ') || 'unknown',
                ),
              ],
            ]),
          ],
        });
      },
    },
    name: (p) =>
      p.at('incident').exists
        ? 'incident'
        : p.at('component').exists || p.at('component_update').exists
          ? 'component'
          : '',
    needs: 'an incident or a component',
  }),
  setup: [
    'On the status page, press **Subscribe to updates** and choose the webhook.',
    'Enter `{url}` as address, and a mail address for failures.',
    'Of your own page, open **Notifications → Webhook** in its administration to turn webhooks on.',
  ],
});
