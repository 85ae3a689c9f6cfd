import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { change, message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const events =
  'taskCreated taskUpdated taskDeleted taskPriorityUpdated taskStatusUpdated taskAssigneeUpdated taskDueDateUpdated taskTagUpdated taskMoved taskCommentPosted taskCommentUpdated taskTimeEstimateUpdated taskTimeTrackedUpdated listCreated listUpdated listDeleted folderCreated folderUpdated folderDeleted spaceCreated spaceUpdated spaceDeleted goalCreated goalUpdated goalDeleted keyResultCreated keyResultUpdated keyResultDeleted'.split(
    ' ',
  );

const verbs: Record<string, string> = {
  Created: 'created',
  Updated: 'changed',
  Deleted: 'deleted',
  PriorityUpdated: 'changed the priority of',
  StatusUpdated: 'changed the state of',
  AssigneeUpdated: 'changed the assignees of',
  DueDateUpdated: 'changed the due date of',
  TagUpdated: 'changed the tags of',
  Moved: 'moved',
  CommentPosted: 'commented on',
  CommentUpdated: 'edited a comment on',
  TimeEstimateUpdated: 'changed the estimate of',
  TimeTrackedUpdated: 'changed the time of',
};

const named = (p: Payload): string =>
  p.text() ||
  p.firstText('status', 'username', 'name', 'priority', 'email') ||
  p
    .list()
    .map((one) => one.firstText('name', 'username'))
    .join(', ');

const show: Renderer = (p, _request, event) => {
  const [, kind = 'thing', did = ''] = /^(task|list|folder|space|goal|keyResult)(\w+)$/.exec(event) ?? [];
  const id = p.firstText(`${kind.replace('keyResult', 'key_result')}_id`, 'task_id', 'list_id');
  const history = p.list('history_items');
  const actor = history[0]?.firstText('user.username', 'user.email') ?? '';
  const name = `${words(kind)} ${p.firstText('name', 'task.name') || id}`.trim();
  const comment = /Comment/.test(event) ? (history[0]?.firstText('comment.text_content', 'after') ?? '') : '';
  return message(
    topicOf('ClickUp', p.text('name') === '' ? '' : p.text('name')),
    sentence(
      `${who(actor)} ${required(verbs[did], `entry for ${did}`)} ${link(name, kind === 'task' && /^\w{1,40}$/.test(id) ? `https://app.clickup.com/t/${id}` : '')}`,
      comment === '' ? '.' : ':',
    ),
    /Comment/.test(event)
      ? quote(comment)
      : facts(
          history.map((item) => [
            words(item.text('field')) || 'value',
            change(named(item.at('before')), named(item.at('after')) || 'none'),
          ]),
        ),
    facts([['List', plain(history[0]?.text('parent_name') ?? '')]]),
  );
};

export const clickup = integration({
  name: 'clickup',
  title: 'ClickUp',
  icon: { text: 'CU', color: '#7b68ee' },
  category: 'project management',
  about: 'Posts tasks, comments, lists, folders, spaces and goals.',
  ...byEvent({
    title: 'ClickUp',
    renderers: each(events, show),
    name: (p) => p.text('event'),
    needs: 'the field event',
  }),
  setup: [
    'Get a token in ClickUp under **Settings → Apps**.',
    'Send `POST https://api.clickup.com/api/v2/team/<ID of the workspace>/webhook` with the token and `{"endpoint": "{url}", "events": ["*"]}`.',
    'The answer has the secret of the webhook. To have senders verified, enter it here as `{secret}`.',
  ],
  verification: hmac('x-signature'),
});
