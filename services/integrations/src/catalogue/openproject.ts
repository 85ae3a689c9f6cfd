import { integration } from '../domain/integration.ts';
import { bold, facts, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { itemMessage } from './shared/items.ts';
import { message, sentence, topicOf, who } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const named = (p: Payload, key: string): string =>
  p.text('_embedded', key, 'name') || p.text('_links', key, 'title');

/** The address of a page, from the addresses of the interface for programs: known only when they are absolute. */
const page = (p: Payload, path: string): string => {
  const site = /^(https?:\/\/[^\s?#]+?)\/api\/v3\//.exec(p.text('_links', 'self', 'href'))?.[1];
  return site === undefined || !/^\d{1,12}$/.test(p.text('id')) ? '' : `${site}/${path}/${p.text('id')}`;
};

const workPackage: Renderer = (p, _request, event) => {
  const found = p.at('work_package').isObject
    ? p.at('work_package')
    : p.at('activity', '_embedded', 'workPackage');
  const isComment = event.startsWith('work_package_comment');
  return itemMessage({
    actor: named(p.at('activity'), 'user') || (event.endsWith('created') ? named(found, 'author') : ''),
    verb: isComment ? 'commented on' : event.endsWith('created') ? 'created' : 'changed',
    item: {
      kind: named(found, 'type').toLowerCase() || 'work package',
      id: found.text('id'),
      title: found.text('subject'),
      url: page(found, 'work_packages'),
    },
    place: named(found, 'project'),
    details: facts([
      ['State', isComment ? '' : plain(named(found, 'status'))],
      ['Priority', isComment ? '' : plain(named(found, 'priority'))],
      ['Assignee', isComment ? '' : plain(named(found, 'assignee'))],
    ]),
    body: isComment
      ? p.text('activity', 'comment', 'raw')
      : event.endsWith('created')
        ? found.text('description', 'raw')
        : '',
  });
};

const thing =
  (key: string, kind: string): Renderer =>
  (p, _request, event) => {
    const found = p.at(key);
    return message(
      topicOf('OpenProject', named(found, 'project') || found.text('name')),
      sentence(
        `${who(named(found, 'user') || named(found, 'author'))}: the ${kind} ${bold(found.firstText('name', 'fileName', 'hours', 'id')) || 'unknown'} was ${event.endsWith('created') ? 'created' : 'changed'}`,
      ),
      facts([
        [
          'Work package',
          plain(
            found.firstText(
              '_embedded.workPackage.subject',
              '_links.workPackage.title',
              '_links.entity.title',
              '_links.container.title',
            ),
          ),
        ],
      ]),
      quote(found.firstText('comment.raw', 'description.raw'), 500),
    );
  };

export const openproject = integration({
  name: 'openproject',
  title: 'OpenProject',
  icon: { text: 'OP', color: '#1a67a3' },
  category: 'project management',
  about: 'Posts work packages, comments, projects, times and files.',
  ...byEvent({
    title: 'OpenProject',
    renderers: {
      ...each(
        [
          'work_package:created',
          'work_package:updated',
          'work_package_comment:comment',
          'work_package_comment:internal_comment',
        ],
        workPackage,
      ),
      ...each(['project:created', 'project:updated'], thing('project', 'project')),
      'time_entry:created': thing('time_entry', 'time'),
      'attachment:created': thing('attachment', 'file'),
    },
    name: (p) => p.text('action'),
    needs: 'the field action',
  }),
  setup: [
    'As an administrator, open **Administration → API and webhooks → Webhooks** and add a webhook.',
    'Enter `{url}` as **Payload URL** and `{secret}` as **Signature secret**, and choose the events and projects.',
  ],
  verification: hmac('x-op-signature', 'sha1=', 'sha1'),
});
