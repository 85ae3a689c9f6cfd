import { firstItem, itemAt, required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { bold, code, facts, link, plain, quote } from '../domain/markdown.ts';
import { Payload } from '../domain/templates/payload.ts';
import { sign } from './shared/alerts.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, oneOf, sentence, topicOf, who, words } from './shared/sentences.ts';
import { sha256 } from './shared/signatures.ts';

const states: Record<string, string> = {
  deploy_building: 'building',
  deploy_created: 'ready',
  deploy_failed: 'failed',
  deploy_locked: 'locked',
  deploy_unlocked: 'unlocked',
  deploy_deleted: 'deleted',
  deploy_restored: 'restored',
  deploy_failed_after_succeeding: 'failed',
  deploy_succeeded_after_failing: 'ready',
  deploy_request_pending: 'waiting',
  deploy_request_accepted: 'ready',
  deploy_request_rejected: 'rejected',
};

const deploy: Renderer = (p, _request, event) =>
  buildMessage({
    state: required(states[event], `entry for ${event}`),
    verb: /lock|deleted|restored/.test(event)
      ? `was ${required(states[event], `entry for ${event}`)}`
      : undefined,
    name: `Deployment ${p.text('title')}`.trim(),
    url: p.firstText('deploy_ssl_url', 'ssl_url', 'url', 'admin_url'),
    project: p.text('name'),
    branch: p.text('branch'),
    commit: { id: p.text('commit_ref'), url: p.text('commit_url') },
    actor: p.text('committer'),
    seconds: p.number('deploy_time'),
    facts: [['Context', plain(p.text('context'))]],
    details: [quote(p.text('error_message'), 1_000)],
  });

const hook: Renderer = (p) =>
  message(
    topicOf('Netlify', p.firstText('site_name', 'form_name')),
    `${who(p.firstText('name', 'email', 'data.name', 'data.email'))} sent the form ${plain(p.text('form_name')) || 'of a site'}.`,
    facts(
      p
        .fields('data')
        .filter(([key, value]) => !/^(?:ip|user_agent|referrer)$/.test(key) && !value.isObject)
        .map(([key, value]) => [key, plain(value.text(), 500)]),
    ),
    quote(p.text('body'), 1_000),
  );

const splitTest: Renderer = (p, _request, event) =>
  message(
    topicOf('Netlify', p.firstText('site_name', 'name')),
    sentence(
      `The split test ${bold(p.text('name')) || 'of a site'} was ${words(event.slice('split_test_'.length))}`,
    ),
    facts(
      p
        .list('branches')
        .slice(0, 20)
        .map((one) => [
          one.firstText('branch', 'name') || 'Branch',
          `${plain(one.text('percentage')) || '?'} %`,
        ]),
    ),
  );

const devServer: Renderer = (p, _request, event) => {
  const state = event.slice('dev_server_'.length);
  return message(
    topicOf('Netlify', p.firstText('site_name', 'title')),
    sentence(
      `${sign(state === 'failed' ? 'bad' : 'info')} The development server ${link(p.text('title') || 'of a site', p.text('url'))} ${oneOf({ live: 'is live', failed: 'failed' }, state, `was ${state}`)}`,
    ),
    facts([['Branch', code(p.text('branch'))]]),
  );
};

const eventOf = (p: Payload): string => {
  const state = p.text('state');
  if (state === '') return p.at('form_name').exists || p.at('form_id').exists ? 'submission_created' : '';
  return { building: 'deploy_building', ready: 'deploy_created', error: 'deploy_failed' }[state] ?? '';
};

const splitTests = each(
  ['activated', 'deactivated', 'modified'].map((what) => `split_test_${what}`),
  splitTest,
);
const devServers = each(
  ['created', 'live', 'failed', 'stopped'].map((what) => `dev_server_${what}`),
  devServer,
);

export const netlify = integration({
  name: 'netlify',
  title: 'Netlify',
  icon: { text: 'N', color: '#00ad9f' },
  category: 'deployment',
  about: 'Posts deployments and forms of sites.',
  ...byEvent({
    title: 'Netlify',
    renderers: {
      ...each(Object.keys(states), deploy),
      submission_created: hook,
      ...splitTests,
      ...devServers,
    },
    name: (p, { headers }) => headers['x-netlify-event'] || eventOf(p),
    needs: 'the header X-Netlify-Event',
  }),
  setup: [
    'In the site, open **Site configuration → Notifications → Deploy notifications** and add an **HTTP POST request**.',
    'Choose the event, and enter `{url}` as **URL to notify**.',
    'To have senders verified, enter `{secret}` as **JWS secret token**.',
  ],
  /** The header has a JSON Web Token, signed with the secret, that names the digest of the body. */
  verification: {
    kind: 'custom',
    pair({ headers, raw }, _secret, digest) {
      const [head, claims, signature, ...more] = (headers['x-webhook-signature'] ?? '').split('.');
      if (!head || !claims || !signature || more.length > 0) return undefined;
      let parts: Payload[];
      try {
        parts = [head, claims].map(
          (part) => new Payload(JSON.parse(Buffer.from(part, 'base64url').toString())),
        );
      } catch {
        return undefined;
      }
      if (firstItem(parts).text('alg') !== 'HS256') return undefined;
      const expected = Buffer.from(digest('sha256', `${head}.${claims}`, 'base64'), 'base64').toString(
        'base64url',
      );
      return {
        given: `${signature}.${itemAt(parts, 1).text('sha256')}`,
        expected: `${expected}.${sha256(raw)}`,
      };
    },
  },
});
