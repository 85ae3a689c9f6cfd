import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { itemMessage } from './shared/items.ts';
import { change, words } from './shared/sentences.ts';

const ticket = (p: Payload): Payload => (p.at('freshdesk_webhook').isObject ? p.at('freshdesk_webhook') : p);

const verbs: Record<string, string> = {
  created: 'created',
  updated: 'changed',
  status: 'changed the state of',
  priority: 'changed the priority of',
  note_type: 'added a note to',
  reply: 'replied to',
};

/** `{status:{from:4,to:2}}` and the like: the event that set off the automation. */
function eventOf(p: Payload): string {
  const found = ticket(p);
  const text = found.firstText('triggered_event', 'ticket_triggered_event').slice(0, 500);
  const name = /^\{?\s*(\w+)\s*:/.exec(text)?.[1] ?? '';
  if (/:\s*created/.test(text) || name === 'ticket_action')
    return /updated/.test(text) ? 'updated' : 'created';
  if (Object.hasOwn(verbs, name)) return name;
  if (name !== '') return /reply|sent_email/.test(name) ? 'reply' : 'updated';
  return found.firstText('ticket_id', 'ticket_subject') === '' ? '' : 'updated';
}

const show: Renderer = (p, _request, event) => {
  const found = ticket(p);
  const text = found.firstText('triggered_event', 'ticket_triggered_event').slice(0, 500);
  const [, from = '', to = ''] = /from:([^,}]*),\s*to:([^,}]*)/.exec(text) ?? [];
  return itemMessage({
    actor: found.firstText(
      'ticket_agent_name',
      'agent_name',
      'requester_name',
      'ticket_requester_name',
      'requester_email',
      'ticket_requester_email',
    ),
    verb: required(verbs[event], `entry for ${event}`),
    item: {
      kind: 'ticket',
      id: found.text('ticket_id').replace(/^INC-/, ''),
      title: found.text('ticket_subject'),
      url: found.firstText('ticket_url', 'ticket_public_url'),
    },
    place: 'Freshdesk',
    details: facts([
      ['Value', from === '' && to === '' ? '' : change(from, to || 'none')],
      ['Type', words(found.text('ticket_type'))],
      ['Priority', words(found.text('ticket_priority'))],
      ['State', words(found.text('ticket_status'))],
      ['Requester', plain(found.firstText('requester_email', 'ticket_requester_email'))],
    ]),
    body: htmlText(
      event === 'created'
        ? found.text('ticket_description')
        : found.firstText('ticket_latest_public_comment', 'ticket_latest_comment'),
    ),
  });
};

export const freshdesk = integration({
  name: 'freshdesk',
  title: 'Freshdesk',
  icon: { text: 'F', color: '#25c16f' },
  category: 'support',
  about: 'Posts tickets, replies and notes.',
  ...byEvent({
    title: 'Freshdesk',
    renderers: each(Object.keys(verbs), show),
    name: eventOf,
    needs: 'the field triggered_event or ticket_id',
  }),
  setup: [
    'In Freshdesk, open **Admin → Workflows → Automations** and add a rule for new tickets or for changes.',
    'As action choose **Trigger webhook** with `POST` and `{url}`, the encoding JSON, and the content **Simple** with all fields of the ticket.',
    'To have senders verified, add the custom header `Authorization` with `Bearer {secret}`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
