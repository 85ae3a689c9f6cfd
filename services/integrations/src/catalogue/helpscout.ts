import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { bold, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { itemMessage } from './shared/items.ts';
import { enumeration, message, sentence, words } from './shared/sentences.ts';
import { hmacBase64 } from './shared/signatures.ts';

const person = (p: Payload): string =>
  [p.firstText('first', 'firstName'), p.firstText('last', 'lastName')]
    .filter((part) => part !== '')
    .join(' ') || p.text('email');

const verbs: Record<string, string> = {
  'convo.created': 'started',
  'convo.agent.reply.created': 'replied to',
  'convo.customer.reply.created': 'replied to',
  'convo.ai-answers-email.reply.created': 'replied to',
  'convo.ai-answers-email.resolution': 'resolved',
  'convo.note.created': 'added a note to',
  'convo.assigned': 'assigned',
  'convo.deleted': 'deleted',
  'convo.merged': 'merged',
  'convo.moved': 'moved',
  'convo.status': 'changed the state of',
  'convo.tags': 'changed the tags of',
  'convo.custom-fields': 'changed fields of',
};

const conversation: Renderer = (p, _request, event) => {
  const threads =
    p.list('_embedded', 'threads').length > 0 ? p.list('_embedded', 'threads') : p.list('threads');
  const thread = threads.find((one) => one.text('body') !== '') ?? p.at('none');
  const shows = /created$/.test(event);
  return itemMessage({
    actor:
      person(shows ? thread.at('createdBy') : p.at('closedByUser')) ||
      person(
        event.includes('customer') || event === 'convo.created' ? p.at('primaryCustomer') : p.at('none'),
      ) ||
      person(p.at('createdBy')),
    verb: required(verbs[event], `entry for ${event}`),
    item: {
      kind: 'conversation',
      id: p.text('number'),
      title: p.text('subject'),
      url: p.firstText('_links.web.href'),
    },
    rest:
      event === 'convo.assigned' && person(p.at('assignee')) !== ''
        ? `to ${plain(person(p.at('assignee')))}`
        : '',
    place: 'Help Scout',
    details: facts([
      ['State', event === 'convo.status' ? words(p.text('status')) : ''],
      [
        'Tags',
        event === 'convo.tags'
          ? enumeration(p.list('tags').map((tag) => plain(tag.firstText('tag', 'name') || tag.text())))
          : '',
      ],
      ...(event === 'convo.custom-fields'
        ? p
            .list('customFields')
            .map((field) => [field.text('name') || 'Field', plain(field.firstText('text', 'value'))] as const)
        : []),
    ]),
    body: shows ? htmlText(thread.text('body') || (event === 'convo.created' ? p.text('preview') : '')) : '',
  });
};

const others =
  'customer.created customer.updated customer.deleted organization.created organization.updated organization.deleted tag.created tag.updated tag.deleted message.survey.response.received beacon.chat.created beacon.chat.customer.replied'.split(
    ' ',
  );

const thing: Renderer = (p, _request, event) =>
  message(
    'Help Scout',
    sentence(
      `${words(event.split('.').slice(0, -1).join(' '))} ${link(person(p) || p.firstText('name', 'subject', 'id') || 'unknown', p.firstText('_links.web.href'))} was ${words(event.split('.').at(-1) ?? '')}`,
    ),
    quote(htmlText(p.firstText('preview', 'text', 'background')), 1_000),
  );

export const helpscout = integration({
  name: 'helpscout',
  title: 'Help Scout',
  icon: { text: 'HS', color: '#1292ee' },
  category: 'support',
  about: 'Posts conversations, replies, notes, ratings and customers.',
  ...byEvent({
    title: 'Help Scout',
    renderers: {
      ...each(Object.keys(verbs), conversation),
      ...each(others, thing),
      'user.status.changed': (p) =>
        message(
          'Help Scout',
          sentence(
            `${bold(person(p) || p.firstText('name', 'email')) || 'Somebody'} is ${words(p.firstText('status', 'availability')) || 'in another status'}`,
          ),
        ),
      'satisfaction.ratings': (p) =>
        message(
          'Help Scout',
          sentence(
            `${plain(person(p.at('customer')) || 'A customer')} rated ${link(p.firstText('conversation.subject', 'threadId') || 'a conversation', p.firstText('_links.web.href'))}: ${words(p.firstText('rating')) || 'unknown'}`,
          ),
          quote(p.text('comments')),
        ),
    },
    name: (_, { headers }) => headers['x-helpscout-event'] ?? '',
    needs: 'the header X-HelpScout-Event',
  }),
  setup: [
    'In Help Scout, open **Manage → Apps → Webhooks** and install the app.',
    'Enter `{secret}` as **Secret Key** and `{url}` as **Callback URL**, and choose the events.',
  ],
  verification: hmacBase64('x-helpscout-signature', 'sha1'),
});
