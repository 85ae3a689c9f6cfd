import { integration } from '../domain/integration.ts';
import { plain } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { message } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const seconds = (from: string, to: string): number | undefined => {
  const length = (Date.parse(to) - Date.parse(from)) / 1000;
  return length > 0 ? length : undefined;
};

const show: Renderer = (p, _request, event) => {
  const isJob = event === 'job-completed';
  const part = p.at(isJob ? 'job' : 'workflow');
  const vcs = p.at('pipeline', 'vcs');
  const repository = vcs.firstText('target_repository_url', 'origin_repository_url');
  const commit = vcs.text('revision') || p.text('pipeline', 'trigger_parameters', 'git', 'checkout_sha');
  return buildMessage({
    state: part.text('status') || 'other',
    name: `${isJob ? 'Job' : 'Workflow'} ${part.text('name')}${part.text('number') === '' ? '' : ` #${part.text('number')}`}`,
    url: part.text('url') || p.text('workflow', 'url'),
    project: p.text('project', 'name'),
    branch:
      vcs.text('branch') || vcs.text('tag') || p.text('pipeline', 'trigger_parameters', 'git', 'branch'),
    commit: {
      id: commit,
      message:
        vcs.firstText('commit.subject', 'commit.body') ||
        p.text('pipeline', 'trigger_parameters', 'git', 'commit_title'),
      url: repository && commit && `${repository}/commit/${commit}`,
      author: vcs.text('commit', 'author', 'name'),
    },
    seconds: seconds(part.firstText('started_at', 'created_at'), part.text('stopped_at')),
    facts: [
      ['Pipeline', p.text('pipeline', 'number') === '' ? '' : `#${plain(p.text('pipeline', 'number'))}`],
    ],
  });
};

export const circleci = integration({
  name: 'circleci',
  title: 'CircleCI',
  icon: { text: 'CI', color: '#343434' },
  category: 'deployment',
  about: 'Posts workflows and jobs when they are completed.',
  ...byEvent({
    title: 'CircleCI',
    renderers: {
      'workflow-completed': show,
      'job-completed': show,
      ping: () => message('CircleCI', 'CircleCI is connected.'),
    },
    name: (p, { headers }) => p.text('type') || (headers['circleci-event-type'] ?? ''),
    needs: 'the field type',
  }),
  setup: [
    'In the project, open **Project Settings → Webhooks → Add Webhook**.',
    'Enter `{url}` as **Receiver URL**, and choose the events.',
    'To have senders verified, enter `{secret}` as **Secret token**.',
    'Press **Test Ping Event**, and then **Add Webhook**.',
  ],
  verification: hmac('circleci-signature', 'v1='),
});
