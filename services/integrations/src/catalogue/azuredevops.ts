import { lastItem } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { code, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer, type Renderers } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { commentMessage, type Item, itemMessage } from './shared/items.ts';
import { branchesOption, type Commit, pushMessage, shortRef } from './shared/pushes.ts';
import { change, message, nameIn, sentence, topicOf, who, words } from './shared/sentences.ts';

/** A person, who in work items is a text `Ann Roe <ann@example.com>`. */
const personOf = (p: Payload): string =>
  p.isObject ? p.firstText('displayName', 'name', 'uniqueName') : nameIn(p.text());

const project = (p: Payload): string =>
  p.firstText(
    'resource.repository.name',
    'resource.repository.project.name',
    'resource.project.name',
    'resource.definition.name',
    'resource.pipeline.name',
  );

/** What Azure DevOps itself says about an event. */
const said: Renderer = (p, _request, event) =>
  message(
    topicOf('Azure DevOps', project(p)),
    sentence(
      plain(p.firstText('message.text', 'detailedMessage.text'), 500) ||
        `${words(event)}: an event of Azure DevOps`,
    ),
    p.text('detailedMessage', 'text') !== p.text('message', 'text') &&
      quote(p.firstText('detailedMessage.markdown', 'detailedMessage.text'), 1_500),
  );

const push: Renderer = (p, request) => {
  const resource = p.at('resource');
  const url = resource.text('repository', 'remoteUrl').replace(/^(https?:\/\/)[^/@]*@/, '$1');
  const update = resource.list('refUpdates')[0] ?? resource.at('none');
  const ref = update.text('name');
  return pushMessage(
    {
      actor: personOf(resource.at('pushedBy')),
      repository: resource.text('repository', 'name'),
      repositoryUrl: url,
      ref,
      commits: resource.list('commits').map(
        (one): Commit => ({
          id: one.text('commitId'),
          message: one.text('comment'),
          url: url && `${url}/commit/${one.text('commitId')}`,
          author: one.text('author', 'name'),
        }),
      ),
      compareUrl:
        url &&
        `${url}/branchCompare?baseVersion=GC${update.text('oldObjectId')}&targetVersion=GC${update.text('newObjectId')}&_a=files`,
      branchUrl: url && `${url}?version=GB${encodeURIComponent(shortRef(ref))}`,
      kind: /^0+$/.test(update.text('oldObjectId'))
        ? 'created'
        : /^0+$/.test(update.text('newObjectId'))
          ? 'deleted'
          : 'updated',
    },
    request,
  );
};

const pullItem = (found: Payload): Item => {
  const url = found.text('repository', 'remoteUrl').replace(/^(https?:\/\/)[^/@]*@/, '$1');
  return {
    kind: 'pull request',
    id: found.text('pullRequestId'),
    title: found.text('title'),
    url: found.text('_links', 'web', 'href') || (url && `${url}/pullrequest/${found.text('pullRequestId')}`),
  };
};

const votes: Record<string, string> = {
  '10': 'approved',
  '5': 'approved with suggestions',
  '-5': 'waits for the author of',
  '-10': 'rejected',
};

const pull: Renderer = (p, _request, event) => {
  const found = p.at('resource');
  const from = shortRef(found.text('sourceRefName'));
  const to = shortRef(found.text('targetRefName'));
  const isMerged = event === 'git.pullrequest.merged';
  const status = found.text('status');
  const text = p.text('message', 'text');
  const verb = isMerged
    ? found.text('mergeStatus') === 'succeeded' || found.text('mergeStatus') === ''
      ? 'merged'
      : `attempted to merge (${words(found.text('mergeStatus'))})`
    : event === 'git.pullrequest.created'
      ? 'opened'
      : status === 'abandoned'
        ? 'abandoned'
        : status === 'completed'
          ? 'completed'
          : /voted|approved|rejected/.test(text)
            ? 'got a vote on'
            : 'updated';
  const actor =
    event === 'git.pullrequest.created'
      ? personOf(found.at('createdBy'))
      : (/^(.{1,100}?)(?: has)? (?:updated|voted|approved|rejected|completed|abandoned|changed|marked|created a)/.exec(
          text,
        )?.[1] ?? personOf(found.at('createdBy')));
  return itemMessage({
    actor,
    verb,
    item: pullItem(found),
    rest:
      event !== 'git.pullrequest.updated' && from !== '' && to !== ''
        ? `from ${code(from)} ${isMerged ? 'into' : 'to'} ${code(to)}`
        : '',
    place: found.text('repository', 'name'),
    details: facts(
      found
        .list('reviewers')
        .filter((one) => Object.hasOwn(votes, one.text('vote')))
        .map((one) => [
          one.text('displayName') || 'Reviewer',
          (votes[one.text('vote')] ?? '').replace(' of', ''),
        ]),
    ),
    body: event === 'git.pullrequest.created' ? found.text('description') : '',
  });
};

