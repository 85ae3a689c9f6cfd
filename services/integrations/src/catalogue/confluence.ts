import { integration } from '../domain/integration.ts';
import { bold, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, ignored, type Renderer } from './shared/events.ts';
import { count, message, sentence, topicOf, who } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const actor = (p: Payload, found: Payload): string =>
  found.firstText('lastModifierName', 'creatorName') || p.firstText('user.fullName', 'userName');

/** The space of a thing, or of the page on which it stands. */
const space = (found: Payload): string =>
  found.firstText('space.title', 'space.name', 'spaceKey', 'space.key', 'parent.spaceKey');

const named = (kind: string, found: Payload): string => {
  const title = found.firstText('title', 'fileName', 'name', 'fullName', 'username', 'key');
  return title === '' ? `a ${kind}` : `the ${kind} ${link(title, found.text('self'))}`;
};

/** Verbs of events about a page, blog post, comment, file, space, group or person. */
const verbs: Record<string, string> = {
  created: 'created',
  updated: 'changed',
  removed: 'deleted',
  trashed: 'moved to the trash:',
  restored: 'restored',
  moved: 'moved',
  copied: 'copied',
  archived: 'archived',
  unarchived: 'took out of the archive:',
  published: 'published',
  children_reordered: 'reordered what is below',
  initialized: 'started the live page',
  started: 'edited for the first time:',
  snapshotted: 'edited again:',
  permissions_updated: 'changed the permissions of',
  logo_updated: 'changed the logo of',
};

const kinds: Record<string, string> = {
  page: 'page',
  blog: 'blog post',
  content: 'content',
  comment: 'comment',
  attachment: 'file',
  space: 'space',
  group: 'group',
};

/** The page of a comment, or to which files are attached. */
const pageOf = (p: Payload, kind: string): Payload =>
  kind === 'attachment' ? p.at('attachedTo') : kind === 'comment' ? p.at('comment', 'parent') : p.at('none');

const thing: Renderer = (p, _request, event) => {
  const [kind = '', ...rest] = event.split('_');
  const found = kind === 'attachment' ? p.at('attachments', 0) : p.at(kind);
  const page = pageOf(p, kind);
  const more = p.count('attachments') - 1;
  const others = kind === 'attachment' && more > 0 ? ` and ${count(more, 'more file')}` : '';
  const isPlace = kind === 'space' || kind === 'group';
  return message(
    topicOf(
      'Confluence',
      space(found) || space(page),
      isPlace ? '' : page.isObject ? page.text('title') : found.text('title'),
    ),
    sentence(
      `${who(actor(p, found))} ${verbs[rest.join('_')]!} ${named(kinds[kind]!, found)}${others}${page.isObject ? ` on ${named('page', page)}` : ''}`,
    ),
    kind === 'comment' && quote(found.firstText('body', 'content')),
  );
};

const label: Renderer = (p, _request, event) => {
  const said: Record<string, string> = {
    label_added: 'was added to',
    label_removed: 'was removed from',
    label_created: 'was created',
    label_deleted: 'was deleted',
  };
  const target = p.at('labeled').isObject ? p.at('labeled') : p.at('content');
  const on = /added|removed/.test(event) ? ` ${named(target.text('contentType') || 'page', target)}` : '';
  return message(
    topicOf('Confluence', space(target), target.text('title')),
    sentence(
      `The label ${bold(p.firstText('label.name', 'label.title')) || 'without a name'} ${said[event]!}${on}`,
    ),
  );
};

const person: Renderer = (p, _request, event) => {
  const said: Record<string, string> = {
    user_created: 'has an account now',
    user_deactivated: 'was deactivated',
    user_reactivated: 'was reactivated',
    user_removed: 'was deleted',
    user_followed: 'has a new follower',
  };
  const name = p.firstText('user.fullName', 'user.username', 'userProfile.fullName', 'userProfile.username');
  return message(
    'Confluence',
    sentence(`${who(name)} ${said[event]!}`),
    facts([['Name', plain(p.text('user', 'username'))]]),
  );
};

const events = (kind: string, ...suffixes: readonly string[]): string[] =>
  suffixes.map((suffix) => `${kind}_${suffix}`);

export const confluence = integration({
  name: 'confluence',
  title: 'Confluence',
  icon: { text: 'Cf', color: '#1868db' },
  category: 'project management',
  about: 'Posts pages, blog posts, comments, files and spaces that are created, changed and deleted.',
  ...byEvent({
    title: 'Confluence',
    renderers: {
      ...each(
        [
          ...events(
            'page',
            'created',
            'updated',
            'removed',
            'trashed',
            'restored',
            'moved',
            'copied',
            'archived',
            'unarchived',
            'published',
            'initialized',
            'started',
            'snapshotted',
            'children_reordered',
          ),
          ...events('blog', 'created', 'updated', 'removed', 'trashed', 'restored', 'moved'),
          ...events('content', 'created', 'updated', 'removed', 'trashed', 'restored', 'permissions_updated'),
          ...events('comment', 'created', 'updated', 'removed'),
          ...events(
            'attachment',
            'created',
            'updated',
            'removed',
            'trashed',
            'restored',
            'archived',
            'unarchived',
          ),
          ...events('space', 'created', 'updated', 'removed', 'permissions_updated', 'logo_updated'),
          ...events('group', 'created', 'removed'),
        ],
        thing,
      ),
      ...each(['label_added', 'label_created', 'label_deleted', 'label_removed'], label),
      ...each(
        ['user_created', 'user_deactivated', 'user_followed', 'user_reactivated', 'user_removed'],
        person,
      ),
      ...each(['relation_created', 'relation_deleted'], (p, _request, event) =>
        message(
          'Confluence',
          sentence(
            `The relation ${bold(p.text('relationData', 'relationName')) || 'of two things'} was ${event === 'relation_created' ? 'created' : 'deleted'}`,
          ),
        ),
      ),
      ...each(['connect_addon_enabled', 'connect_addon_disabled'], (p, _request, event) =>
        message(
          'Confluence',
          sentence(
            `The app ${bold(p.firstText('key', 'addon.key')) || 'of a vendor'} was turned ${event === 'connect_addon_enabled' ? 'on' : 'off'}`,
          ),
        ),
      ),
      ...each(['theme_enabled'], (p) =>
        message('Confluence', sentence(`The theme of ${named('space', p.at('space'))} was changed`)),
      ),
      ...each(['attachment_viewed', 'blog_viewed', 'content_viewed', 'page_viewed', 'search_performed'], () =>
        ignored('That somebody reads or searches is no message.'),
      ),
    },
    name: (p) => p.firstText('event', 'eventType', 'webhookEvent'),
    needs: 'the field event',
  }),
  setup: [
    'In Confluence, open **Administration → General Configuration → Webhooks** and press **Create**.',
    'Enter `{url}` as **URL**, choose the events, and press **Test connection**.',
    'To have senders verified, enter `{secret}` as **Secret**.',
  ],
  verification: hmac('x-hub-signature', 'sha256='),
});
