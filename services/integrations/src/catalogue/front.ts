import { required } from '@parley/core';
import { integration, type Verification } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { itemMessage } from './shared/items.ts';

const person = (p: Payload): string =>
  [p.text('first_name'), p.text('last_name')].filter((part) => part !== '').join(' ') ||
  p.firstText('name', 'username', 'email', 'handle');

/** Names of rule webhooks, and of application webhooks. */
const verbs: Record<string, string> = {
  assign: 'assigned',
  unassign: 'unassigned',
  archive: 'archived',
  reopen: 'reopened',
  move: 'moved',
  trash: 'deleted',
  restore: 'restored',
  comment: 'commented on',
  mention: 'mentioned somebody in',
  inbound: 'sent a message to',
  outbound: 'sent a message from',
  out_reply: 'replied to',
  inbound_received: 'sent a message to',
  outbound_sent: 'sent a message from',
  conversations_merged: 'merged another conversation into',
  forward: 'forwarded',
  tag: 'tagged',
  untag: 'removed a tag from',
  reminder: 'is reminded of',
  reply: 'replied to',
  sending_error: 'could not send a message of',
  message_bounce_error: 'got a message back of',
  link_added: 'added a link to',
  link_removed: 'removed a link from',
  conversation_archived: 'archived',
  conversation_reopened: 'reopened',
  conversation_deleted: 'deleted',
  conversation_restored: 'restored',
  conversation_snoozed: 'snoozed',
  conversation_snooze_expired: 'is reminded of',
  conversation_moved: 'moved',
  assignee_changed: 'assigned',
  comment_added: 'commented on',
  new_comment_added: 'commented on',
  message_delivery_failed: 'could not send a message of',
  tag_added: 'tagged',
  tag_removed: 'removed a tag from',
  new_message_template: 'created a template in',
  custom_field_updated: 'changed a field of',
  macro_triggered: 'ran a macro on',
  topic_identified: 'found a topic of',
  ticket_status_update: 'changed the state of',
  call_started: 'began a call in',
  call_queued: 'queued a call in',
  call_connected: 'took a call in',
  call_on_hold: 'put a call on hold in',
  call_parked: 'parked a call in',
  call_resumed: 'resumed a call in',
  call_transferred: 'transferred a call in',
  call_hangup: 'ended a call in',
  call_missed: 'missed a call in',
  call_abandoned: 'hung up before anybody took a call in',
  call_transcript_added: 'added the transcript of a call to',
  call_voicemail_transcript_added: 'added the transcript of a voice message to',
};

const root = (p: Payload): Payload => (p.at('payload').isObject ? p.at('payload') : p);

const show: Renderer = (payload, _request, event) => {
  const p = root(payload);
  const conversation = p.at('conversation').isObject ? p.at('conversation') : p.at('target', 'data');
  const target = p.at('target', 'data');
  const id = conversation.text('id');
  const sender = target.list('recipients').find((one) => one.text('role') === 'from');
  const assignee = person(
    target.at('assignee').isObject
      ? target.at('assignee')
      : /^assign/.test(event)
        ? target.at('email').exists
          ? target
          : conversation.at('assignee')
        : p.at('none'),
  );
  const isText = /message|inbound|outbound|reply|comment|mention|forward/.test(event);
  return itemMessage({
    actor:
      person(p.at('source', 'data')) ||
      person(target.at('author')) ||
      sender?.firstText('name', 'handle') ||
      '',
    verb: required(verbs[event], `entry for ${event}`),
    item: {
      kind: 'conversation',
      title: conversation.text('subject') || target.text('subject') || 'without a subject',
      url: /^\w{1,60}$/.test(id) ? `https://app.frontapp.com/open/${id}` : '',
    },
    rest: assignee === '' ? '' : `to ${plain(assignee)}`,
    place: 'Front',
    details: facts([
      ['Tag', /^(?:un)?tag|^tag_/.test(event) ? plain(target.text('name')) : ''],
      ['Field', event === 'custom_field_updated' ? plain(target.text('name')) : ''],
      ['Macro', event === 'macro_triggered' ? plain(target.text('name')) : ''],
      ['Topic', event === 'topic_identified' ? plain(target.text('name')) : ''],
      [
        'State',
        event === 'ticket_status_update' ? plain(target.text('name') || conversation.text('status')) : '',
      ],
    ]),
    body: isText ? target.text('text') || htmlText(target.text('body')) : '',
  });
};

/** Webhooks of applications sign the time, too; those of rules sign the body alone. */
const signed: Verification = {
  kind: 'custom',
  pair({ headers, raw }, _secret, digest) {
    const given = headers['x-front-signature'];
    if (given === undefined) return undefined;
    const time = headers['x-front-request-timestamp'];
    return {
      given,
      expected:
        time === undefined ? digest('sha1', raw, 'base64') : digest('sha256', `${time}:${raw}`, 'base64'),
    };
  },
};

const conversations = byEvent({
  title: 'Front',
  renderers: each(Object.keys(verbs), show),
  name: (p) => root(p).text('type') || p.text('type'),
  needs: 'the field type',
});

export const front = integration({
  name: 'front',
  title: 'Front',
  icon: { text: 'F', color: '#001b38' },
  category: 'support',
  about: 'Posts conversations, messages, comments, assignments and tags.',
  events: [...conversations.events, 'challenge'],
  render: (request) =>
    request.headers['x-front-challenge']
      ? {
          event: 'challenge',
          ignored: 'The address was asked to repeat a word, to set the webhook up.',
        }
      : conversations.render(request),
  answer({ headers }) {
    const challenge = headers['x-front-challenge'] ?? '';
    return /^[\w-]{1,500}$/.test(challenge)
      ? { contentType: 'text/plain; charset=utf-8', body: challenge }
      : undefined;
  },
  setup: [
    'In Front, open **Settings → Integrations → Rules & Webhooks** and turn **Webhooks** on.',
    'Add a rule with the action **Send to a webhook**, and enter `{url}`; choose full event data.',
    'To have senders verified, enter the API secret of the account here as `{secret}`; for webhooks of an application, its signing key.',
  ],
  verification: signed,
});
