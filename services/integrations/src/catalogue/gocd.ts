import { integration } from '../domain/integration.ts';
import { bold, bullets, facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { sign } from './shared/alerts.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { message, sentence, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

/** Plugins send what GoCD told them as it is, or in a field `data` beside its kind. */
const told = (p: Payload): Payload => (p.at('data').isObject ? p.at('data') : p);

const stage: Renderer = (p) => {
  const pipeline = told(p).at('pipeline');
  const found = pipeline.at('stage');
  const isBuilding = found.text('state').toLowerCase() === 'building';
  const cause =
    pipeline.list('build-cause').find((one) => one.at('changed').isTrue) ?? pipeline.list('build-cause')[0];
  const change = cause?.list('modifications')[0];
  const modified = change?.at('data');
  const ended = Date.parse(found.text('last-transition-time'));
  const begun = Date.parse(found.text('create-time'));
  const jobs = found.list('jobs').filter((job) => /failed|cancelled/i.test(job.text('result')));
  return buildMessage({
    state: isBuilding ? 'started' : found.firstText('result', 'state'),
    name: `Stage ${found.text('name') || 'unknown'}`,
    url: '',
    project: `${pipeline.text('name')}${pipeline.text('counter') === '' ? '' : ` #${pipeline.text('counter')}`}`,
    branch: cause?.firstText('material.git-configuration.branch', 'material.scm-configuration.branch') ?? '',
    commit: {
      id: change?.text('revision') ?? '',
      message: modified?.firstText('comment', 'message') ?? '',
      author: modified?.firstText('author', 'user') ?? '',
    },
    actor: /^(?:changes|timer)?$/.test(found.text('approved-by')) ? '' : found.text('approved-by'),
    seconds: ended >= begun ? (ended - begun) / 1000 : undefined,
    facts: [['Group', plain(pipeline.text('group'))]],
    details: [
      !isBuilding &&
        bullets(
          jobs.map((job) => `Job ${bold(job.text('name')) || 'unknown'}: ${words(job.text('result'))}`),
        ),
    ],
    topic: pipeline.text('name'),
  });
};

const agent: Renderer = (p) => {
  const found = told(p);
  const isLost = /lost|missing|disabled|unknown/i.test(
    `${found.text('agent_state')} ${found.text('agent_config_state')}`,
  );
  return message(
    'GoCD',
    `${sign(isLost ? 'warning' : 'good')} ${sentence(`The agent ${bold(found.firstText('host_name', 'uuid')) || 'unknown'}: ${words(found.text('agent_state')) || 'changed'}`)}`,
    facts([
      ['Configuration', words(found.text('agent_config_state'))],
      ['Build', words(found.text('build_state'))],
      ['System', plain(found.text('operating_system'))],
      ['Free space', plain(found.text('free_space'))],
    ]),
  );
};

export const gocd = integration({
  name: 'gocd',
  title: 'GoCD',
  icon: { text: 'Go', color: '#94399e' },
  category: 'deployment',
  about: 'Posts when stages of pipelines start and end, and what agents do.',
  ...byEvent({
    title: 'GoCD',
    renderers: { stage, agent },
    name: (p) => {
      const found = told(p);
      if (found.at('pipeline').isObject) return 'stage';
      return found.at('agent_state').exists || p.text('type') === 'agent' ? 'agent' : '';
    },
    needs: 'the field pipeline or agent_state',
  }),
  setup: [
    'Install a plugin of GoCD that sends notifications to webhooks, such as [gocd-plugin-webhooker](https://github.com/kzrbill/gocd-plugin-webhooker).',
    'In GoCD, open **Admin → Plugins**, press the wheel beside the plugin, and enter `{url}` as its address.',
    'To have senders verified, enter `{secret}` as **Secret**.',
  ],
  verification: hmac('x-hub-signature', 'sha256='),
});
