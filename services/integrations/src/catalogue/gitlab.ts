import { integration } from '../domain/integration.ts';
import { bold, bullets, code, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { severityOf, sign } from './shared/alerts.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, type Renderer, type Renderers } from './shared/events.ts';
import { commentMessage, type Item, itemMessage } from './shared/items.ts';
import { branchesOption, type Commit, pushMessage, shortRef } from './shared/pushes.ts';
import { change, count, enumeration, message, sentence, topicOf, who, words } from './shared/sentences.ts';

const actor = (p: Payload): string =>
  p.firstText('user.name', 'user_name', 'user.username', 'user_username', 'commit.author_name');
const project = (p: Payload): string =>
  p.firstText('project.name', 'project_name', 'repository.name', 'group.name', 'group_name');
const projectUrl = (p: Payload): string =>
  p.firstText('project.web_url', 'repository.homepage', 'project.homepage', 'group.web_url');
const projectLink = (p: Payload): string => link(project(p) || 'a project', projectUrl(p));

const about = (p: Payload, title: string, ...details: readonly (string | undefined | false)[]) =>
  message(topicOf('GitLab', project(p)), sentence(title), ...details);

const noCommit = /^0+$/;

const push: Renderer = (p, request) => {
  const ref = p.text('ref');
  const created = noCommit.test(p.text('before'));
  const deleted = noCommit.test(p.text('after'));
  const commits = p.list('commits').map(
    (one): Commit => ({
      id: one.text('id'),
      message: one.firstText('title', 'message'),
      url: one.text('url'),
      author: one.text('author', 'name'),
    }),
  );
  const url = projectUrl(p);
  return pushMessage(
    {
      actor: actor(p),
      repository: project(p),
      repositoryUrl: url,
      ref,
      commits,
      total: p.number('total_commits_count'),
      compareUrl: url && `${url}/-/compare/${p.text('before')}...${p.text('after')}`,
      branchUrl: url && `${url}/-/tree/${encodeURI(shortRef(ref))}`,
      kind: deleted ? 'deleted' : created ? 'created' : 'updated',
    },
    request,
  );
};

const item = (p: Payload, kind: string): Item => ({
  kind,
  id: p.firstText('object_attributes.iid', 'object_attributes.id'),
  title: p.text('object_attributes', 'title'),
  url: p.text('object_attributes', 'url'),
});

const people = (list: readonly Payload[]): string =>
  enumeration(list.map((one) => plain(one.firstText('name', 'username'))));

const hidden =
  /^(?:updated_at|updated_by_id|last_edited_at|last_edited_by_id|author_id|id|iid|relative_position|time_change|total_time_spent|source_project_id|target_project_id|merge_params|created_at|project_id|url|.*_id|prepared_at)$/;

/** The values that an update changed. */
const changes = (p: Payload): string =>
  facts(
    p
      .fields('changes')
      .filter(([field]) => !hidden.test(field))
      .map(([field, value]) => {
        if (field === 'description') return ['description', 'edited'];
        if (field === 'labels' || field === 'assignees' || field === 'reviewers') {
          const names = (list: readonly Payload[]) =>
            list.map((one) => one.firstText('title', 'name')).join(', ');
          return [field, change(names(value.list('previous')), names(value.list('current')) || 'none')];
        }
        return [field.replaceAll('_', ' '), change(value.text('previous'), value.text('current'))];
      }),
  );

const verbs: Record<string, string> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'withdrew the approval of',
  approval: 'gave an approval to',
  unapproval: 'withdrew an approval of',
  create: 'created',
  delete: 'deleted',
};
const verb = (p: Payload, ...paths: readonly string[]): string => {
  const name = p.firstText('object_attributes.action', ...paths);
  return Object.hasOwn(verbs, name) ? verbs[name]! : words(name) || 'changed';
};

