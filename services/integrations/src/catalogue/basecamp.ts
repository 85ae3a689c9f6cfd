import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';

const events = [
  ...[
    'client_approval',
    'client_forward',
    'client_reply',
    'cloud_file',
    'comment',
    'document',
    'forward',
    'google_document',
    'inbox_forward',
    'message',
    'question',
    'question_answer',
    'schedule_entry',
    'todo',
    'todolist',
    'todolist_group',
    'upload',
    'vault',
    'kanban_card',
    'kanban_column',
    'kanban_step',
  ].flatMap((kind) =>
    [
      'created',
      'archived',
      'unarchived',
      'trashed',
      'untrashed',
      'content_changed',
      'title_changed',
      'copied',
      'inserted',
      'moved',
    ].map((what) => `${kind}_${what}`),
  ),
  ...[
    'todo_completed',
    'todo_uncompleted',
    'todo_assignment_changed',
    'todo_due_on_changed',
    'todo_group_changed',
    'todolist_name_changed',
    'todolist_description_changed',
    'message_subject_changed',
    'question_paused',
    'question_resumed',
    'schedule_entry_rescheduled',
    'vault_updated',
    'kanban_card_completed',
    'kanban_card_assignment_changed',
    'kanban_card_due_on_changed',
    'kanban_step_completed',
    'kanban_step_uncompleted',
    'kanban_step_assignment_changed',
  ],
];

const show: Renderer = (p, _request, event) => {
  const recording = p.at('recording');
  const [, kind = '', did = ''] =
    /^(.*?)_((?:content|title|name|subject|description|assignment|due_on|group)_changed|[a-z]+)$/.exec(
      event,
    ) ?? [];
  const text = htmlText(
    event.endsWith('created') ? recording.text('content') || p.text('details', 'notes') : '',
  );
  return message(
    topicOf('Basecamp', recording.text('bucket', 'name')),
    sentence(
      `${who(p.text('creator', 'name'))}: ${words(kind || event)} ${link(recording.firstText('title', 'subject') || 'unknown', recording.text('app_url'))} ${words(did)}`,
      text === '' ? '.' : ':',
    ),
    quote(text),
    facts([
      [
        'In',
        recording.at('parent').exists
          ? link(recording.text('parent', 'title'), recording.text('parent', 'app_url'))
          : '',
      ],
      ['Due', plain(recording.text('due_on'))],
    ]),
  );
};

export const basecamp = integration({
  name: 'basecamp',
  title: 'Basecamp',
  icon: { text: 'B', color: '#1d2d35' },
  category: 'project management',
  about: 'Posts messages, to-dos, cards, documents, questions and schedules.',
  ...byEvent({
    title: 'Basecamp',
    renderers: each(events, show),
    name: (p) => p.text('kind'),
    needs: 'the field kind',
  }),
  setup: [
    'In the project, open its menu, **Set up webhooks** and **Add a new webhook**.',
    'Enter `{url}` as **Payload URL**, and choose the kinds.',
  ],
});
