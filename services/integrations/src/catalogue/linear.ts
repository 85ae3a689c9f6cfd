import { integration } from '../domain/integration.ts';
import { bold, code, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, type Message, type Renderer, type Renderers } from './shared/events.ts';
import { type Item, itemLink, itemMessage, itemTopic } from './shared/items.ts';
import { change, count, message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const actor = (p: Payload): string =>
  p.firstText('actor.name', 'data.user.name', 'data.creator.name', 'actor.email');
const verbs: Record<string, string> = {
  create: 'created',
  update: 'updated',
  remove: 'deleted',
  restore: 'restored',
};
const verb = (p: Payload): string => verbs[p.text('action')] ?? (words(p.text('action')) || 'changed');

const issue = (found: Payload, url = ''): Item => ({
  kind: 'issue',
  id:
    found.firstText('identifier') ||
    (found.text('number') === ''
      ? ''
      : `${found.text('team', 'key')}-${found.text('number')}`.replace(/^-/, '')),
  title: found.text('title'),
  url: found.text('url') || url,
});

/** The former values, with the present ones. Names stand only beside IDs. */
const changes = (p: Payload): string =>
  facts(
    p.fields('updatedFrom').map(([field, before]) => {
      if (
        /^(?:updatedAt|sortOrder|subIssueSortOrder|boardOrder|startedAt|completedAt|canceledAt|editedAt|descriptionData|prioritySortOrder|bodyData|triagedAt|addedTo\w+At|labelIds)$/.test(
          field,
        )
      )
        return [field, ''];
      if (/^(?:description|body|content)$/.test(field)) return [field, 'edited'];
      if (field.endsWith('Id')) {
        const name = field.slice(0, -2);
        return [
          words(name),
          plain(p.firstText(`data.${name}.name`, `data.${name}.title`, `data.${name}.identifier`)) ||
            'changed',
        ];
      }
      if (field === 'priority' && p.text('data', 'priorityLabel') !== '')
        return ['priority', plain(p.text('data', 'priorityLabel'))];
      return [words(field), change(before.text(), p.text('data', field) || 'none')];
    }),
  );

const onIssue: Renderer = (p) => {
  const data = p.at('data');
  return itemMessage({
    actor: actor(p),
    verb: verb(p),
    item: issue(data, p.text('url')),
    place: data.firstText('team.name', 'team.key'),
    details:
      p.text('action') === 'create'
        ? facts([
            ['State', plain(data.text('state', 'name'))],
            ['Priority', plain(data.text('priorityLabel'))],
            ['Assignee', plain(data.text('assignee', 'name'))],
            ['Project', plain(data.text('project', 'name'))],
          ])
        : p.text('action') === 'update'
          ? changes(p)
          : '',
    body: p.text('action') === 'create' ? data.text('description') : '',
  });
};

const onComment: Renderer = (p) => {
  const data = p.at('data');
  const target = data.at('issue').isObject
    ? issue(data.at('issue'))
    : {
        kind: data.at('projectUpdate').exists ? 'project update' : 'document',
        title: data.firstText('projectUpdate.project.name', 'documentContent.title', 'project.name'),
        url: '',
      };
  const body = p.text('action') === 'remove' ? '' : data.text('body');
  const said = { create: 'wrote', update: 'edited', remove: 'deleted' }[p.text('action')] ?? 'changed';
  return message(
    itemTopic(data.text('issue', 'team', 'name'), target),
    sentence(
      `${who(actor(p))} ${said} a ${link('comment', p.text('url'))} on ${itemLink(target)}`,
      body === '' ? '.' : ':',
    ),
    quote(body),
  );
};

/** A thing with a name, such as a project. */
const thing =
  (what: string, ...places: readonly string[]): Renderer =>
  (p): Message => {
    const data = p.at('data');
    const name = data.firstText(
      'name',
      'title',
      'issue.title',
      'project.name',
      'initiative.name',
      'emoji',
      'customer.name',
      'issue.identifier',
      'number',
    );
    return message(
      topicOf('Linear', data.firstText(...places, 'team.name')),
      sentence(
        `${who(actor(p))} ${verb(p)} the ${what} ${name === '' ? '' : link(name, data.text('url') || p.text('url'))}`,
      ),
      p.text('action') === 'update' && changes(p),
      facts([
        ['Health', words(data.text('health'))],
        ['State', words(data.firstText('state', 'status.name'))],
        [
          'Address',
          link(data.text('url') && p.text('type') === 'Attachment' ? data.text('url') : '', data.text('url')),
        ],
      ]),
      p.text('action') !== 'remove' && quote(data.firstText('body', 'description'), 1_500),
    );
  };

const renderers: Renderers = {
  Issue: onIssue,
  Comment: onComment,
  Attachment: thing('attachment', 'issue.team.name'),
  IssueLabel: thing('label'),
  Reaction: thing('reaction', 'issue.team.name'),
  Project: thing('project', 'name'),
  ProjectUpdate: thing('update of the project', 'project.name'),
  ProjectLabel: thing('project label'),
  ProjectMilestone: thing('milestone', 'project.name'),
  Document: thing('document', 'project.name'),
  Initiative: thing('initiative', 'name'),
  InitiativeUpdate: thing('update of the initiative', 'initiative.name'),
  Cycle: thing('cycle'),
  Customer: thing('customer'),
  CustomerNeed: thing('request of the customer', 'issue.team.name'),
  User: thing('account'),
  Release: thing('release', 'pipeline.name'),
  ReleaseNote: thing('release note', 'pipeline.name'),
  AuditEntry: (p) =>
    message(
      topicOf('Linear', 'Audit log'),
      sentence(`${who(p.text('actor', 'name'))}: ${words(p.text('data', 'type')) || 'an entry'}`),
      facts([
        ['Address', code(p.text('data', 'ip'))],
        ['Country', plain(p.text('data', 'countryCode'))],
      ]),
    ),
  AgentSessionEvent: (p) => {
    const found = issue(p.at('agentSession', 'issue'));
    const wrote = p.firstText(
      'agentActivity.content.body',
      'agentActivity.body',
      'agentSession.comment.body',
    );
    return message(
      itemTopic(p.text('agentSession', 'issue', 'team', 'name'), found),
      sentence(
        `${who(p.firstText('agentActivity.user.name', 'agentSession.creator.name'))} ${p.text('action') === 'prompted' ? 'wrote to the agent' : 'asked the agent'} about ${itemLink(found)}`,
        wrote === '' ? '.' : ':',
      ),
      quote(wrote),
    );
  },
  AppUserNotification: (p) => {
    const told = p.at('notification');
    const found = issue(told.at('issue'));
    const wrote = told.firstText('comment.body', 'reactionEmoji');
    return message(
      itemTopic(told.text('issue', 'team', 'name'), found),
      sentence(
        `${who(told.text('actor', 'name'))}, for the app: ${words(p.text('action') || told.text('type')) || 'a notification'}, ${itemLink(found)}`,
        wrote === '' ? '.' : ':',
      ),
      quote(wrote),
    );
  },
  PermissionChange: (p) =>
    message(
      'Linear',
      sentence(
        `The app has access to ${p.at('canAccessAllPublicTeams').isTrue ? 'all public teams' : 'other teams'} (${words(p.text('action')) || 'changed'})`,
      ),
      facts([
        ['Added', p.count('addedTeamIds') === 0 ? '' : count(p.count('addedTeamIds'), 'team')],
        ['Removed', p.count('removedTeamIds') === 0 ? '' : count(p.count('removedTeamIds'), 'team')],
      ]),
    ),
  IssueSLA: (p) => {
    const found = issue(p.at('issueData'), p.text('url'));
    return message(
      itemTopic(p.text('issueData', 'team', 'name'), found),
      sentence(
        `${itemLink(found)}: the agreed time ${{ set: 'was set', highRisk: 'is at risk', breached: 'is over' }[p.text('action')] ?? 'changed'}`,
      ),
    );
  },
  OAuthApp: (p) =>
    message(
      'Linear',
      sentence(
        `The access of ${bold(p.firstText('oauthClientName', 'oauthClientId')) || 'an app'} was revoked`,
      ),
    ),
  OAuthAuthorization: (p) =>
    message(
      'Linear',
      sentence(`The authorization of ${bold(p.text('oauthClientId')) || 'an app'} was ${verb(p)}`),
    ),
};

export const linear = integration({
  name: 'linear',
  title: 'Linear',
  icon: { text: 'L', color: '#5e6ad2' },
  category: 'project management',
  about: 'Posts issues, comments, projects, cycles, documents, releases and customers.',
  ...byEvent({ title: 'Linear', renderers, name: (p) => p.text('type'), needs: 'the field type' }),
  setup: [
    'In Linear, open **Settings → API → New webhook**.',
    'Enter `{url}` as **URL**, and choose the data change events.',
    'To have senders verified, enter the **Signing secret** of the webhook here as `{secret}`.',
  ],
  verification: hmac('linear-signature'),
});
