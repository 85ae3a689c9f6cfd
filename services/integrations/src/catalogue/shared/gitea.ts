import type { WebhookEvent } from '../../domain/integration.ts';
import { bullets, code, facts, link, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import { buildMessage, buildSign } from './builds.ts';
import { each, type Renderer, type Renderers } from './events.ts';
import { commentMessage, type Item, itemLink, itemMessage, itemTopic } from './items.ts';
import { type Commit, pushMessage, shortRef } from './pushes.ts';
import { change, message, oneOf, sentence, topicOf, who, words } from './sentences.ts';

/** Gitea, its fork Forgejo, and Gogs, from which both come, send nearly the same. */

const actor = (p: Payload): string =>
  p.firstText('sender.username', 'sender.login', 'pusher.username', 'pusher.login', 'sender.full_name');
const repository = (p: Payload): string =>
  p.firstText('repository.name', 'repository.full_name', 'organization.username', 'organization.login');
const repositoryName = (p: Payload, key = 'repository'): string =>
  p.firstText(`${key}.full_name`, `${key}.name`) || 'a repository';
const repositoryLink = (p: Payload, key = 'repository'): string =>
  link(repositoryName(p, key), p.text(key, 'html_url'));

/** Returns the address of what an event is about; empty when the event says that it is gone. */
const pageOf = (p: Payload, address: string): string => (p.text('action') === 'deleted' ? '' : address);

const about = (p: Payload, title: string, ...details: readonly (string | undefined | false)[]) =>
  message(topicOf('Activity', repository(p)), sentence(`${who(actor(p))} ${title}`), ...details);

const noCommit = /^0+$/;

const push: Renderer = (p, request) => {
  const url = p.text('repository', 'html_url');
  const ref = p.text('ref');
  return pushMessage(
    {
      actor: actor(p),
      repository: repository(p),
      repositoryUrl: url,
      ref,
      commits: p.list('commits').map(
        (one): Commit => ({
          id: one.text('id'),
          message: one.text('message'),
          url: one.text('url'),
          author: one.firstText('author.username', 'author.name'),
        }),
      ),
      total: p.number('total_commits'),
      compareUrl: p.text('compare_url'),
      branchUrl:
        url && `${url}/src/${ref.startsWith('refs/tags/') ? 'tag' : 'branch'}/${encodeURI(shortRef(ref))}`,
      kind: noCommit.test(p.text('before'))
        ? 'created'
        : noCommit.test(p.text('after'))
          ? 'deleted'
          : 'updated',
    },
    request,
  );
};

const created =
  (verb: string): Renderer =>
  (p) =>
    about(
      p,
      `${verb} the ${words(p.text('ref_type')) || 'branch'} ${code(shortRef(p.text('ref')))} of ${repositoryLink(p)}`,
    );

const item = (p: Payload): Item => {
  const isPull =
    p.at('pull_request').isObject || p.at('issue', 'pull_request').isObject || p.at('is_pull').isTrue;
  const found = p.at('pull_request').isObject ? p.at('pull_request') : p.at('issue');
  return {
    kind: isPull ? 'pull request' : 'issue',
    id: found.text('number') || p.firstText('number', 'index'),
    title: found.text('title'),
    url: p.at('comment').exists
      ? found.firstText('html_url', 'url')
      : pageOf(p, found.firstText('html_url', 'url')),
  };
};

const verbs: Record<string, string> = {
  synchronized: 'pushed to',
  label_updated: 'changed the labels of',
  label_cleared: 'removed all labels from',
  milestoned: 'changed the milestone of',
  demilestoned: 'removed the milestone from',
  review_requested: 'requested a review of',
  review_request_removed: 'withdrew the request for a review of',
};

const itemEvent: Renderer = (p) => {
  const found = p.at('pull_request').isObject ? p.at('pull_request') : p.at('issue');
  const name = p.text('action');
  const shown = item(p);
  const isMerged = name === 'closed' && (found.at('merged').isTrue || found.at('has_merged').isTrue);
  const head = found.firstText('head.ref', 'head_branch');
  const base = found.firstText('base.ref', 'base_branch');
  return itemMessage({
    actor: actor(p),
    verb: isMerged ? 'merged' : oneOf(verbs, name, words(name) || 'changed'),
    item: shown,
    rest:
      /^(?:opened|closed|reopened)$/.test(name) && head !== '' && base !== ''
        ? `from ${code(head)} ${isMerged ? 'into' : 'to'} ${code(base)}`
        : '',
    place: repository(p),
    details: facts([
      [
        'Title',
        name === 'edited' && p.at('changes', 'title').exists
          ? change(p.text('changes', 'title', 'from'), shown.title)
          : '',
      ],
      ['Assignee', name === 'assigned' ? plain(found.firstText('assignee.username', 'assignee.login')) : ''],
      [
        'Reviewer',
        name.startsWith('review_request')
          ? plain(p.firstText('requested_reviewer.username', 'requested_reviewer.login'))
          : '',
      ],
      [
        'Labels',
        name === 'label_updated'
          ? plain(
              found
                .list('labels')
                .map((one) => one.text('name'))
                .join(', '),
            )
          : '',
      ],
      ['Milestone', name === 'milestoned' ? plain(found.text('milestone', 'title')) : ''],
    ]),
    body: name === 'opened' ? found.text('body') : '',
  });
};

const comment: Renderer = (p) => {
  const verb =
    { created: 'wrote', edited: 'edited', deleted: 'deleted' }[p.text('action')] ??
    (words(p.text('action')) || 'wrote');
  return commentMessage({
    actor: actor(p),
    verb,
    item: item(p),
    place: repository(p),
    commentUrl: p.text('comment', 'html_url'),
    body: verb === 'deleted' ? '' : p.text('comment', 'body'),
  });
};

const review =
  (verb: string): Renderer =>
  (p) => {
    const shown = item(p);
    const body = p.text('review', 'content');
    return message(
      itemTopic(repository(p), shown),
      sentence(`${who(actor(p))} ${verb} ${itemLink(shown)}`, body === '' ? '.' : ':'),
      quote(body),
    );
  };

const release: Renderer = (p) =>
  about(
    p,
    `${words(p.text('action')) || 'changed'} the release ${link(p.firstText('release.name', 'release.tag_name') || 'release', pageOf(p, p.text('release', 'html_url')))} of ${repositoryLink(p)}`,
    facts([['Tag', code(p.text('release', 'tag_name'))]]),
    p.text('action') === 'published' && quote(p.firstText('release.body', 'release.note')),
  );

/** Gogs, as GitHub, calls the new repository `forkee`. Gitea and Forgejo call the one that was forked so. */
const forked =
  (original: string, copy: string): Renderer =>
  (p) =>
    message(
      topicOf('Activity', p.firstText(`${original}.name`, `${original}.full_name`) || repository(p)),
      sentence(`${who(actor(p))} forked ${repositoryLink(p, original)} to ${repositoryLink(p, copy)}`),
    );

/** Events that all three send. */
export const commonEvents: Renderers = {
  push,
  create: created('created'),
  delete: created('deleted'),
  fork: forked('repository', 'forkee'),
  issues: itemEvent,
  issue_comment: comment,
  pull_request: itemEvent,
  release,
};

/** Events of Gitea and Forgejo, which Gogs does not have. */
export const giteaEvents: Renderers = {
  ...commonEvents,
  fork: forked('forkee', 'repository'),
  ...each(
    [
      'issue_assign',
      'issue_label',
      'issue_milestone',
      'pull_request_assign',
      'pull_request_label',
      'pull_request_milestone',
      'pull_request_review_request',
      'pull_request_sync',
    ],
    itemEvent,
  ),
  pull_request_comment: comment,
  pull_request_review_approved: review('approved'),
  pull_request_review_rejected: review('requested changes to'),
  pull_request_review_comment: review('reviewed'),
  repository: (p) =>
    about(
      p,
      `${words(p.text('action')) || 'changed'} the repository ${link(repositoryName(p), pageOf(p, p.text('repository', 'html_url')))}`,
    ),
  package: (p) =>
    about(
      p,
      `${words(p.text('action')) || 'changed'} the package ${link(`${p.text('package', 'name')} ${p.text('package', 'version')}`.trim() || 'package', pageOf(p, p.text('package', 'html_url')))}`,
      facts([['Kind', words(p.text('package', 'type'))]]),
    ),
  wiki: (p) =>
    about(
      p,
      `${words(p.text('action')) || 'changed'} the wiki page ${link(p.text('page') || 'page', pageOf(p, p.text('repository', 'html_url') && p.text('page') && `${p.text('repository', 'html_url')}/wiki/${encodeURIComponent(p.text('page').toWellFormed())}`))} of ${repositoryLink(p)}`,
      quote(p.text('comment'), 500),
    ),
  status: (p) =>
    message(
      topicOf('Activity', repository(p)),
      sentence(
        `${buildSign(p.text('state'))} ${link(p.text('context') || 'Status', p.text('target_url'))} of ${code(p.text('sha').slice(0, 10)) || 'a commit'} in ${repositoryLink(p)}: ${words(p.text('state')) || 'unknown'}`,
      ),
      facts([['Description', plain(p.text('description'))]]),
    ),
  workflow_run: (p) => {
    const run = p.at('workflow_run');
    return buildMessage({
      state: run.firstText('conclusion', 'status'),
      name: `${run.firstText('display_title', 'name') || 'Workflow'} #${run.firstText('run_number', 'id')}`,
      url: run.firstText('html_url', 'url'),
      project: repository(p),
      branch: run.text('head_branch'),
      commit: { id: run.text('head_sha') },
      actor: actor(p),
    });
  },
  workflow_job: (p) => {
    const job = p.at('workflow_job');
    const failed = job.list('steps').filter((step) => step.text('conclusion') === 'failure');
    return buildMessage({
      state: job.firstText('conclusion', 'status'),
      name: `Job ${job.text('name')}`,
      url: job.firstText('html_url', 'url'),
      project: repository(p),
      branch: job.text('head_branch'),
      commit: { id: job.text('head_sha') },
      actor: actor(p),
      details: [bullets(failed.map((step) => `${plain(step.text('name'))} failed`))],
    });
  },
};

/** Forgejo names the result of its actions in events of their own. */
const action =
  (state: string): Renderer =>
  (p) => {
    const run = p.at('run').isObject ? p.at('run') : p.at('action_run');
    return buildMessage({
      state,
      name: `${run.firstText('title', 'workflow_id') || 'Workflow'} #${run.firstText('index_in_repo', 'index', 'id') || '?'}`,
      url: run.firstText('html_url', 'url'),
      project: run.text('repository', 'name') || repository(p),
      branch: run.firstText('prettyref', 'head_branch'),
      commit: { id: run.text('commit_sha') },
      actor: run.firstText('trigger_user.username', 'trigger_user.login') || actor(p),
    });
  };

export const forgejoEvents: Renderers = {
  ...giteaEvents,
  action_run_failure: action('failure'),
  action_run_recover: action('fixed'),
  action_run_success: action('success'),
};

/** The name of the event, from the first header that a request has. The more exact name of an event wins. */
export const eventOf =
  (known: Renderers, ...headers: readonly string[]) =>
  (_: Payload, request: WebhookEvent): string => {
    const names = headers.map((header) => request.headers[header] ?? '').filter((name) => name !== '');
    return names.find((name) => Object.hasOwn(known, name)) ?? names[0] ?? '';
  };
