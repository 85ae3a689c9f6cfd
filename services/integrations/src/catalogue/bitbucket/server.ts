import { firstItem } from '@parley/core';
import { bold, code, facts, link, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import { each, type Outcome, type Renderer, type Renderers } from '../shared/events.ts';
import { commentMessage, type Item, itemMessage } from '../shared/items.ts';
import { type Commit, pushMessage } from '../shared/pushes.ts';
import { change, enumeration, message, sentence, topicOf, who } from '../shared/sentences.ts';

const actor = (p: Payload): string => p.firstText('actor.displayName', 'actor.name');
const self = (p: Payload): string => p.list('links', 'self')[0]?.text('href') ?? '';
const target = (p: Payload): Payload =>
  p.at('pullRequest').exists ? p.at('pullRequest', 'toRef', 'repository') : p.at('repository');
const repository = (p: Payload): string => target(p).firstText('name', 'slug');
const fullName = (p: Payload): string =>
  [p.text('project', 'key'), p.firstText('name', 'slug')].filter((part) => part !== '').join('/');
const repositoryLink = (p: Payload, found = target(p)): string =>
  link(fullName(found) || 'a repository', self(found));

const about = (p: Payload, title: string, ...details: readonly (string | undefined | false)[]) =>
  message(topicOf('Bitbucket', repository(p)), sentence(`${who(actor(p))} ${title}`), ...details);

const push: Renderer = (p, request) => {
  const commits = p.list('commits').map(
    (commit): Commit => ({
      id: commit.text('id'),
      message: commit.text('message'),
      url: self(commit),
      author: commit.firstText('author.displayName', 'author.name'),
    }),
  );
  const outcomes = p.list('changes').map((one): Outcome => {
    const isTag = one.text('ref', 'type') === 'TAG';
    const name = one.firstText('ref.displayId', 'refId');
    return pushMessage(
      {
        actor: actor(p),
        repository: repository(p),
        repositoryUrl: self(p.at('repository')),
        ref: isTag ? `refs/tags/${name.replace(/^refs\/tags\//, '')}` : name,
        commits: p.count('changes') === 1 ? commits : [],
        compareUrl: '',
        kind:
          ({ ADD: 'created', DELETE: 'deleted' }[one.text('type')] as 'created' | 'deleted' | undefined) ??
          'updated',
      },
      request,
    );
  });
  const messages = outcomes.filter((one) => 'content' in one);
  if (messages.length > 0) {
    return {
      topic: firstItem(messages).topic,
      content: messages
        .slice(0, 10)
        .map(({ content }) => content)
        .join('\n\n'),
    };
  }
  return outcomes[0] ?? about(p, `pushed to ${repositoryLink(p)}`);
};

const item = (p: Payload): Item => ({
  kind: 'pull request',
  id: p.text('pullRequest', 'id'),
  title: p.text('pullRequest', 'title'),
  url: self(p.at('pullRequest')),
});

const branches = (p: Payload): string => {
  const from = p.text('pullRequest', 'fromRef', 'displayId');
  const to = p.text('pullRequest', 'toRef', 'displayId');
  return from !== '' && to !== '' ? `from ${code(from)} to ${code(to)}` : '';
};

const pull =
  (
    verb: string,
    details: (p: Payload) => string = () => '',
    rest: (p: Payload) => string = () => '',
    body: (p: Payload) => string = () => '',
  ): Renderer =>
  (p) =>
    itemMessage({
      actor: actor(p),
      verb,
      item: item(p),
      rest: rest(p),
      place: repository(p),
      details: details(p),
      body: body(p),
    });

const people = (list: readonly Payload[]): string =>
  enumeration(list.map((one) => plain(one.firstText('displayName', 'name', 'user.displayName'))));

const comment =
  (verb: string): Renderer =>
  (p) => {
    const id = p.text('comment', 'id');
    const shown = item(p);
    return commentMessage({
      actor: actor(p),
      verb,
      item: shown,
      place: repository(p),
      commentUrl:
        shown.url && id
          ? `${shown.url}/overview?commentId=${encodeURIComponent(id.toWellFormed())}`
          : shown.url,
      body: verb === 'deleted' ? '' : p.text('comment', 'text'),
    });
  };

const commitComment =
  (verb: string): Renderer =>
  (p) => {
    const body = verb === 'deleted' ? '' : p.text('comment', 'text');
    return message(
      topicOf('Bitbucket', repository(p)),
      sentence(
        `${who(actor(p))} ${verb} a comment on commit ${code(p.text('commit').slice(0, 10)) || 'unknown'} of ${repositoryLink(p)}`,
        body === '' ? '.' : ':',
      ),
      quote(body),
    );
  };

export const serverEvents: Renderers = {
  'diagnostics:ping': () => message('Bitbucket', 'Bitbucket is connected.'),
  'repo:refs_changed': push,
  'repo:modified': (p) =>
    message(
      topicOf('Bitbucket', p.firstText('new.name', 'new.slug')),
      sentence(`${who(actor(p))} changed the repository ${repositoryLink(p, p.at('new'))}`),
      facts([
        ['Name', change(fullName(p.at('old')), fullName(p.at('new')) || 'none')],
        [
          'Public',
          p.text('old', 'public') === p.text('new', 'public')
            ? ''
            : change(p.text('old', 'public'), p.text('new', 'public')),
        ],
      ]),
    ),
  'repo:forked': (p) =>
    about(p, `forked ${repositoryLink(p, p.at('repository', 'origin'))} to ${repositoryLink(p)}`),
  'repo:comment:added': commitComment('wrote'),
  'repo:comment:edited': commitComment('edited'),
  'repo:comment:deleted': commitComment('deleted'),
  'repo:secret_detected': (p) =>
    about(p, `pushed a commit to ${repositoryLink(p)} in which a secret was found`),
  'mirror:repo_synchronized': (p) =>
    message(
      topicOf('Bitbucket', repository(p)),
      sentence(
        `The mirror ${bold(p.text('mirrorServer', 'name') || 'of a server')} synchronized ${repositoryLink(p)}`,
      ),
    ),
  ...each(['project:modified', 'proj:modified'], (p) =>
    message(
      topicOf('Bitbucket', p.firstText('new.name', 'new.key')),
      sentence(
        `${who(actor(p))} changed the project ${bold(p.firstText('new.name', 'new.key') || 'unknown')}`,
      ),
      facts([['Name', change(p.text('old', 'name'), p.text('new', 'name') || 'none')]]),
    ),
  ),
  'pr:opened': pull(
    'opened',
    (p) => facts([['Reviewers', people(p.list('pullRequest', 'reviewers'))]]),
    branches,
    (p) => p.text('pullRequest', 'description'),
  ),
  'pr:from_ref_updated': pull('pushed to'),
  'pr:to_ref_updated': pull('pushed to the target branch of'),
  'pr:modified': pull('changed', (p) =>
    facts([
      [
        'Title',
        p.text('previousTitle') === p.text('pullRequest', 'title')
          ? ''
          : change(p.text('previousTitle'), p.text('pullRequest', 'title') || 'none'),
      ],
      [
        'Target',
        p.at('previousTarget').exists
          ? change(
              p.text('previousTarget', 'displayId'),
              p.text('pullRequest', 'toRef', 'displayId') || 'none',
            )
          : '',
      ],
    ]),
  ),
  'pr:reviewer:updated': pull('changed the reviewers of', (p) =>
    facts([
      ['Added', people(p.list('addedReviewers'))],
      ['Removed', people(p.list('removedReviewers'))],
    ]),
  ),
  'pr:reviewer:approved': pull('approved'),
  'pr:reviewer:unapproved': pull('withdrew the approval of'),
  'pr:reviewer:needs_work': pull('marked', undefined, () => 'as needing work'),
  'pr:reviewer:changes_requested': pull('requested changes to'),
  'pr:merged': pull('merged', undefined, branches),
  'pr:declined': pull('declined', undefined, branches),
  'pr:deleted': pull('deleted'),
  'pr:comment:added': comment('wrote'),
  'pr:comment:edited': comment('edited'),
  'pr:comment:deleted': comment('deleted'),
};
