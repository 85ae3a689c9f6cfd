import { bullets, code, facts, link, plain, quote } from '../../domain/markdown.ts';
import type { Payload } from '../../domain/templates/payload.ts';
import type { Renderers } from '../shared/events.ts';
import { commentMessage, itemLink, itemMessage, itemTopic } from '../shared/items.ts';
import { type Commit, pushMessage, shortRef } from '../shared/pushes.ts';
import { count, message, oneOf, sentence, topicOf, who, words } from '../shared/sentences.ts';
import {
  about,
  action,
  commitLink,
  did,
  edits,
  issue,
  place,
  pullRequest,
  repositoryLink,
  sender,
} from './common.ts';

const commit = (p: Payload): Commit => ({
  id: p.text('id'),
  message: p.text('message'),
  url: p.text('url'),
  author: p.firstText('author.username', 'author.name'),
});

/** What a label, assignment or milestone of an issue or pull request is about. */
function partOf(p: Payload): string {
  switch (p.text('action')) {
    case 'labeled':
    case 'unlabeled':
      return code(p.text('label', 'name'));
    case 'assigned':
    case 'unassigned':
      return plain(p.text('assignee', 'login'));
    case 'milestoned':
    case 'demilestoned':
      return `(milestone ${link(p.firstText('milestone.title', 'issue.milestone.title') || 'unknown', p.text('milestone', 'html_url'))})`;
    case 'review_requested':
    case 'review_request_removed':
      return plain(p.firstText('requested_reviewer.login', 'requested_team.name'));
    case 'transferred':
      return `to ${link(p.text('changes', 'new_repository', 'full_name') || 'another repository', p.text('changes', 'new_issue', 'html_url'))}`;
    case 'typed':
    case 'untyped':
      return `as ${plain(p.firstText('type.name', 'issue.type.name') || 'a type')}`;
    default:
      return '';
  }
}

const itemVerbs: Record<string, (part: string) => [verb: string, rest: string]> = {
  labeled: (part) => [`added the label ${part} to`, ''],
  unlabeled: (part) => [`removed the label ${part} from`, ''],
  assigned: (part) => [`assigned ${part || 'somebody'} to`, ''],
  unassigned: (part) => [`unassigned ${part || 'somebody'} from`, ''],
  milestoned: (part) => ['added a milestone to', part],
  demilestoned: (part) => ['removed a milestone from', part],
  review_requested: (part) => [`requested a review by ${part || 'somebody'} of`, ''],
  review_request_removed: (part) => [`withdrew the request for a review by ${part || 'somebody'} of`, ''],
  ready_for_review: () => ['marked', 'as ready for review'],
  converted_to_draft: () => ['converted', 'to a draft'],
  synchronize: () => ['updated', ''],
  auto_merge_enabled: () => ['enabled automatic merging of', ''],
  auto_merge_disabled: () => ['disabled automatic merging of', ''],
  enqueued: () => ['added', 'to the merge queue'],
  dequeued: () => ['removed', 'from the merge queue'],
  typed: (part) => ['set the type of', part],
  untyped: (part) => ['removed the type of', part],
};

/** Returns verb and rest of an action on an issue, pull request or discussion. */
function verbOf(p: Payload): [verb: string, rest: string] {
  const name = p.text('action');
  return Object.hasOwn(itemVerbs, name) ? itemVerbs[name]!(partOf(p)) : [action(p), partOf(p)];
}

function pullRequestMessage(p: Payload) {
  const item = pullRequest(p);
  let [verb, rest] = verbOf(p);
  const isMerged = p.at('pull_request', 'merged').isTrue;
  if (p.text('action') === 'closed') verb = isMerged ? 'merged' : 'closed without merging';
  const head = p.text('pull_request', 'head', 'ref');
  const base = p.text('pull_request', 'base', 'ref');
  if (/^(?:opened|reopened|closed)$/.test(p.text('action')) && head !== '' && base !== '') {
    rest = `from ${code(head)} ${isMerged ? 'in' : ''}to ${code(base)}`;
  }
  const isDraft = p.text('action') === 'opened' && p.at('pull_request', 'draft').isTrue;
  return itemMessage({
    actor: sender(p),
    verb: isDraft ? 'opened the draft' : verb,
    item,
    rest,
    place: place(p),
    details: p.text('action') === 'edited' ? edits(p, p.at('pull_request')) : '',
    body: p.text('action') === 'opened' ? p.text('pull_request', 'body') : '',
  });
}

