import { integration } from '../domain/integration.ts';
import { bold, code, codeBlock, link, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer, type Renderers } from './shared/events.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmacBase64 } from './shared/signatures.ts';

const actor = (p: Payload): string => p.firstText('actor.email', 'data.user.email');
const app = (p: Payload): string => p.firstText('data.app.name', 'app.name', 'data.name');

const verbs: Record<string, string> = { create: 'created', update: 'changed', destroy: 'removed' };
const verb = (p: Payload): string => verbs[p.text('action')] ?? (words(p.text('action')) || 'changed');

const thing =
  (what: string, name: (p: Payload) => string): Renderer =>
  (p) =>
    message(
      topicOf('Heroku', app(p)),
      sentence(
        `${who(actor(p))} ${verb(p)} the ${what} ${name(p) || 'unknown'} of ${bold(app(p)) || 'an app'}`,
      ),
    );

/** A build or release that is removed has no state any more. */
const ended = (p: Payload): string | undefined =>
  p.text('action') === 'destroy' ? 'was removed' : undefined;

const build: Renderer = (p) =>
  buildMessage({
    state: p.firstText('data.status'),
    verb: ended(p),
    name: `Build ${p.text('data', 'slug', 'commit_description') || p.text('data', 'id').slice(0, 8)}`.trim(),
    url: '',
    project: app(p),
    topic: topicOf('Heroku', app(p)),
    commit: { id: p.text('data', 'source_blob', 'version') },
    actor: actor(p),
  });

const release: Renderer = (p) =>
  buildMessage({
    state: p.text('data', 'status'),
    verb: ended(p),
    name: `Release v${p.text('data', 'version') || '?'}`,
    url: '',
    project: app(p),
    topic: topicOf('Heroku', app(p)),
    commit: { id: p.text('data', 'slug', 'commit') },
    actor: actor(p),
    facts: [['Description', plain(p.text('data', 'description'))]],
  });

/** The deploy hook of older apps sends a form. */
const deploy: Renderer = (p) =>
  message(
    topicOf('Heroku', p.text('app')),
    sentence(
      `${who(p.text('user'))} deployed ${code(p.text('head')) || 'a version'} of ${link(p.text('app') || 'an app', p.text('url'))}`,
      p.text('git_log') === '' ? '.' : ':',
    ),
    codeBlock(p.text('git_log'), '', 1_000),
  );

const renderers: Renderers = {
  'api:app': (p) =>
    message(
      topicOf('Heroku', app(p)),
      sentence(`${who(actor(p))} ${verb(p)} the app ${link(app(p) || 'unknown', p.text('data', 'web_url'))}`),
    ),
  'api:build': build,
  'api:release': release,
  'api:addon': thing('add-on', (p) => plain(p.firstText('data.addon_service.name', 'data.name'))),
  'api:addon-attachment': thing('attachment', (p) => plain(p.text('data', 'name'))),
  'api:collaborator': thing('collaborator', (p) => plain(p.text('data', 'user', 'email'))),
  'api:domain': thing('domain', (p) => code(p.text('data', 'hostname'))),
  'api:dyno': thing('dyno', (p) => code(p.text('data', 'name'))),
  'api:formation': thing(
    'formation',
    (p) =>
      `${plain(p.text('data', 'type'))}: ${plain(p.text('data', 'quantity'))} × ${plain(p.text('data', 'size'))}`,
  ),
  'api:sni-endpoint': thing('certificate', (p) =>
    plain(p.firstText('data.name', 'data.ssl_cert.cert_domains.0')),
  ),
  'api:ssl-endpoint': thing('SSL endpoint', (p) => plain(p.text('data', 'name'))),
  dyno: (p) =>
    message(
      topicOf('Heroku', app(p)),
      sentence(
        `The dyno ${code(p.text('data', 'name')) || 'of an app'} of ${bold(app(p)) || 'an app'} is ${words(p.text('data', 'state')) || 'changed'}`,
      ),
    ),
  ...each(['deploy'], deploy),
};

export const heroku = integration({
  name: 'heroku',
  title: 'Heroku',
  icon: { text: 'H', color: '#430098' },
  category: 'deployment',
  about: 'Posts builds, releases, dynos, domains and add-ons of apps.',
  ...byEvent({
    title: 'Heroku',
    renderers,
    name: (p) =>
      p.firstText('webhook_metadata.event.include', 'resource_type_name') ||
      (p.text('resource') === 'dyno'
        ? 'dyno'
        : p.text('resource') === ''
          ? p.at('head').exists
            ? 'deploy'
            : ''
          : `api:${p.text('resource')}`),
    needs: 'the field webhook_metadata.event.include',
  }),
  setup: [
    'Run `heroku webhooks:add -i api:release api:build dyno -l notify -u "{url}" -s "{secret}" -a <app>`.',
    'Or open **More → View webhooks** of the app, and enter `{url}` as **Payload URL** and `{secret}` as **Secret**.',
  ],
  verification: hmacBase64('heroku-webhook-hmac-sha256'),
});