const issue =
  (kind: string): Renderer =>
  (p) => {
    const type = p.firstText('object_attributes.type', 'object_attributes.issue_type');
    const shown = kind === 'work item' && type !== '' ? words(type) : kind;
    return itemMessage({
      actor: actor(p),
      verb: verb(p),
      item: item(p, shown),
      place: project(p),
      details: [
        p.text('object_attributes', 'action') === 'update' ? changes(p) : '',
        p.text('object_attributes', 'action') === 'open'
          ? facts([['Assignees', people(p.list('assignees'))]])
          : '',
      ].join(''),
      body:
        p.text('object_attributes', 'action') === 'open' ? p.text('object_attributes', 'description') : '',
    });
  };

const mergeRequest: Renderer = (p) => {
  const attributes = p.at('object_attributes');
  const name = attributes.text('action');
  const isPush = name === 'update' && attributes.at('oldrev').exists;
  const branches = `from ${code(attributes.text('source_branch'))} ${name === 'merge' ? 'into' : 'to'} ${code(attributes.text('target_branch'))}`;
  return itemMessage({
    actor: actor(p),
    verb: isPush ? 'pushed to' : verb(p),
    item: item(p, 'merge request'),
    rest: /^(?:open|merge|reopen)$/.test(name) && attributes.text('source_branch') !== '' ? branches : '',
    place: project(p),
    details: [
      name === 'update' && !isPush ? changes(p) : '',
      name === 'open'
        ? facts([
            ['Assignees', people(p.list('assignees'))],
            ['Reviewers', people(p.list('reviewers'))],
          ])
        : '',
    ].join(''),
    body: name === 'open' ? attributes.text('description') : '',
  });
};

const note: Renderer = (p) => {
  const attributes = p.at('object_attributes');
  const body = attributes.text('note');
  const shared = {
    actor: actor(p),
    verb: attributes.text('action') === 'update' ? 'edited' : 'wrote',
    place: project(p),
    commentUrl: attributes.text('url'),
    body,
  };
  for (const [key, kind] of [
    ['merge_request', 'merge request'],
    ['issue', 'issue'],
    ['work_item', 'work item'],
    ['snippet', 'snippet'],
  ] as const) {
    const target = p.at(key);
    if (!target.isObject) continue;
    return commentMessage({
      ...shared,
      item: { kind, id: target.firstText('iid', 'id'), title: target.text('title'), url: target.text('url') },
    });
  }
  const commit = p.at('commit');
  return message(
    topicOf('GitLab', project(p)),
    sentence(
      `${who(shared.actor)} wrote a ${link('comment', shared.commentUrl)} on ${commit.isObject ? `commit ${link(commit.text('id').slice(0, 10), commit.text('url'))}` : projectLink(p)}`,
      body === '' ? '.' : ':',
    ),
    quote(body),
  );
};

const pipeline: Renderer = (p) => {
  const attributes = p.at('object_attributes');
  const url = projectUrl(p);
  const failed = p.list('builds').filter((build) => build.text('status') === 'failed');
  return buildMessage({
    state: attributes.text('status'),
    name: `Pipeline #${attributes.firstText('id', 'iid') || '?'}`,
    url: attributes.text('url') || (url && `${url}/-/pipelines/${attributes.text('id')}`),
    project: project(p),
    branch: attributes.text('ref'),
    commit: {
      id: p.firstText('commit.id', 'object_attributes.sha'),
      message: p.firstText('commit.title', 'commit.message'),
      url: p.text('commit', 'url'),
    },
    actor: actor(p),
    seconds: attributes.number('duration'),
    details: [
      bullets(
        failed.map(
          (build) =>
            `Job ${link(build.text('name'), url && `${url}/-/jobs/${build.text('id')}`)} (${plain(build.text('stage'))}) failed${build.at('allow_failure').isTrue ? ', which is allowed' : ''}`,
        ),
      ),
    ],
  });
};

const job: Renderer = (p) => {
  const url = projectUrl(p);
  return buildMessage({
    state: p.text('build_status'),
    name: `Job ${p.text('build_name')}`.trim(),
    url: url && `${url}/-/jobs/${p.text('build_id')}`,
    project: project(p),
    branch: p.text('ref'),
    commit: {
      id: p.firstText('sha', 'commit.sha'),
      message: p.text('commit', 'message'),
      url: url && `${url}/-/commit/${p.text('sha')}`,
    },
    actor: actor(p),
    seconds: p.number('build_duration'),
    facts: [
      ['Stage', plain(p.text('build_stage'))],
      ['Reason', p.text('build_status') === 'failed' ? words(p.text('build_failure_reason')) : ''],
    ],
  });
};

