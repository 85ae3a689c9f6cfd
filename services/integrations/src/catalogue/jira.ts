import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { bold, code, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer, type Renderers } from './shared/events.ts';
import { type Item, itemLink, itemMessage, itemTopic } from './shared/items.ts';
import { change, message, oneOf, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const actor = (p: Payload): string =>
  p.firstText(
    'user.displayName',
    'comment.updateAuthor.displayName',
    'comment.author.displayName',
    'worklog.updateAuthor.displayName',
    'worklog.author.displayName',
    'user.name',
    'attachment.author.displayName',
  );

/** Returns the address of the site, which stands only in addresses of its interface for programs. */
const site = (self: string): string => /^(https?:\/\/[^\s?#]+?)\/rest\//.exec(self)?.[1] ?? '';

const issue = (p: Payload): Item => {
  const found = p.at('issue');
  const key = found.text('key');
  const base = site(found.text('self'));
  return {
    kind: 'issue',
    id: key,
    title: found.text('fields', 'summary'),
    url: base && key && `${base}/browse/${key}`,
  };
};

/** Text of Jira: a text, or a document of its editor. */
function jiraText(value: Payload, depth = 0): string {
  if (!value.isObject || depth > 20) return value.text();
  const inner = value.list('content').map((part) => jiraText(part, depth + 1));
  switch (value.text('type')) {
    case 'text':
      return value.text('text');
    case 'mention':
      return value.text('attrs', 'text');
    case 'hardBreak':
      return '\n';
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return `${inner.join('')}\n`;
    case 'listItem':
      return `- ${inner.join('')}`;
    default:
      return inner.join('');
  }
}

const hiddenFields = new Set(['rank', 'description', 'workratio', 'lastviewed', 'timespent', 'timeestimate']);

const changes = (p: Payload): string =>
  facts(
    p.list('changelog', 'items').map((item) => {
      const field = item.text('field');
      if (field.toLowerCase() === 'description') return ['description', 'edited'];
      if (hiddenFields.has(field.toLowerCase())) return [field, ''];
      return [
        field || 'field',
        change(item.firstText('fromString', 'from'), item.firstText('toString', 'to') || 'none'),
      ];
    }),
  );

const created: Renderer = (p) =>
  itemMessage({
    actor: actor(p),
    verb: 'created',
    item: issue(p),
    place: '',
    details: facts([
      ['Type', plain(p.text('issue', 'fields', 'issuetype', 'name'))],
      ['Priority', plain(p.text('issue', 'fields', 'priority', 'name'))],
      ['Assignee', plain(p.text('issue', 'fields', 'assignee', 'displayName'))],
    ]),
    body: jiraText(p.at('issue', 'fields', 'description')),
  });

const updated: Renderer = (p) => {
  const kind = p.text('issue_event_type_name');
  const said: Record<string, string> = {
    issue_commented: 'commented on',
    issue_assigned: 'assigned',
    issue_resolved: 'resolved',
    issue_closed: 'closed',
    issue_reopened: 'reopened',
    issue_moved: 'moved',
    issue_work_started: 'started work on',
    issue_work_stopped: 'stopped work on',
    issue_comment_edited: 'edited a comment on',
    issue_comment_deleted: 'deleted a comment on',
    issue_worklogged: 'logged work on',
  };
  return itemMessage({
    actor: actor(p),
    verb: Object.hasOwn(said, kind)
      ? required(said[kind], `entry for ${kind}`)
      : p.at('comment').exists && p.count('changelog', 'items') === 0
        ? 'commented on'
        : 'updated',
    item: issue(p),
    place: '',
    details: changes(p),
    body: jiraText(p.at('comment', 'body')),
  });
};

const comment =
  (verb: string): Renderer =>
  (p) => {
    const item = issue(p);
    const id = p.text('comment', 'id');
    const url = item.url && id ? `${item.url}?focusedCommentId=${id}` : item.url;
    return message(
      itemTopic('', item),
      sentence(
        `${who(actor(p))} ${verb} a ${link('comment', url)} on ${itemLink(item)}`,
        verb === 'deleted' ? '.' : ':',
      ),
      verb !== 'deleted' && quote(jiraText(p.at('comment', 'body'))),
    );
  };

const onIssue =
  (title: (p: Payload) => string, details: (p: Payload) => string = () => ''): Renderer =>
  (p) => {
    const item = issue(p);
    const place = item.id === '' && item.title === '' ? 'Jira' : itemTopic('', item);
    return message(
      place,
      sentence(
        `${who(actor(p))} ${title(p)}${item.id === '' && item.title === '' ? '' : ` on ${itemLink(item)}`}`,
      ),
      details(p),
    );
  };

const endings: Record<string, string> = {
  unreleased: 'marked as not released',
  soft_deleted: 'moved to the trash',
  restored_deleted: 'restored from the trash',
  restored_archived: 'restored from the archive',
  configuration_changed: 'configured',
};
/** What happened, from the end of the name of an event. */
const last = (event: string): string => {
  const ending = event
    .replace(/^jira:/, '')
    .split('_')
    .slice(1)
    .join('_');
  return oneOf(endings, ending, words(ending));
};

/** A message about a thing of its own: a version, project, sprint, board, user or filter. */
const thing =
  (key: string, kind: string): Renderer =>
  (p, _request, event) => {
    const found = p.at(key);
    const place = found.firstText('projectKey', 'key') || p.text('project', 'key');
    const name = found.firstText('name', 'displayName', 'key') || 'unknown';
    return message(
      topicOf('Jira', place),
      sentence(
        `${actor(p) === '' || key === 'user' ? 'The' : `${who(actor(p))}: the`} ${kind} ${bold(name)} was ${last(event)}`,
      ),
      facts([
        ['Goal', plain(found.text('goal'))],
        ['Starts', plain(found.text('startDate'))],
        ['Ends', plain(found.text('endDate'))],
        ['Released', plain(found.text('releaseDate'))],
        ['Lead', plain(found.text('projectLead', 'displayName'))],
        ['Merged into', plain(p.text('mergedTo', 'name'))],
      ]),
      quote(found.text('description'), 500),
    );
  };

const setting: Renderer = (p, _request, event) =>
  message(
    'Jira',
    sentence(
      `${actor(p) === '' ? 'The' : `${who(actor(p))}: the`} setting ${words(event.replace(/^option_|_changed$/g, ''))} was turned ${p.at('property', 'value').isTrue ? 'on' : 'off'}`,
    ),
  );

const versions = ['released', 'unreleased', 'created', 'moved', 'updated', 'deleted'].map(
  (what) => `jira:version_${what}`,
);
const projects = [
  'created',
  'updated',
  'deleted',
  'soft_deleted',
  'restored_deleted',
  'archived',
  'restored_archived',
].map((what) => `project_${what}`);
const options = [
  'voting',
  'watching',
  'unassigned_issues',
  'subtasks',
  'attachments',
  'issuelinks',
  'timetracking',
].map((what) => `option_${what}_changed`);

const issueLink: Renderer = (p, _request, event) => {
  const found = p.at('issueLink');
  return message(
    'Jira',
    sentence(
      `A link of two issues was ${last(event)}: ${plain(found.text('sourceIssueId')) || 'an issue'} ${plain(found.firstText('issueLinkType.outwardName', 'issueLinkType.name')) || 'is linked to'} ${plain(found.text('destinationIssueId')) || 'an issue'}`,
    ),
  );
};

const renderers: Renderers = {
  'jira:issue_created': created,
  'jira:issue_updated': updated,
  'jira:issue_deleted': (p) => itemMessage({ actor: actor(p), verb: 'deleted', item: issue(p), place: '' }),
  'jira:worklog_updated': onIssue(() => 'changed the work log'),
  comment_created: comment('wrote'),
  comment_updated: comment('edited'),
  comment_deleted: comment('deleted'),
  ...each(['worklog_created', 'worklog_updated', 'worklog_deleted'], (p, request, event) =>
    onIssue(
      () =>
        `${{ worklog_created: 'logged work', worklog_updated: 'changed logged work' }[event] ?? 'deleted logged work'}`,
      () =>
        [
          facts([['Time', plain(p.text('worklog', 'timeSpent'))]]),
          quote(jiraText(p.at('worklog', 'comment'))),
        ]
          .filter((part) => part !== '')
          .join('\n\n'),
    )(p, request, event),
  ),
  ...each(['attachment_created', 'attachment_deleted'], (p, request, event) =>
    onIssue(
      () =>
        `${event.endsWith('created') ? 'attached' : 'removed'} the file ${link(p.text('attachment', 'filename') || 'file', event.endsWith('created') ? p.text('attachment', 'content') : '')}`,
    )(p, request, event),
  ),
  ...each(['issuelink_created', 'issuelink_deleted'], issueLink),
  ...each(['issue_property_set', 'issue_property_deleted'], (p, request, event) =>
    onIssue(
      () => `${event.endsWith('set') ? 'set' : 'deleted'} the property ${code(p.text('property', 'key'))}`,
    )(p, request, event),
  ),
  ...each(versions, thing('version', 'version')),
  ...each(projects, thing('project', 'project')),
  ...each(['user_created', 'user_updated', 'user_deleted'], thing('user', 'account')),
  ...each(
    ['sprint_created', 'sprint_deleted', 'sprint_updated', 'sprint_started', 'sprint_closed'],
    thing('sprint', 'sprint'),
  ),
  ...each(
    ['board_created', 'board_updated', 'board_deleted', 'board_configuration_changed'],
    (p, request, event) =>
      thing(p.at('board').exists ? 'board' : 'configuration', 'board')(p, request, event),
  ),
  ...each(['filter_created', 'filter_updated', 'filter_deleted'], thing('filter', 'filter')),
  ...each(options, setting),
  'jira:version_merged': (p) =>
    message(
      'Jira',
      sentence(
        `The version ${bold(p.text('version', 'name')) || 'unknown'} was merged into ${bold(p.firstText('mergedTo.name', 'version.mergedTo.name')) || 'another version'}`,
      ),
    ),
  option_timetracking_provider_changed: (p) =>
    message(
      'Jira',
      sentence(
        `The provider of time tracking was changed${p.text('property', 'value') === '' ? '' : ` to ${bold(p.text('property', 'value'))}`}`,
      ),
    ),
  ...each(['issuetype_created', 'issuetype_updated', 'issuetype_deleted'], thing('issuetype', 'issue type')),
  ...each(['app_access_to_objects_blocked', 'app_access_to_objects_in_container_blocked'], (p) =>
    message('Jira', sentence(`A policy keeps the app ${code(p.text('appId')) || 'unknown'} from data`)),
  ),
  app_policy_changed: (p) =>
    message('Jira', sentence(`The policy for the app ${code(p.text('appId')) || 'unknown'} was changed`)),
  ...each(['connect_addon_disabled', 'connect_addon_enabled'], (p, _request, event) =>
    message(
      'Jira',
      sentence(
        `The app ${code(p.firstText('addon.key', 'key')) || 'unknown'} was turned ${event.endsWith('enabled') ? 'on' : 'off'}`,
      ),
    ),
  ),
  jira_expression_evaluation_failed: (p) =>
    message(
      'Jira',
      'An expression of an app failed:',
      quote(p.firstText('errorMessages.0', 'expression', 'errorMessage')),
    ),
};

export const jira = integration({
  name: 'jira',
  title: 'Jira',
  icon: { text: 'J', color: '#0052cc' },
  category: 'project management',
  about: 'Posts issues, comments, work logs, sprints, versions and projects of Jira Cloud and Data Center.',
  ...byEvent({
    title: 'Jira',
    renderers,
    name: (p) => p.text('webhookEvent'),
    needs: 'the field webhookEvent',
  }),
  setup: [
    'As an administrator of Jira, open **System → Webhooks** and press **Create a webhook**.',
    'Enter `{url}` as **URL**.',
    'To have senders verified, enter `{secret}` as **Secret**.',
    'Choose the events, and press **Create**.',
  ],
  verification: hmac('x-hub-signature', 'sha256='),
});
