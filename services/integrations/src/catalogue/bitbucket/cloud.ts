import { firstItem } from '@parley/core';
import { code, facts, link, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import { buildMessage } from '../shared/builds.ts';
import { each, ignored, type Outcome, type Renderer, type Renderers } from '../shared/events.ts';
import { commentMessage, type Item, itemMessage } from '../shared/items.ts';
import { type Commit, pushMessage } from '../shared/pushes.ts';
import { change, message, nameIn, sentence, topicOf, who } from '../shared/sentences.ts';

const actor = (p: Payload): string => p.firstText('actor.display_name', 'actor.nickname', 'actor.username');
const repository = (p: Payload): string => p.firstText('repository.name', 'repository.full_name');
const href = (p: Payload): string => p.text('links', 'html', 'href');
const repositoryLink = (p: Payload): string =>
  link(p.firstText('repository.full_name', 'repository.name') || 'a repository', href(p.at('repository')));

const about = (p: Payload, title: string, ...details: readonly (string | undefined | false)[]) =>
  message(topicOf('Bitbucket', repository(p)), sentence(`${who(actor(p))} ${title}`), ...details);

/** One push can change several branches. Each of them is one part of the message. */
const push: Renderer = (p, request) => {
  const outcomes = p.list('push', 'changes').map((one): Outcome => {
    const isNew = one.at('new').isObject;
    const branch = isNew ? one.at('new') : one.at('old');
    const name = branch.text('name');
    return pushMessage(
      {
        actor: actor(p),
        repository: repository(p),
        repositoryUrl: href(p.at('repository')),
        ref: branch.text('type') === 'tag' ? `refs/tags/${name}` : name,
        commits: one.list('commits').map(
          (commit): Commit => ({
            id: commit.text('hash'),
            message: commit.text('message'),
            url: href(commit),
            author: nameIn(commit.firstText('author.user.display_name', 'author.raw')),
          }),
        ),
        compareUrl: one.text('links', 'html', 'href'),
        branchUrl: href(branch),
        kind: isNew
          ? one.at('created').isTrue
            ? 'created'
            : one.at('forced').isTrue
              ? 'forced'
              : 'updated'
          : 'deleted',
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

const pullRequest = (p: Payload): Item => ({
  kind: 'pull request',
  id: p.text('pullrequest', 'id'),
  title: p.text('pullrequest', 'title'),
  url: href(p.at('pullrequest')),
});

const issue = (p: Payload): Item => ({
  kind: 'issue',
  id: p.text('issue', 'id'),
  title: p.text('issue', 'title'),
  url: href(p.at('issue')),
});

const pull =
  (verb: string, shows: 'branches' | 'body' | 'reason' | 'nothing' = 'nothing'): Renderer =>
  (p) => {
    const found = p.at('pullrequest');
    const from = found.text('source', 'branch', 'name');
    const to = found.text('destination', 'branch', 'name');
    return itemMessage({
      actor: actor(p),
      verb,
      item: pullRequest(p),
      rest: shows !== 'nothing' && from !== '' && to !== '' ? `from ${code(from)} to ${code(to)}` : '',
      place: repository(p),
      body:
        shows === 'body'
          ? found.firstText('description', 'summary.raw')
          : shows === 'reason'
            ? found.text('reason')
            : '',
    });
  };

const comment =
  (verb: string, item: (p: Payload) => Item): Renderer =>
  (p) =>
    commentMessage({
      actor: actor(p),
      verb,
      item: item(p),
      place: repository(p),
      commentUrl: href(p.at('comment')),
      body: verb === 'deleted' ? '' : p.text('comment', 'content', 'raw'),
    });

const status: Renderer = (p) => {
  const found = p.at('commit_status');
  return buildMessage({
    state: found.text('state'),
    name: found.firstText('name', 'key') || 'Build',
    url: found.text('url'),
    project: repository(p),
    branch: found.text('refname'),
    commit: {
      id: found.text('commit', 'hash'),
      message: found.text('commit', 'message'),
      url: href(found.at('commit')),
    },
    facts: [['Description', plain(found.text('description'))]],
  });
};

const changes = (p: Payload): string =>
  facts(
    p
      .fields('changes')
      .map(([field, value]) => [
        field,
        /description|content|links|full_name/.test(field)
          ? field === 'links' || field === 'full_name'
            ? ''
            : 'edited'
          : change(
              value.firstText('old.display_name', 'old.name', 'old'),
              value.firstText('new.display_name', 'new.name', 'new') || 'none',
            ),
      ]),
  );

export const cloudEvents: Renderers = {
  'repo:push': push,
  'repo:fork': (p) =>
    about(
      p,
      `forked ${repositoryLink(p)} to ${link(p.text('fork', 'full_name') || 'a repository', href(p.at('fork')))}`,
    ),
  'repo:updated': (p) => about(p, `updated the repository ${repositoryLink(p)}`, changes(p)),
  'repo:transfer': (p) =>
    about(
      p,
      `transferred the repository ${repositoryLink(p)} from ${plain(p.firstText('previous_owner.display_name', 'previous_owner.username')) || 'its former owner'}`,
    ),
  'repo:created': (p) => about(p, `created the repository ${repositoryLink(p)}`),
  'repo:deleted': (p) => about(p, `deleted the repository ${repositoryLink(p)}`),
  'repo:imported': (p) => about(p, `imported the repository ${repositoryLink(p)}`),
  'repo:commit_comment_created': (p) => {
    const body = p.text('comment', 'content', 'raw');
    return message(
      topicOf('Bitbucket', repository(p)),
      sentence(
        `${who(actor(p))} wrote a ${link('comment', href(p.at('comment')))} on ${link(p.text('commit', 'hash').slice(0, 10) || 'a commit', href(p.at('commit')))} of ${repositoryLink(p)}`,
        body === '' ? '.' : ':',
      ),
      quote(body),
    );
  },
  ...each(['repo:commit_status_created', 'repo:commit_status_updated'], status),
  'issue:created': (p) =>
    itemMessage({
      actor: actor(p),
      verb: 'created',
      item: issue(p),
      place: repository(p),
      details: facts([
        ['Kind', plain(p.text('issue', 'kind'))],
        ['Priority', plain(p.text('issue', 'priority'))],
        ['Assignee', plain(p.text('issue', 'assignee', 'display_name'))],
      ]),
      body: p.text('issue', 'content', 'raw'),
    }),
  'issue:updated': (p) =>
    itemMessage({
      actor: actor(p),
      verb: 'updated',
      item: issue(p),
      place: repository(p),
      details: changes(p),
      body: p.text('comment', 'content', 'raw'),
    }),
  'issue:comment_created': comment('wrote', issue),
  'pullrequest:created': pull('opened', 'body'),
  'pullrequest:updated': pull('updated'),
  'pullrequest:push': pull('pushed to'),
  'pullrequest:approved': pull('approved'),
  'pullrequest:unapproved': pull('withdrew the approval of'),
  'pullrequest:changes_request_created': pull('requested changes to'),
  'pullrequest:changes_request_removed': pull('withdrew the request for changes to'),
  'pullrequest:fulfilled': pull('merged', 'branches'),
  'pullrequest:rejected': pull('declined', 'reason'),
  'pullrequest:comment_created': comment('wrote', pullRequest),
  'pullrequest:comment_updated': comment('edited', pullRequest),
  'pullrequest:comment_deleted': comment('deleted', pullRequest),
  'pullrequest:comment_resolved': comment('resolved', pullRequest),
  'pullrequest:comment_reopened': comment('reopened', pullRequest),
  'pipeline:span_created': () => ignored('Measurements of pipelines are not posted.'),
  'project:updated': (p) =>
    message(
      topicOf('Bitbucket', p.firstText('project.name', 'project.key')),
      sentence(
        `${who(actor(p))} updated the project ${link(p.text('project', 'name') || 'unknown', href(p.at('project')))}`,
      ),
      changes(p),
    ),
};
