import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { itemMessage } from './shared/items.ts';
import { change } from './shared/sentences.ts';

const verbs: Record<string, string> = {
  issueCreated: 'created',
  issueUpdated: 'changed',
  issueDeleted: 'deleted',
  issueResolved: 'resolved',
  issueReopened: 'reopened',
  commentAdded: 'commented on',
  commentUpdated: 'edited a comment on',
  commentDeleted: 'deleted a comment on',
  attachmentAdded: 'attached a file to',
  workItemAdded: 'logged work on',
};

const shown = (p: Payload): string => p.text() || p.firstText('name', 'fullName', 'login', 'presentation');

const show: Renderer = (p, _request, event) => {
  const issue = p.at('issue').isObject ? p.at('issue') : p;
  return itemMessage({
    actor: p.firstText(
      'author.fullName',
      'author.login',
      'author',
      'updatedBy.fullName',
      'updatedBy',
      'user',
    ),
    verb: required(verbs[event], `entry for ${event}`),
    item: {
      kind: 'issue',
      id: issue.firstText('idReadable', 'id'),
      title: issue.text('summary'),
      url: issue.text('url'),
    },
    place: issue.firstText('project.name', 'project.shortName', 'project'),
    details: facts([
      ...p
        .list('changes')
        .map(
          (one) =>
            [
              one.firstText('name', 'field') || 'field',
              change(
                shown(one.at('oldValue')),
                shown(one.at('value')) || shown(one.at('newValue')) || 'none',
              ),
            ] as const,
        ),
      ...p
        .fields('changes')
        .map(
          ([field, one]) =>
            [
              field,
              change(shown(one.at('oldValue')), shown(one.at('newValue')) || shown(one) || 'none'),
            ] as const,
        ),
    ]),
    body: /^comment/.test(event)
      ? p.firstText('comment.text', 'comment')
      : event === 'issueCreated'
        ? issue.text('description')
        : '',
  });
};

const eventOf = (p: Payload): string =>
  p.firstText('event', 'eventType') ||
  (p.at('comment').exists
    ? 'commentAdded'
    : p.at('summary').exists || p.at('issue').isObject
      ? 'issueUpdated'
      : '');

export const youtrack = integration({
  name: 'youtrack',
  title: 'YouTrack',
  icon: { text: 'YT', color: '#ff318c' },
  category: 'project management',
  about: 'Posts issues and comments, which a workflow sends.',
  ...byEvent({
    title: 'YouTrack',
    renderers: each(Object.keys(verbs), show),
    name: eventOf,
    needs: 'the field event',
  }),
  setup: [
    'In YouTrack, open **Administration → Workflows** and create a workflow with an on-change rule.',
    'In its action enter `const http = require("@jetbrains/youtrack-scripting-api/http"); const issue = ctx.issue; const c = new http.Connection("{url}"); c.addHeader("Content-Type", "application/json"); c.postSync("", [], JSON.stringify({event: issue.becomesReported ? "issueCreated" : issue.becomesResolved ? "issueResolved" : issue.comments.added.isNotEmpty() ? "commentAdded" : "issueUpdated", id: issue.id, summary: issue.summary, url: issue.url, description: issue.description, project: issue.project.name, author: ctx.currentUser.fullName, comment: issue.comments.added.isNotEmpty() ? issue.comments.added.first().text : ""}));`.',
    'Attach the workflow to your projects.',
  ],
});