const workItem = (p: Payload): { item: Item; place: string } => {
  const fields = p.at('resource', 'revision', 'fields').isObject
    ? p.at('resource', 'revision', 'fields')
    : p.at('resource', 'fields');
  return {
    item: {
      kind: words(fields.text('System.WorkItemType')) || 'work item',
      id: p.firstText('resource.workItemId', 'resource.id'),
      title: fields.text('System.Title'),
      url: p.firstText('resource._links.html.href', 'resource.revision._links.html.href'),
    },
    place: fields.text('System.TeamProject'),
  };
};

const shownFields =
  /^(?!System\.(?:Rev|ChangedDate|ChangedBy|AuthorizedDate|RevisedDate|Watermark|CommentCount|PersonId|AuthorizedAs|History|BoardColumn|IsDeleted)$).*/;

const item: Renderer = (p, _request, event) => {
  const { item: shown, place } = workItem(p);
  const fields = p.at('resource', 'revision', 'fields').isObject
    ? p.at('resource', 'revision', 'fields')
    : p.at('resource', 'fields');
  const changed = event === 'workitem.updated' ? p.fields('resource', 'fields') : [];
  const body = htmlText(
    event === 'workitem.created'
      ? fields.text('System.Description')
      : event === 'workitem.commented'
        ? fields.text('System.History')
        : '',
  );
  const by = p.at('resource', 'revisedBy').isObject
    ? p.at('resource', 'revisedBy')
    : p.at('resource', 'fields', 'System.ChangedBy');
  return itemMessage({
    actor: personOf(by),
    verb: event.replace('workitem.', '').replace('commented', 'commented on'),
    item: shown,
    place,
    details: facts([
      ...changed
        .filter(([key, value]) => shownFields.test(key) && value.isObject)
        .map(([key, value]): [string, string] => [
          lastItem(key.split('.')),
          /Description|ReproSteps/.test(key)
            ? 'edited'
            : change(personOf(value.at('oldValue')), personOf(value.at('newValue')) || 'none'),
        ]),
      ...(event === 'workitem.created'
        ? ([
            ['State', plain(fields.text('System.State'))],
            ['Assigned to', plain(personOf(fields.at('System.AssignedTo')))],
          ] as const)
        : []),
    ]),
    body,
  });
};

const build: Renderer = (p) => {
  const found = p.at('resource');
  return buildMessage({
    state: found.firstText('result', 'status'),
    name: `Build ${found.text('buildNumber')}`.trim(),
    url: found.firstText('_links.web.href', 'url'),
    project: found.firstText('definition.name', 'project.name'),
    branch: shortRef(found.text('sourceBranch')),
    commit: { id: found.text('sourceVersion') },
    actor: personOf(found.at('requestedFor')),
  });
};

const run: Renderer = (p, _request, event) => {
  const found = p.at('resource');
  const part = found.at(event.includes('stage') ? 'stage' : event.includes('job') ? 'job' : 'run');
  return buildMessage({
    state: part.firstText('result', 'state'),
    name: `${event.includes('stage') ? 'Stage' : event.includes('job') ? 'Job' : 'Run'} ${part.firstText('displayName', 'name')}`.trim(),
    url: found.firstText(
      'run._links.pipeline.web.href',
      'run._links.web.href',
      'pipeline._links.web.href',
      'run.url',
    ),
    project: found.firstText('pipeline.name', 'run.pipeline.name'),
  });
};

