import { integration } from '../domain/integration.ts';
import { link } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { parsedJson } from './shared/parsed-json.ts';

const show: Renderer = (p) => {
  const repository = p.at('repository');
  const isPull = p.text('type') === 'pull_request' || p.at('pull_request').isTrue;
  const number = p.text('pull_request_number');
  return buildMessage({
    state: p.firstText('status_message', 'result_message', 'state'),
    name: `Build #${p.text('number') || '?'}`,
    url: p.text('build_url'),
    project: repository.text('name'),
    branch: p.text('branch'),
    commit: {
      id: p.text('commit'),
      message: p.text('message'),
      url: p.text('compare_url'),
      author: p.firstText('author_name', 'committer_name'),
    },
    seconds: p.number('duration'),
    facts: [
      [
        'Pull request',
        isPull && number !== ''
          ? link(
              `#${number}${p.text('pull_request_title') === '' ? '' : ` ${p.text('pull_request_title')}`}`,
              '',
            )
          : '',
      ],
    ],
  });
};

/** The form has one field with JSON. It stays a form when there are other fields. */
function payloadOf(p: Payload): Payload {
  const found = parsedJson(p.text('payload'));
  return found.exists ? found : p;
}

export const travis = integration({
  name: 'travis',
  title: 'Travis CI',
  icon: { text: 'T', color: '#3eaaaf' },
  category: 'deployment',
  about: 'Posts builds with their result and their commit.',
  ...byEvent({
    title: 'Travis CI',
    renderers: each(['push', 'pull_request', 'cron', 'api'], (p, request, event) =>
      show(payloadOf(p), request, event),
    ),
    name: (p) => payloadOf(p).text('type') || (payloadOf(p).at('status_message').exists ? 'push' : ''),
    needs: 'the field type of a build',
  }),
  setup: [
    'Add `notifications: { webhooks: "{url}" }` to `.travis.yml` of the repository.',
    'With `on_success: change` below it, Travis posts successful builds only after a failed one.',
    'To accept only builds of one repository that Travis has signed, enter its name as the secret, such as `owner/name`.',
  ],
  verification: {
    kind: 'published',
    keyUrl: /^https:\/\/api\.travis-ci\.com\/config$/,
    read({ headers, raw }, secret) {
      const text = new URLSearchParams(raw).get('payload') ?? '';
      const repository = parsedJson(text).at('repository');
      if (`${repository.text('owner_name')}/${repository.text('name')}` !== secret) return undefined;
      const keyUrl = 'https://api.travis-ci.com/config';
      return { keyUrl, algorithm: 'sha1', text, signature: headers.signature ?? '' };
    },
    keyIn: (body) => parsedJson(body).text('config', 'notifications', 'webhook', 'public_key'),
  },
});
