import { integration } from '../domain/integration.ts';
import { bold, bullets, plain } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { httpSignature } from './shared/signatures.ts';

const build: Renderer = (p) => {
  const found = p.at('build');
  const start = found.number('started');
  const end = found.number('finished');
  const failed = found.list('stages').flatMap((stage) =>
    stage
      .list('steps')
      .filter((step) => /^(?:failure|error)$/.test(step.text('status')))
      .map((step) => `${plain(stage.text('name'))}: ${plain(step.text('name'))} failed`),
  );
  return buildMessage({
    state: found.text('status'),
    name: `Build #${found.text('number') || '?'}`,
    url:
      found.firstText('link') ||
      (/^https?:\/\//.test(p.text('system', 'link'))
        ? `${p.text('system', 'link')}/${p.text('repo', 'slug')}/${found.text('number')}`
        : ''),
    project: p.firstText('repo.name', 'repo.slug'),
    branch: found.firstText('target', 'source'),
    commit: {
      id: found.text('after'),
      message: found.firstText('message', 'title'),
      url: found.text('link'),
      author: found.firstText('author_login', 'author_name'),
    },
    seconds: start && end && end > start ? end - start : undefined,
    details: [bullets(failed)],
  });
};

const thing =
  (key: string): Renderer =>
  (p) =>
    message(
      topicOf('Drone', p.text('repo', 'name')),
      sentence(
        `${who(p.firstText('user.login', 'sender.login'))}: the ${key} ${bold(p.firstText(`${key}.slug`, `${key}.login`, `${key}.name`)) || 'unknown'} was ${words(p.text('action')) || 'changed'}`,
      ),
    );

export const drone = integration({
  name: 'drone',
  title: 'Drone',
  icon: { text: 'Dr', color: '#212121' },
  category: 'deployment',
  about: 'Posts builds, and changes of repositories and users.',
  ...byEvent({
    title: 'Drone',
    renderers: { build, repo: thing('repo'), user: thing('user') },
    name: (p, { headers }) => headers['x-drone-event'] || p.text('event'),
    needs: 'the header X-Drone-Event',
  }),
  setup: [
    'Start the server of Drone with `DRONE_WEBHOOK_ENDPOINT={url}`.',
    'With `DRONE_WEBHOOK_EVENTS=build` it sends builds only.',
    'To have senders verified, set `DRONE_WEBHOOK_SECRET={secret}`.',
  ],
  verification: httpSignature,
});
