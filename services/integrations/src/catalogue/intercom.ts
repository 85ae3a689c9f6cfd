import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { enumeration, message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const conversationVerbs: Record<string, string> = {
  'conversation.user.created': 'started',
  'conversation.user.replied': 'replied to',
  'conversation.admin.replied': 'replied to',
  'conversation.admin.replied.translated': 'has a translated reply in',
  'conversation.admin.single.created': 'started',
  'conversation.admin.assigned': 'assigned',
  'conversation.admin.noted': 'added a note to',
  'conversation.admin.closed': 'closed',
  'conversation.admin.opened': 'opened',
  'conversation.admin.open.assigned': 'assigned',
  'conversation.admin.snoozed': 'snoozed',
  'conversation.admin.unsnoozed': 'unsnoozed',
  'conversation.operator.replied': 'replied to',
  'conversation.contact.attached': 'was added to',
  'conversation.contact.detached': 'was removed from',
  'conversation.company.updated': 'changed the company of',
  'conversation.deleted': 'deleted',
  'conversation.priority.updated': 'changed the priority of',
  'conversation.rating.added': 'rated',
  'conversation.rating.remarked': 'added a remark to the rating of',
  'conversation.read': 'read',
  'conversation_part.tag.created': 'tagged',
  'conversation_part.redacted': 'redacted a part of',
};

const ticketVerbs: Record<string, string> = {
  'ticket.created': 'created',
  'ticket.closed': 'closed',
  'ticket.state.updated': 'changed the state of',
  'ticket.attribute.updated': 'changed',
  'ticket.admin.assigned': 'assigned',
  'ticket.team.assigned': 'assigned',
  'ticket.admin.replied': 'replied to',
  'ticket.admin.replied.translated': 'has a translated reply in',
  'ticket.contact.attached': 'was added to',
  'ticket.contact.detached': 'was removed from',
  'ticket.contact.replied': 'replied to',
  'ticket.note.created': 'added a note to',
  'ticket.rating.provided': 'rated',
};

const things =
  'contact.added_email contact.archived contact.attribute_updated contact.company.attached contact.company.detached contact.created contact.deleted contact.email.updated contact.lead.added_email contact.lead.created contact.lead.signed_up contact.lead.tag.created contact.lead.tag.deleted contact.lead.updated contact.merged contact.signed_up contact.subscribed contact.tag.created contact.tag.deleted contact.unsubscribed contact.unsubscribed_from_sms contact.updated contact.user.created contact.user.tag.created contact.user.tag.deleted contact.user.updated user.created user.deleted user.email.updated user.tag.created user.tag.deleted user.unsubscribed user.unsubscribed_from_sms visitor.signed_up company.created company.updated company.deleted company.contact.attached company.contact.detached admin.added_to_workspace admin.removed_from_workspace admin.logged_in admin.logged_out admin.away_mode_updated admin.activity_log_event.created event.created call.started call.ended call.answered job.completed contact.unarchived article.created article.updated article.published article.unpublished article.deleted api_request.completed granular.subscribe granular.unsubscribe content_stat.news_item content_stat.post content_stat.tour content_stat.carousel content_stat.survey content_stat.email content_stat.chat content_stat.push content_stat.banner content_stat.checklist content_stat.custom_bot content_stat.series content_stat.series.webhook content_stat.sms content_stat.tooltip_group'.split(
    ' ',
  );

const item = (p: Payload): Payload => p.at('data', 'item');

/** The person of the last part, or of the whole. */
const actor = (p: Payload): string => {
  const part = item(p).list('conversation_parts', 'conversation_parts')[0] ?? p.at('none');
  const author = part.at('author').isObject ? part.at('author') : item(p).at('source', 'author');
  return (
    author.firstText('name', 'email') ||
    item(p).firstText('user.name', 'user.email', 'contacts.contacts.0.name', 'contact.name')
  );
};

const conversation: Renderer = (p, _request, event) => {
  const found = item(p);
  const parts = found.list('conversation_parts', 'conversation_parts');
  const text = htmlText(
    parts.map((part) => part.text('body')).find((body) => body !== '') ||
      (/created$/.test(event) ? found.firstText('source.body', 'conversation_message.body') : ''),
  );
  const title =
    htmlText(found.firstText('title', 'source.subject', 'conversation_message.subject')) || found.text('id');
  const name = link(`conversation ${title}`.trim(), found.firstText('links.conversation_web'));
  return message(
    topicOf('Intercom', `Conversation ${found.text('id')}`.trim()),
    sentence(
      `${who(actor(p))} ${required(conversationVerbs[event], `entry for ${event}`)} ${name}`,
      text === '' ? '.' : ':',
    ),
    quote(text),
    facts([
      [
        'Assigned to',
        /assigned/.test(event)
          ? plain(found.firstText('assignee.name', 'assignee.email', 'admin_assignee.name'))
          : '',
      ],
      [
        'Tags',
        /tag/.test(event)
          ? enumeration(
              [...found.list('tags', 'tags'), ...found.list('tags_added', 'tags')].map((tag) =>
                plain(tag.text('name')),
              ),
            )
          : '',
      ],
      ['Rating', /rating/.test(event) ? plain(found.text('conversation_rating', 'rating')) : ''],
      ['Remark', /rating/.test(event) ? plain(found.text('conversation_rating', 'remark'), 500) : ''],
      ['Priority', /priority/.test(event) ? words(found.text('priority')) : ''],
    ]),
  );
};

const ticket: Renderer = (p, _request, event) => {
  const found = item(p).at('ticket').isObject ? item(p).at('ticket') : item(p);
  const title = found.firstText('ticket_attributes._default_title_', 'title', 'ticket_attributes.title');
  const part = item(p).at('ticket_part').isObject
    ? item(p).at('ticket_part')
    : (found.list('ticket_parts', 'ticket_parts').at(-1) ?? p.at('none'));
  const text = htmlText(
    part.text('body') ||
      (event === 'ticket.created' ? found.firstText('ticket_attributes._default_description_') : ''),
  );
  return message(
    topicOf('Intercom', `Ticket ${found.firstText('ticket_id', 'id')}`.trim()),
    sentence(
      `${who(part.firstText('author.name') || item(p).firstText('admin.name', 'contact.name', 'contacts.contacts.0.name'))} ${required(ticketVerbs[event], `entry for ${event}`)} ${link(`ticket ${found.firstText('ticket_id', 'id')} ${title}`.trim(), found.firstText('links.ticket_web', 'url'))}`,
      text === '' ? '.' : ':',
    ),
    quote(text),
    facts([
      [
        'State',
        /state|created|closed/.test(event)
          ? words(
              found.firstText('ticket_state', 'ticket_state.internal_label', 'ticket_state_internal_label'),
            )
          : '',
      ],
      ['Kind', plain(found.text('ticket_type', 'name'))],
    ]),
  );
};

const thing: Renderer = (p, _request, event) => {
  const found = item(p);
  const subject = found.at('contact').isObject
    ? found.at('contact')
    : found.at('user').isObject
      ? found.at('user')
      : found;
  const [kind = '', ...rest] = event.split('.');
  const name = subject.firstText('name', 'email', 'pseudonym', 'event_name', 'id') || 'unknown';
  return message(
    topicOf('Intercom', `${words(kind)}`),
    sentence(
      `${words(kind)} ${link(name, subject.text('app_url') || subject.text('links', 'contact_web'))}: ${words(rest.join(' '))}`,
    ),
    facts([
      ['Mail', subject.text('name') === '' ? '' : plain(subject.text('email'))],
      ['Tag', plain(found.text('tag', 'name'))],
      ['Event', plain(found.firstText('event_name', 'activity_description'))],
      ['Company', plain(found.firstText('company.name'))],
    ]),
  );
};

export const intercom = integration({
  name: 'intercom',
  title: 'Intercom',
  icon: { text: 'I', color: '#1f8ded' },
  category: 'support',
  about: 'Posts conversations, tickets, contacts, companies and calls.',
  ...byEvent({
    title: 'Intercom',
    renderers: {
      ...each(Object.keys(conversationVerbs), conversation),
      ...each(Object.keys(ticketVerbs), ticket),
      ...each(things, thing),
      ping: (p) => message('Intercom', 'Intercom is connected.', quote(p.text('data', 'item', 'message'))),
    },
    name: (p) => p.text('topic'),
    needs: 'the field topic',
  }),
  setup: [
    'In the Developer Hub of Intercom, open your app and **Configure → Webhooks**.',
    'Enter `{url}` as **Endpoint URL**, and choose the topics.',
    'To have senders verified, enter the **Client secret** of the app here as `{secret}`.',
  ],
  verification: hmac('x-hub-signature', 'sha1=', 'sha1'),
});
