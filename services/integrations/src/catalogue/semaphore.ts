import { integration } from '../domain/integration.ts';
import { bullets, link, plain } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { hmac } from './shared/signatures.ts';

const show: Renderer = (p) => {
  const revision = p.at('revision');
  const pipeline = p.at('pipeline');
  const project = p.firstText('project.name', 'project_name', 'repository.slug');
  const organization = p.text('organization', 'name');
  const id = p.text('workflow', 'id');
  const url =
    /^[\w-]+$/.test(organization) && /^[\w-]+$/.test(id)
      ? `https://${organization}.semaphoreci.com/workflows/${id}`
      : '';
  const failed = p.list('blocks').filter((block) => block.text('result') === 'failed');
  return buildMessage({
    state: pipeline.firstText('result', 'state') || p.text('result'),
    name: `Pipeline ${pipeline.text('name')}`.trim(),
    url: url || p.firstText('build_url', 'html_url'),
    project,
    branch: revision.firstText('branch.name', 'tag.name') || p.text('branch_name'),
    commit: {
      id: revision.text('commit_sha') || p.text('commit', 'id'),
      message: revision.text('commit_message') || p.text('commit', 'message'),
      url:
        p.text('repository', 'url') &&
        revision.text('commit_sha') &&
        `${p.text('repository', 'url')}/commit/${revision.text('commit_sha')}`,
      author: revision.text('sender', 'login') || p.text('commit', 'author_name'),
    },
    facts: [
      ['Pull request', link(revision.text('pull_request', 'name'), '')],
      ['Reason', pipeline.text('result') === 'passed' ? '' : plain(pipeline.text('result_reason'))],
    ],
    details: [bullets(failed.map((block) => `Block ${plain(block.text('name'))} failed`))],
  });
};

export const semaphore = integration({
  name: 'semaphore',
  title: 'Semaphore',
  icon: { text: 'S', color: '#19a974' },
  category: 'deployment',
  about: 'Posts pipelines when they end.',
  ...byEvent({
    title: 'Semaphore',
    renderers: each(['branch', 'tag', 'pull_request'], show),
    name: (p) =>
      p.text('revision', 'reference_type').replace('-', '_') || (p.at('branch_name').exists ? 'branch' : ''),
    needs: 'the field revision.reference_type',
  }),
  setup: [
    'In Semaphore, open **Settings → Notifications → New Notification**.',
    'Enter `{url}` under **Webhook** as **Endpoint**, and choose the projects.',
    'To have senders verified, create a secret with `WEBHOOK_SECRET` = `{secret}`, and name it there.',
  ],
  verification: hmac('x-semaphore-signature-256', 'sha256='),
});
