import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { type Item, itemMessage } from './shared/items.ts';
import { change } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

/** The plugin redmine_webhook wraps everything; Redmine itself has a type and data. */
const root = (p: Payload): Payload =>
  p.at('payload').isObject ? p.at('payload') : p.at('data').isObject ? p.at('data') : p;

const person = (p: Payload): string =>
  p.firstText('name', 'login') ||
  [p.text('firstname'), p.text('lastname')].filter((part) => part !== '').join(' ');

const kinds = ['issue', 'news', 'wiki_page', 'version', 'time_entry'];
const events = kinds.flatMap((kind) => ['created', 'updated', 'deleted'].map((what) => `${kind}.${what}`));

const item = (p: Payload, kind: string): Item => {
  const found = root(p).at(kind);
  return {
    kind: kind === 'issue' ? found.text('tracker', 'name').toLowerCase() || 'issue' : kind.replace('_', ' '),
    id: kind === 'issue' ? found.text('id') : '',
    title: found.firstText('subject', 'title', 'name', 'comments'),
    url: root(p).text('url') || found.text('url'),
  };
};

const show: Renderer = (p, _request, event) => {
  const [kind = 'issue', what = 'updated'] = event.split('.');
  const found = root(p).at(kind);
  const journal = root(p).at('journal').isObject
    ? root(p).at('journal')
    : (found.list('journals').at(-1) ?? root(p).at('none'));
  return itemMessage({
    actor:
      person(journal.at('author')) ||
      person(journal.at('user')) ||
      person(root(p).at('user')) ||
      person(found.at('author')) ||
      person(found.at('user')),
    verb:
      what === 'updated' && journal.text('notes') !== '' && journal.list('details').length === 0
        ? 'commented on'
        : what,
    item: item(p, kind),
    place: found.text('project', 'name'),
    details: facts([
      ...journal
        .list('details')
        .map(
          (one) =>
            [
              (one.firstText('prop_key', 'name') || 'value').replace(/_id$/, '').replaceAll('_', ' '),
              change(one.text('old_value'), one.firstText('value', 'new_value') || 'none'),
            ] as const,
        ),
      ...(what === 'created'
        ? ([
            ['State', plain(found.text('status', 'name'))],
            ['Priority', plain(found.text('priority', 'name'))],
            ['Assignee', plain(person(found.at('assignee')) || person(found.at('assigned_to')))],
            ['Hours', plain(found.text('hours'))],
          ] as const)
        : []),
    ]),
    body:
      what === 'created'
        ? found.firstText('description', 'text')
        : what === 'updated'
          ? journal.text('notes')
          : '',
  });
};

export const redmine = integration({
  name: 'redmine',
  title: 'Redmine',
  icon: { text: 'R', color: '#b32024' },
  category: 'project management',
  about: 'Posts issues, news, wiki pages, versions and times.',
  ...byEvent({
    title: 'Redmine',
    renderers: each(events, show),
    name: (p) =>
      p.text('type') ||
      { opened: 'issue.created', updated: 'issue.updated', closed: 'issue.updated' }[
        p.text('payload', 'action')
      ] ||
      '',
    needs: 'the field type or payload.action',
  }),
  setup: [
    'As an administrator, turn webhooks on under **Administration → Settings → API** (Redmine 6.1 or later; before, install the plugin redmine_webhook).',
    'Open **My account → Webhooks** (with the plugin the tab **WebHook** of the project) and enter `{url}`.',
    'To have senders verified, enter `{secret}` as **Secret**.',
  ],
  verification: hmac('x-redmine-signature-256', 'sha256='),
});
