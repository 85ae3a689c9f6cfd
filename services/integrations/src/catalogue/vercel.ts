import { integration } from '../domain/integration.ts';
import { bold, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const states: Record<string, [state: string, verb?: string]> = {
  'deployment.created': ['started'],
  'deployment.ready': ['ready'],
  'deployment.succeeded': ['succeeded'],
  'deployment.promoted': ['succeeded', 'was promoted to production'],
  'deployment.rollback': ['warning', 'is live again after a rollback'],
  'deployment.blocked': ['failed', 'was blocked'],
  'deployment.build-requested': ['waiting', 'has its build requested'],
  'deployment.canceled': ['canceled'],
  'deployment.error': ['failed'],
  'deployment.checks.failed': ['failed', 'has failed checks'],
  'deployment.checks.succeeded': ['succeeded', 'has passed its checks'],
  'deployment.check-rerequested': ['waiting', 'has its checks requested again'],
  'deployment.checkrun.start': ['started', 'started a check'],
  'deployment.checkrun.cancel': ['canceled', 'canceled a check'],
  'deployment.cleanup': ['info', 'was cleaned up'],
  'deployment.integration.action.start': ['started', 'started an action of an integration'],
  'deployment.integration.action.cancel': ['canceled', 'canceled an action of an integration'],
  'deployment.integration.action.cleanup': ['info', 'cleaned an action of an integration up'],
};

/** Comments on deployments, and the discussions in which they stand. */
const comments = [
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.resolved',
  'comment.unresolved',
  'comment.reaction-added',
  'comment.reaction-removed',
  'comment.mentioned',
  'message.created',
  'message.updated',
  'message.deleted',
  'message.reaction-added',
  'message.reaction-removed',
  'message.mentioned',
  'thread.resolved',
  'thread.unresolved',
];

const others = [
  'project.created',
  'project.removed',
  'project.renamed',
  'project.env-variable.created',
  'project.env-variable.updated',
  'project.env-variable.deleted',
  'project.rolling-release.started',
  'project.rolling-release.approved',
  'project.rolling-release.aborted',
  'project.rolling-release.completed',
  'project.domain.created',
  'project.domain.deleted',
  'project.domain.updated',
  'project.domain.moved',
  'project.domain.verified',
  'project.domain.unverified',
  'domain.created',
  'domain.dns.records.changed',
  'domain.transfer-in.initiated',
  'domain.transfer-in.started',
  'domain.transfer-in.completed',
  'domain.transfer-in.failed',
  'domain.certificate.add',
  'domain.certificate.add.failed',
  'domain.certificate.renew',
  'domain.certificate.renew.failed',
  'domain.certificate.deleted',
  'domain.renewal',
  'domain.renewal.failed',
  'domain.auto-renew.changed',
  'integration-configuration.removed',
  'integration-configuration.permission-upgraded',
  'integration-configuration.scope-change-confirmed',
  'integration-configuration.transferred',
  'integration-resource.project-connected',
  'integration-resource.project-disconnected',
  'marketplace.invoice.created',
  'marketplace.invoice.notpaid',
  'marketplace.invoice.overdue',
  'marketplace.invoice.paid',
  'marketplace.invoice.refunded',
  'marketplace.member.changed',
  'budget.reached',
  'ai-gateway.balance-depleted',
  'ai-gateway.auto-reload.limit-reached',
  'botid.anomaly',
  'edge-config.created',
  'edge-config.deleted',
  'edge-config.items.updated',
  'firewall.attack',
  'firewall.custom-rule-anomaly',
  'firewall.system-rule-anomaly',
  'function.archival-required',
  'function.removal-required',
  'observability.anomaly',
  'observability.anomaly-error',
  'observability.error-anomaly',
  'observability.usage-anomaly',
  'alerts.triggered',
  'flag.created',
  'flag.updated',
  'flag.deleted',
  'flag.segment.created',
  'flag.segment.updated',
  'flag.segment.deleted',
];

const meta = (found: Payload, name: string): string =>
  found.firstText(`meta.github${name}`, `meta.gitlab${name}`, `meta.bitbucket${name}`);

const deployment: Renderer = (p, _request, event) => {
  const payload = p.at('payload');
  const found = payload.at('deployment');
  const host = found.text('url') || payload.text('url');
  return buildMessage({
    state: states[event]![0],
    verb: states[event]![1],
    name: `Deployment ${payload.text('target') === '' ? '' : `(${payload.text('target')})`}`.trim(),
    url: /^[\w.-]+$/.test(host) ? `https://${host}` : host || payload.text('links', 'deployment'),
    project: found.text('name') || payload.firstText('name', 'project.name'),
    branch: meta(found, 'CommitRef'),
    commit: {
      id: meta(found, 'CommitSha'),
      message: meta(found, 'CommitMessage'),
      author: meta(found, 'CommitAuthorLogin') || meta(found, 'CommitAuthorName'),
    },
    facts: [
      ['Details', link(payload.text('links', 'deployment') && 'Vercel', payload.text('links', 'deployment'))],
    ],
  });
};

const other: Renderer = (p, _request, event) => {
  const payload = p.at('payload');
  const name = payload.firstText(
    'edgeConfig.slug',
    'edgeConfigId',
    'key',
    'envVar.key',
    'flag.slug',
    'segment.slug',
    'rule.name',
    'function.name',
    'invoiceId',
    'project.name',
    'name',
    'domain.name',
    'domain',
    'configuration.id',
    'budget.type',
  );
  return message(
    topicOf('Vercel', payload.firstText('project.name')),
    sentence(`${bold(name) || 'Vercel'}: ${words(event)}`),
    facts([['Team', plain(payload.firstText('team.name', 'team.id'))]]),
  );
};

const comment: Renderer = (p, _request, event) => {
  const payload = p.at('payload');
  const author = payload.firstText(
    'comment.author.name',
    'message.author.name',
    'author.name',
    'user.username',
  );
  const [kind = '', what = ''] = event.split('.');
  return message(
    topicOf('Vercel', payload.firstText('project.name')),
    sentence(
      `${link(kind === 'thread' ? 'Discussion' : 'Comment', payload.firstText('comment.url', 'message.url', 'thread.url', 'url'))}${author === '' ? '' : ` of ${bold(author)}`}${payload.text('deployment', 'url') === '' ? '' : ` on ${plain(payload.text('deployment', 'url'))}`}: ${words(what)}`,
    ),
    what !== 'deleted' && quote(payload.firstText('comment.text', 'message.text', 'text'), 1_500),
  );
};

export const vercel = integration({
  name: 'vercel',
  title: 'Vercel',
  icon: { text: '▲', color: '#000000' },
  category: 'deployment',
  about: 'Posts deployments, comments, projects and domains.',
  ...byEvent({
    title: 'Vercel',
    renderers: {
      ...each(Object.keys(states), deployment),
      ...each(comments, comment),
      ...each(others, other),
    },
    name: (p) => p.text('type'),
    needs: 'the field type',
  }),
  setup: [
    'In the settings of your team, open **Webhooks** and press **Create Webhook**.',
    'Choose the events and projects, and enter `{url}` as **Endpoint URL**.',
    'Vercel shows the secret of the webhook once. To have senders verified, enter it here as `{secret}`.',
  ],
  verification: hmac('x-vercel-signature', '', 'sha1'),
});
