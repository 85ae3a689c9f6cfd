import { integration } from '../domain/integration.ts';
import { bold, code, facts, link, plain } from '../domain/markdown.ts';
import { sign } from './shared/alerts.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';

const build: Renderer = (p, _request, event) => {
  const found = p.at('build');
  const job = p.at('job');
  const isJob = event.startsWith('job.');
  return buildMessage({
    state:
      event === 'build.failing'
        ? 'failing'
        : isJob
          ? job.text('state') === 'finished'
            ? job.text('exit_status') === '0'
              ? 'passed'
              : 'failed'
            : job.text('state')
          : found.text('state'),
    verb: event === 'build.failing' ? 'is failing' : undefined,
    name: isJob
      ? `Job ${job.firstText('name', 'step_key')} of build #${found.text('number') || '?'}`
      : `Build #${found.text('number') || '?'}`,
    url: (isJob && job.text('web_url')) || found.text('web_url'),
    project: p.text('pipeline', 'name'),
    branch: found.text('branch'),
    commit: { id: found.text('commit'), message: found.text('message') },
    actor: found.text('creator', 'name') || p.text('sender', 'name'),
  });
};

const agent: Renderer = (p, _request, event) =>
  message(
    'Buildkite',
    sentence(
      `The agent ${bold(p.firstText('agent.name')) || 'unknown'}: ${words(event.split('.')[1] ?? '')}`,
    ),
    facts([['Host', plain(p.text('agent', 'hostname'))]]),
  );

const testAlarm: Renderer = (p, _request, event) =>
  message(
    'Buildkite',
    sentence(
      `${sign(event === 'workflow.alarm' ? 'bad' : 'good')} The test ${link(p.text('subject', 'test_full_name') || 'of a suite', p.text('subject', 'test_url'))} ${event === 'workflow.alarm' ? 'caused an alarm' : 'recovered'}`,
    ),
    facts([
      ['Place', code(p.text('subject', 'test_location'))],
      ['Monitor', words(p.text('workflow_event', 'type'))],
      ['Workflow', link(p.text('workflow_id'), p.text('workflow_url'))],
    ]),
  );

export const buildkite = integration({
  name: 'buildkite',
  title: 'Buildkite',
  icon: { text: 'Bk', color: '#14cc80' },
  category: 'deployment',
  about: 'Posts builds, jobs, agents and packages.',
  ...byEvent({
    title: 'Buildkite',
    renderers: {
      ...each(
        [
          'build.scheduled',
          'build.running',
          'build.failing',
          'build.finished',
          'build.skipped',
          'job.scheduled',
          'job.started',
          'job.finished',
          'job.activated',
        ],
        build,
      ),
      ...each(
        [
          'agent.connected',
          'agent.lost',
          'agent.disconnected',
          'agent.stopping',
          'agent.stopped',
          'agent.blocked',
        ],
        agent,
      ),
      'cluster_token.registration_blocked': (p) =>
        message(
          'Buildkite',
          `${sign('warning')} ${sentence(`An agent from ${code(p.text('blocked_ip')) || 'an unknown address'} was not let in`)}`,
          facts([['Token', plain(p.text('cluster_token', 'description'))]]),
        ),
      ...each(['workflow.alarm', 'workflow.recover'], testAlarm),
      'package.created': (p) => {
        const found = p.at('package');
        return message(
          topicOf('Buildkite', found.text('registry', 'slug')),
          sentence(
            `${who(p.text('sender', 'name'))} published the package ${link(found.text('name') || 'without a name', found.text('web_url'))}`,
          ),
          facts([
            ['Version', plain(found.text('version'))],
            ['Registry', link(found.text('registry', 'slug'), found.text('registry', 'web_url'))],
          ]),
        );
      },
      ping: (p) =>
        message(
          topicOf('Buildkite', ''),
          sentence(`Buildkite is connected (${plain(p.text('organization', 'name')) || 'an organization'})`),
        ),
    },
    name: (p, { headers }) => headers['x-buildkite-event'] || p.text('event'),
    needs: 'the header X-Buildkite-Event',
  }),
  setup: [
    'In Buildkite, open **Settings → Notification Services** and add a **Webhook**.',
    'Enter `{url}` as **Webhook URL**, and choose the events.',
    'To have senders verified, enter the **Token** of the service here as `{secret}`.',
  ],
  verification: { kind: 'token', header: 'x-buildkite-token' },
});