const member: Renderer = (p) => {
  const name = p.firstText('user_name', 'user_username', 'user_email') || 'Somebody';
  const place =
    p.firstText('group_name', 'project_name', 'group.name') ||
    (/_(?:team|project)$/.test(p.text('event_name')) ? 'a project' : 'a group');
  const said: Record<string, string> = {
    user_add_to_group: 'joined',
    user_remove_from_group: 'left',
    user_update_for_group: 'changed in',
    user_access_request_to_group: 'requests access to',
    user_access_request_denied_for_group: 'was denied access to',
    user_add_to_team: 'joined',
    user_remove_from_team: 'left',
    user_update_for_team: 'changed in',
  };
  const event = p.text('event_name');
  return message(
    topicOf('GitLab', place),
    sentence(
      `${bold(name)} ${Object.hasOwn(said, event) ? said[event]! : words(event) || 'changed in'} ${bold(place)}`,
    ),
    facts([
      ['Role', plain(p.firstText('group_access', 'access_level', 'project_access'))],
      ['Expires', plain(p.text('expires_at'))],
    ]),
  );
};

const renderers: Renderers = {
  'Push Hook': push,
  'Tag Push Hook': push,
  'Issue Hook': issue('issue'),
  'Confidential Issue Hook': issue('confidential issue'),
  'Work Item Hook': issue('work item'),
  'Confidential Work Item Hook': issue('work item'),
  'Note Hook': note,
  'Confidential Note Hook': note,
  'Merge Request Hook': mergeRequest,
  'Wiki Page Hook': (p) =>
    about(
      p,
      `${who(actor(p))} ${verb(p)} the wiki page ${link(p.text('object_attributes', 'title') || 'page', p.text('object_attributes', 'url'))} of ${projectLink(p)}`,
      quote(p.text('object_attributes', 'message')),
    ),
  'Pipeline Hook': pipeline,
  'Job Hook': job,
  'Build Hook': job,
  'Deployment Hook': (p) =>
    buildMessage({
      state: p.text('status'),
      name: `Deployment to ${p.text('environment') || 'an environment'}`,
      url: p.firstText('deployable_url', 'environment_external_url'),
      project: project(p),
      branch: p.text('ref'),
      commit: { id: p.text('short_sha'), message: p.text('commit_title'), url: p.text('commit_url') },
      actor: actor(p),
    }),
  'Release Hook': (p) =>
    about(
      p,
      `${p.text('commit', 'author', 'name') === '' ? 'The' : `${who(p.text('commit', 'author', 'name'))}: the`} release ${link(p.firstText('name', 'tag') || 'release', p.text('url'))} of ${projectLink(p)} was ${{ create: 'created', update: 'updated', delete: 'deleted' }[p.text('action')] ?? 'changed'}`,
      facts([
        ['Tag', code(p.text('tag'))],
        [
          'Files',
          p.number('assets', 'count') === undefined ? '' : count(p.number('assets', 'count')!, 'file'),
        ],
      ]),
      p.text('action') === 'create' && quote(p.text('description')),
    ),
  'Milestone Hook': (p) =>
    about(
      p,
      `${who(actor(p))} ${verb(p, 'action')} the milestone ${link(p.text('object_attributes', 'title') || 'milestone', projectUrl(p) && `${projectUrl(p)}/-/milestones/${p.text('object_attributes', 'iid')}`)} of ${projectLink(p)}`,
      facts([['Due', plain(p.text('object_attributes', 'due_date'))]]),
    ),
  'Feature Flag Hook': (p) =>
    about(
      p,
      `${who(actor(p))} turned the feature flag ${code(p.text('object_attributes', 'name'))} of ${projectLink(p)} ${p.at('object_attributes', 'active').isTrue ? 'on' : 'off'}`,
      quote(p.text('object_attributes', 'description')),
    ),
  'Emoji Hook': (p) => {
    const attributes = p.at('object_attributes');
    const target = p.at(words(attributes.text('awardable_type')).replaceAll(' ', '_'));
    return about(
      p,
      `${who(actor(p))} ${attributes.text('action') === 'revoke' ? 'removed' : 'awarded'} the emoji ${code(attributes.text('name'))} ${attributes.text('action') === 'revoke' ? 'from' : 'to'} ${link(target.text('title') || words(attributes.text('awardable_type')) || 'an item', attributes.text('awarded_on_url') || target.text('url'))}`,
    );
  },
  'Vulnerability Hook': (p) => {
    const found = p.at('object_attributes');
    return about(
      p,
      `${sign(/resolved|dismissed/.test(found.text('state')) ? 'good' : severityOf(found.text('severity')))} Vulnerability ${link(found.text('title') || 'found', found.text('url'))} of ${projectLink(p)}: ${words(found.text('state')) || 'changed'}`,
      facts([
        ['Severity', words(found.text('severity'))],
        ['Place', code(found.text('location', 'file'))],
        ['IDs', enumeration(found.list('identifiers').map((one) => link(one.text('name'), one.text('url'))))],
      ]),
    );
  },
  'Resource Access Token Hook': (p) =>
    about(
      p,
      `The access token ${bold(p.text('object_attributes', 'name') || 'of a bot')} of ${projectLink(p)} expires ${plain(p.text('object_attributes', 'expires_at')) || 'soon'}`,
    ),
  'Resource Deploy Token Hook': (p) =>
    about(
      p,
      `The deploy token ${bold(p.firstText('object_attributes.name', 'object_attributes.username') || 'without a name')} of ${projectLink(p)} expires ${plain(p.text('object_attributes', 'expires_at')) || 'soon'}`,
    ),
  'Member Hook': member,
  'Project Hook': (p) =>
    about(
      p,
      `The project ${bold(p.firstText('path_with_namespace', 'name', 'project.name') || 'unknown')}: ${words(p.text('event_name')) || 'changed'}`,
    ),
  'Subgroup Hook': (p) =>
    message(
      topicOf('GitLab', p.firstText('parent_name', 'name')),
      sentence(
        `The subgroup ${bold(p.firstText('full_path', 'name') || 'unknown')} was ${p.text('event_name') === 'subgroup_destroy' ? 'removed' : 'created'}`,
      ),
    ),
  'System Hook': (p, request, event) => {
    const kind = p.firstText('object_kind', 'event_name');
    const hook = `${kind.replace(/(?:^|_)[a-z]/g, (start) => start.replace('_', ' ').toUpperCase())} Hook`;
    if (hook !== event && Object.hasOwn(renderers, hook)) return renderers[hook]!(p, request, hook);
    if (/^user_.*(?:group|team)$/.test(kind)) return member(p, request, event);
    const name =
      p.firstText('path_with_namespace', 'name', 'username', 'user_name', 'group_path', 'title') ||
      'something';
    return message(
      topicOf('GitLab', project(p) || 'GitLab system'),
      sentence(`${bold(name)}: ${words(kind) || 'a system event'}`),
      facts([
        ['Owner', plain(p.firstText('owner_name', 'owners.0.name'))],
        ['Former name', plain(p.firstText('old_path_with_namespace', 'old_username', 'old_full_path'))],
      ]),
    );
  },
};

export const gitlab = integration({
  name: 'gitlab',
  title: 'GitLab',
  icon: { text: 'GL', color: '#e24329' },
  category: 'code',
  about:
    'Posts pushes, issues, merge requests, comments, pipelines, deployments and releases of projects and groups.',
  options: [branchesOption],
  ...byEvent({
    title: 'GitLab',
    renderers,
    name: (_, { headers }) => headers['x-gitlab-event'] ?? '',
    needs: 'the header X-Gitlab-Event',
  }),
  setup: [
    'In the project or group, open **Settings → Webhooks → Add new webhook**.',
    'Enter `{url}` as **URL**.',
    'To have senders verified, enter `{secret}` as **Secret token**; or press **Generate signing token**, and enter that token here as secret.',
    'Choose the triggers, and press **Add webhook**. **Test** sends an example of each.',
  ],
  verification: { kind: 'tokenOrStandard', header: 'x-gitlab-token' },
});
