import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { code, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { topicOf, words } from './shared/sentences.ts';

/** The application, flat as in the template of the setup, or whole under `app` or `application`. */
const app = (p: Payload): Payload =>
  p.at('app').isObject
    ? p.at('app')
    : p.at('application').isObject
      ? p.at('application')
      : p.at('metadata').exists
        ? p
        : p.at('none');

const value = (p: Payload, flat: string, path: string): string => p.text(flat) || app(p).firstText(path);

const triggers: Record<string, [state: string, verb: string]> = {
  'on-created': ['info', 'was created'],
  'on-deleted': ['info', 'was deleted'],
  'on-deployed': ['succeeded', 'is deployed and healthy'],
  'on-health-degraded': ['degraded', 'is degraded'],
  'on-sync-failed': ['failed', 'could not be synchronized'],
  'on-sync-running': ['running', 'is being synchronized'],
  'on-sync-status-unknown': ['warning', 'has an unknown state'],
  'on-sync-succeeded': ['succeeded', 'is synchronized'],
};

/** The name of the trigger, or what the states say: the engine of notifications tells templates no trigger. */
function eventOf(p: Payload): string {
  const named = p.firstText('trigger', 'event');
  if (Object.hasOwn(triggers, named)) return named;
  if (value(p, 'deleted', 'metadata.deletionTimestamp') !== '') return 'on-deleted';
  const health = value(p, 'health', 'status.health.status');
  const phase = value(p, 'phase', 'status.operationState.phase');
  const sync = value(p, 'sync', 'status.sync.status');
  if (health === 'Degraded') return 'on-health-degraded';
  if (/^(?:Failed|Error)$/.test(phase)) return 'on-sync-failed';
  if (phase === 'Running') return 'on-sync-running';
  // The phase is that of the last synchronization, which may be long ago.
  if (sync === 'Unknown') return 'on-sync-status-unknown';
  if (phase === 'Succeeded') return health === 'Healthy' ? 'on-deployed' : 'on-sync-succeeded';
  return named === '' && sync === '' && health === '' && app(p).isObject ? 'on-created' : named;
}

const show: Renderer = (p, _request, event) => {
  const name =
    (typeof p.at('app').value === 'string' ? p.text('app') : '') || value(p, 'name', 'metadata.name');
  return buildMessage({
    state: required(triggers[event], `entry for ${event}`)[0],
    verb: required(triggers[event], `entry for ${event}`)[1],
    name: `Application ${name || 'unknown'}`,
    url: p.firstText('url', 'context.argocdUrl'),
    project: '',
    topic: topicOf('Argo CD', name),
    commit: { id: value(p, 'revision', 'status.sync.revision') },
    facts: [
      ['Sync', words(value(p, 'sync', 'status.sync.status'))],
      ['Health', words(value(p, 'health', 'status.health.status'))],
      ['Project', plain(value(p, 'project', 'spec.project'))],
      ['Namespace', code(value(p, 'namespace', 'spec.destination.namespace'))],
      ['Repository', link(value(p, 'repo', 'spec.source.repoURL'), value(p, 'repo', 'spec.source.repoURL'))],
    ],
    details: [
      quote(value(p, 'message', 'status.operationState.message'), 1_000),
      facts(
        app(p)
          .list('status', 'conditions')
          .map((one) => [one.text('type') || 'Condition', plain(one.text('message'), 500)]),
      ),
    ],
  });
};

export const argocd = integration({
  name: 'argocd',
  title: 'Argo CD',
  icon: { text: 'A', color: '#ef7b4d' },
  category: 'deployment',
  about: 'Posts when applications are synchronized, degraded or deployed.',
  ...byEvent({
    title: 'Argo CD',
    renderers: each(Object.keys(triggers), show),
    name: eventOf,
    needs: 'the application or its states',
  }),
  setup: [
    'Add to the config map `argocd-notifications-cm`: `service.webhook.parley: "{ url: {url}, headers: [{ name: Authorization, value: Bearer {secret} }, { name: Content-Type, value: application/json }] }"`.',
    'Add a template `template.parley` with `webhook: { parley: { method: POST, body: \'{ "app": {{toJson .app}}, "url": "{{.context.argocdUrl}}/applications/{{.app.metadata.name}}" }\' } }`, and name it in the triggers.',
    'Annotate the applications: `notifications.argoproj.io/subscribe.on-deployed.parley: ""`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