const repository: Renderer = (p, _request, event) =>
  message(
    topicOf('Azure DevOps', p.text('resource', 'repository', 'name')),
    sentence(
      `${who(personOf(p.at('resource', 'initiatedBy')))} ${event === 'git.repo.statuschanged' ? `${p.at('resource', 'disabled').isTrue ? 'disabled' : 'enabled'}` : event.replace('git.repo.', '')} the repository ${link(p.firstText('resource.repository.name', 'resource.repositoryName') || 'unknown', p.firstText('resource.repository.webUrl', 'resource.repository.remoteUrl'))}`,
    ),
    facts([['Former name', plain(p.text('resource', 'oldName'))]]),
  );

const renderers: Renderers = {
  'git.push': push,
  ...each(['git.pullrequest.created', 'git.pullrequest.updated', 'git.pullrequest.merged'], pull),
  'ms.vss-code.git-pullrequest-comment-event': (p) => {
    const found = p.at('resource', 'pullRequest');
    return commentMessage({
      actor: personOf(p.at('resource', 'comment', 'author')),
      verb: p.at('resource', 'comment', 'isDeleted').isTrue ? 'deleted' : 'wrote',
      item: pullItem(found),
      place: found.text('repository', 'name'),
      commentUrl: '',
      body: p.text('resource', 'comment', 'content'),
    });
  },
  ...each(
    ['git.repo.created', 'git.repo.deleted', 'git.repo.forked', 'git.repo.renamed', 'git.repo.statuschanged'],
    repository,
  ),
  ...each(
    ['workitem.created', 'workitem.deleted', 'workitem.restored', 'workitem.updated', 'workitem.commented'],
    item,
  ),
  'build.complete': build,
  ...each(
    [
      'ms.vss-pipelines.run-state-changed-event',
      'ms.vss-pipelines.stage-state-changed-event',
      'ms.vss-pipelines.job-state-changed-event',
    ],
    run,
  ),
  ...each(
    [
      'ms.vss-pipelinechecks-events.approval-pending',
      'ms.vss-pipelinechecks-events.approval-completed',
      'ms.vss-release.release-created-event',
      'ms.vss-release.release-abandoned-event',
      'ms.vss-release.deployment-approval-pending-event',
      'ms.vss-release.deployment-approval-completed-event',
      'ms.vss-release.deployment-started-event',
      'ms.vss-release.deployment-completed-event',
      'tfvc.checkin',
      'message.posted',
      'ms.vss-pipelinechecks-events.check-updated-event',
      'ms.vss-endpoint.endpoint-created',
      'ms.vss-endpoint.endpoint-updated',
      'agentqueue.created',
      'agentqueue.updated',
      'elasticagentpool.resized',
      'ms.advancedSecurity-alert.created',
      'ms.advancedSecurity-alert.stateChanged',
      'ms.advancedSecurity-alert.updated',
    ],
    said,
  ),
  'manualintervention.pending': (p) => {
    const found = p.at('resource', 'manualIntervention');
    return message(
      topicOf('Azure DevOps', found.text('project', 'name') || project(p)),
      sentence(`A pipeline waits for somebody: ${plain(found.text('name')) || 'an intervention'}`),
    );
  },
};

export const azuredevops = integration({
  name: 'azuredevops',
  title: 'Azure DevOps',
  icon: { text: 'AD', color: '#0078d4' },
  category: 'code',
  about: 'Posts pushes, pull requests, work items, builds, pipelines and releases.',
  options: [branchesOption],
  ...byEvent({
    title: 'Azure DevOps',
    renderers,
    // Microsoft's documentation has `ms.azure-devops-` for `ms.vss-`, and one event with its name in another field.
    name: (p) => p.firstText('eventType', 'eventId').replace(/^ms\.azure-devops-/, 'ms.vss-'),
    needs: 'the field eventType',
  }),
  setup: [
    'In the project, open **Project settings → Service hooks** and press **Create subscription**.',
    'Choose **Web Hooks**, and the event. Each event needs a subscription of its own.',
    'Enter `{url}` as **URL**; keep all details of the resource.',
    'To have senders verified, enter `{secret}` as **Basic authentication password**.',
  ],
  verification: { kind: 'basic' },
});
