import { partBefore, required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { itemMessage } from './shared/items.ts';
import { enumeration } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const verbs: Record<string, string> = {
  ticket_started: 'started',
  ticket_assigned: 'assigned',
  ticket_unassigned: 'unassigned',
  ticket_opened: 'opened',
  ticket_closed: 'closed',
  ticket_reopened: 'reopened',
  ticket_pending: 'set back',
  ticket_spam: 'marked as spam',
  ticket_tagged: 'tagged',
  agent_replied: 'replied to',
  customer_replied: 'replied to',
  note_added: 'added a note to',
};

const last = (address: string): string => decodeSafely(partBefore(address, '?').split('/').at(-1) ?? '');

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const show: Renderer = (p, _request, event) => {
  const links = p.at('links');
  const ticket = p.text('number') || last(links.text('ticket', 'href'));
  const by =
    event.startsWith('agent') || event === 'note_added'
      ? last(links.text('author', 'href'))
      : last(links.text('customer', 'href'));
  return itemMessage({
    actor: by || p.text('customer_name') || last(links.text('assignee', 'href')),
    verb: required(verbs[event], `entry for ${event}`),
    item: {
      kind: 'ticket',
      id: ticket,
      title: p.text('title'),
      url: p.firstText('app_url', 'app_ticket_url'),
    },
    rest:
      event === 'ticket_assigned'
        ? `to ${plain(p.firstText('assignee') || last(links.text('assignee', 'href')) || p.text('assigned_group') || 'somebody')}`
        : '',
    place: 'Groove',
    details: facts([
      ['Tags', event === 'ticket_tagged' ? enumeration(p.list('tags').map((tag) => plain(tag.text()))) : ''],
    ]),
    body: /started|replied|note/.test(event)
      ? htmlText(p.firstText('plain_text_body', 'body', 'last_message_plain_text'))
      : '',
  });
};

/** The event stands in a header, or follows from the payload. */
const eventOf = (p: Payload): string =>
  p.at('note').isTrue
    ? 'note_added'
    : p.at('agent_response').isTrue
      ? 'agent_replied'
      : p.at('plain_text_body').exists
        ? 'customer_replied'
        : '';

export const groove = integration({
  name: 'groove',
  title: 'Groove',
  icon: { text: 'G', color: '#4fcb9f' },
  category: 'support',
  about: 'Posts tickets, replies and notes.',
  ...byEvent({
    title: 'Groove',
    renderers: each(Object.keys(verbs), show),
    name: (p, { headers }) => headers['x-groove-event'] || eventOf(p),
    needs: 'the header X-Groove-Event',
  }),
  setup: [
    'In Groove, open **Settings → API → Webhooks**.',
    'Enter `{url}`, choose the events, and press **Add webhook**.',
    'To have senders verified, enter the secret of the webhook here as `{secret}`.',
  ],
  verification: hmac('x-groove-signature', '', 'sha1'),
});
