import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { type Item, itemMessage } from './shared/items.ts';
import { change, message } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const kinds: Record<string, string> = {
  userstory: 'user story',
  relateduserstory: 'user story of an epic',
  wikipage: 'wiki page',
  milestone: 'sprint',
  epic: 'epic',
  task: 'task',
  issue: 'issue',
};

const verbs: Record<string, string> = { create: 'created', change: 'changed', delete: 'deleted' };

/** The values of a changed field: texts, or lists. */
const shown = (p: Payload): string =>
  p.text() ||
  p
    .list()
    .map((one) => one.text() || one.text('filename'))
    .join(', ') ||
  p.firstText('name');

const changes = (p: Payload): string =>
  facts(
    p.fields('change', 'diff').map(([field, value]) => {
      if (
        /^(?:description|content|.*_html|.*_diff|finish_date|order|kanban_order|sprint_order|backlog_order|us_order)$/.test(
          field,
        )
      ) {
        return [field, /^(?:description|content)$/.test(field) ? 'edited' : ''];
      }
      return [field.replaceAll('_', ' '), change(shown(value.at('from')), shown(value.at('to')) || 'none')];
    }),
  );

const item = (p: Payload): Item => {
  const data = p.at('data');
  return {
    kind: kinds[p.text('type')] ?? 'item',
    id: data.firstText('ref', 'user_story.ref'),
    title: data.firstText('subject', 'name', 'slug', 'user_story.subject'),
    url: data.firstText('permalink', 'user_story.permalink'),
  };
};

const show: Renderer = (p) => {
  const data = p.at('data');
  const comment = p.text('change', 'comment');
  const name = p.text('action');
  const isComment = comment !== '' && p.fields('change', 'diff').length === 0;
  return itemMessage({
    actor: p.firstText('by.full_name', 'by.username', 'by.name'),
    verb: isComment ? 'commented on' : (verbs[name] ?? 'changed'),
    item: item(p),
    place: data.firstText('project.name', 'epic.project.name'),
    details:
      name === 'change'
        ? changes(p)
        : name === 'create'
          ? facts([
              ['State', plain(data.text('status', 'name'))],
              ['Assigned to', plain(data.text('assigned_to', 'full_name'))],
              ['Sprint', plain(data.text('milestone', 'name'))],
            ])
          : '',
    body: name === 'change' ? comment : name === 'create' ? data.firstText('description', 'content') : '',
  });
};

export const taiga = integration({
  name: 'taiga',
  title: 'Taiga',
  icon: { text: 'T', color: '#83eede' },
  category: 'project management',
  about: 'Posts epics, user stories, tasks, issues, sprints and wiki pages.',
  ...byEvent({
    title: 'Taiga',
    renderers: { ...each(Object.keys(kinds), show), test: () => message('Taiga', 'Taiga is connected.') },
    name: (p) => p.text('type'),
    needs: 'the field type',
  }),
  setup: [
    'In the project, open **Settings → Integrations → Webhooks** and press **Add a new webhook**.',
    'Enter `{url}` as **URL**, and `{secret}` as **Secret key**. Press **Test**.',
  ],
  verification: hmac('x-taiga-webhook-signature', '', 'sha1'),
});