const discussion = (p: Payload) => ({
  kind: 'discussion',
  id: p.text('discussion', 'number'),
  title: p.text('discussion', 'title'),
  url: p.text('discussion', 'html_url'),
});

const discussionRest = (p: Payload): string =>
  p.text('action') === 'category_changed'
    ? `to ${plain(p.text('discussion', 'category', 'name'))}`
    : p.text('action') === 'created'
      ? `in ${plain(p.text('discussion', 'category', 'name') || 'discussions')}`
      : partOf(p);

const commentVerbs: Record<string, string> = { created: 'wrote', edited: 'edited', deleted: 'deleted' };
const commentVerb = (p: Payload): string => {
  const name = p.text('action');
  return oneOf(commentVerbs, name, action(p));
};

const reviewVerbs: Record<string, string> = {
  approved: 'approved',
  changes_requested: 'requested changes to',
  commented: 'reviewed',
  dismissed: 'dismissed a review of',
};

/** Pushes, branches, issues, pull requests and what people say about them. */
export const codeEvents: Renderers = {
  push: (p, request) =>
    pushMessage(
      {
        actor: p.firstText('sender.login', 'pusher.name'),
        repository: p.text('repository', 'name'),
        repositoryUrl: p.text('repository', 'html_url'),
        ref: p.text('ref'),
        commits: p.list('commits').map(commit),
        total: p.count('commits'),
        compareUrl: p.text('compare'),
        branchUrl:
          p.text('repository', 'html_url') &&
          `${p.text('repository', 'html_url')}/tree/${encodeURI(shortRef(p.text('ref')))}`,
        kind: p.at('deleted').isTrue
          ? 'deleted'
          : p.at('created').isTrue
            ? 'created'
            : p.at('forced').isTrue
              ? 'forced'
              : 'updated',
      },
      request,
    ),
  create: (p) =>
    did(
      p,
      `created the ${words(p.text('ref_type')) || 'branch'} ${code(p.text('ref'))} of ${repositoryLink(p)}`,
    ),
  delete: (p) =>
    did(
      p,
      `deleted the ${words(p.text('ref_type')) || 'branch'} ${code(p.text('ref'))} of ${repositoryLink(p)}`,
    ),
  commit_comment: (p) => {
    const comment = p.at('comment');
    return message(
      topicOf('GitHub', place(p)),
      sentence(
        `${who(sender(p))} ${link('commented', comment.text('html_url'))} on ${commitLink(p, comment.text('commit_id'))}`,
        comment.text('body') === '' ? '.' : ':',
      ),
      quote(comment.text('body')),
    );
  },
  gollum: (p) =>
    did(
      p,
      `changed the wiki of ${repositoryLink(p)}`,
      bullets(
        p
          .list('pages')
          .map(
            (page) =>
              `${words(page.text('action'))} ${link(page.firstText('title', 'page_name'), page.text('html_url'))}`,
          ),
      ),
    ),
  issues: (p) => {
    const [verb, rest] = verbOf(p);
    return itemMessage({
      actor: sender(p),
      verb,
      item: issue(p),
      rest,
      place: place(p),
      details: p.text('action') === 'edited' ? edits(p, p.at('issue')) : '',
      body: p.text('action') === 'opened' ? p.text('issue', 'body') : '',
    });
  },
  issue_comment: (p) =>
    commentMessage({
      actor: sender(p),
      verb: commentVerb(p),
      item: issue(p),
      place: place(p),
      commentUrl: p.text('comment', 'html_url'),
      body: p.text('action') === 'deleted' ? '' : p.text('comment', 'body'),
    }),
  issue_dependencies: (p) => {
    const blocked = p.at('blocked_issue');
    const blocking = p.at('blocking_issue');
    const name = (one: Payload) =>
      itemLink({
        kind: 'issue',
        id: one.text('number'),
        title: one.text('title'),
        url: one.text('html_url'),
      });
    const removed = p.text('action').endsWith('removed');
    return did(
      p,
      `${removed ? 'removed' : 'added'} a dependency: ${name(blocked)} is ${removed ? 'no longer ' : ''}blocked by ${name(blocking)}`,
    );
  },
  sub_issues: (p) => {
    const name = (one: Payload) =>
      itemLink({
        kind: 'issue',
        id: one.text('number'),
        title: one.text('title'),
        url: one.text('html_url'),
      });
    const removed = p.text('action').endsWith('removed');
    return did(
      p,
      `${removed ? 'removed' : 'added'} ${name(p.at('sub_issue'))} ${removed ? 'from' : 'to'} the sub-issues of ${name(p.at('parent_issue'))}`,
    );
  },
  pull_request: pullRequestMessage,
  pull_request_review: (p) => {
    const item = pullRequest(p);
    const state = p.text('action') === 'dismissed' ? 'dismissed' : p.text('review', 'state').toLowerCase();
    const verb =
      p.text('action') === 'edited'
        ? 'edited a review of'
        : Object.hasOwn(reviewVerbs, state)
          ? reviewVerbs[state]!
          : 'reviewed';
    const body = p.text('review', 'body');
    return message(
      itemTopic(place(p), item),
      sentence(
        `${who(sender(p))} ${link(verb, p.text('review', 'html_url'))} ${itemLink(item)}`,
        body === '' ? '.' : ':',
      ),
      quote(body),
    );
  },
  pull_request_review_comment: (p) =>
    commentMessage({
      actor: sender(p),
      verb: commentVerb(p),
      word: 'review comment',
      item: pullRequest(p),
      place: place(p),
      commentUrl: p.text('comment', 'html_url'),
      body: p.text('action') === 'deleted' ? '' : p.text('comment', 'body'),
    }),
  pull_request_review_thread: (p) =>
    itemMessage({
      actor: sender(p),
      verb: `${action(p)} a ${link('thread', p.list('thread', 'comments')[0]?.text('html_url') ?? '')} of`,
      item: pullRequest(p),
      place: place(p),
    }),
  merge_group: (p) =>
    about(
      p,
      `${p.text('action') === 'destroyed' ? 'A merge group was removed' : 'A merge group requests checks'}: ${code(shortRef(p.text('merge_group', 'head_ref')))} for ${code(shortRef(p.text('merge_group', 'base_ref')))} of ${repositoryLink(p)}`,
      facts([['Reason', words(p.text('reason'))]]),
    ),
  discussion: (p) => {
    const [verb] = verbOf(p);
    return itemMessage({
      actor: sender(p),
      verb: p.text('action') === 'category_changed' ? 'moved' : verb,
      item: discussion(p),
      rest: discussionRest(p),
      place: place(p),
      details: p.text('action') === 'edited' ? edits(p, p.at('discussion')) : '',
      body:
        p.text('action') === 'created'
          ? p.text('discussion', 'body')
          : p.text('action') === 'answered'
            ? p.text('answer', 'body')
            : '',
    });
  },
  discussion_comment: (p) =>
    commentMessage({
      actor: sender(p),
      verb: commentVerb(p),
      item: discussion(p),
      place: place(p),
      commentUrl: p.text('comment', 'html_url'),
      body: p.text('action') === 'deleted' ? '' : p.text('comment', 'body'),
    }),
  label: (p) =>
    did(
      p,
      `${action(p)} the label ${code(p.text('label', 'name'))} of ${repositoryLink(p)}`,
      edits(p, p.at('label')),
    ),
  milestone: (p) =>
    did(
      p,
      `${action(p)} the milestone ${link(p.text('milestone', 'title'), p.text('milestone', 'html_url'))} of ${repositoryLink(p)}`,
      edits(p, p.at('milestone')),
      p.text('action') === 'created' && quote(p.text('milestone', 'description')),
    ),
  release: (p) => {
    const release = p.at('release');
    return did(
      p,
      `${action(p)} ${release.at('prerelease').isTrue ? 'the pre-release' : 'the release'} ${link(release.firstText('name', 'tag_name'), release.text('html_url'))} of ${repositoryLink(p)}`,
      facts([
        ['Tag', code(release.text('tag_name'))],
        ['Files', release.count('assets') === 0 ? '' : count(release.count('assets'), 'file')],
      ]),
      /^(?:published|released|prereleased)$/.test(p.text('action')) && quote(release.text('body')),
    );
  },
};
