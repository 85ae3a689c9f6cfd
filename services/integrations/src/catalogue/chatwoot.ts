import { integration } from '../domain/integration.ts';
import { bold, facts, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, ignored, type Renderer } from './shared/events.ts';
import { change, message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { timed } from './shared/signatures.ts';

/** The number of the conversation, which events about messages have inside, and those about conversations as their own. */
const number = (p: Payload): string =>
  p.firstText('conversation.display_id', 'conversation.id', 'display_id', 'id');
const named = (p: Payload): string =>
  number(p) === '' ? 'a conversation' : `conversation ${plain(number(p))}`;
const customer = (p: Payload): string =>
  p.firstText('meta.sender.name', 'contact.name', 'sender.name', 'name');
const topic = (p: Payload): string =>
  topicOf('Chatwoot', customer(p) || (number(p) === '' ? '' : `Conversation ${number(p)}`));

const said: Record<string, string> = {
  conversation_created: 'was opened',
  conversation_updated: 'was changed',
  conversation_status_changed: 'changed its state',
};

const conversation: Renderer = (p, _request, event) => {
  const changes = p
    .list('changed_attributes')
    .flatMap((one) => one.fields())
    .slice(0, 10)
    .map(
      ([name, value]) =>
        [words(name), change(value.text('previous_value'), value.text('current_value'))] as const,
    );
  return message(
    topic(p),
    sentence(`${named(p)} ${said[event]!}`),
    facts([
      ['Customer', plain(customer(p))],
      ['State', words(p.text('status'))],
      ['Assigned to', plain(p.text('meta', 'assignee', 'name'))],
      ['Channel', plain(p.text('channel').replace(/^Channel::/, ''))],
      ...changes,
    ]),
    event === 'conversation_created' && quote(p.list('messages')[0]?.text('content') ?? ''),
  );
};

const written: Renderer = (p, _request, event) => {
  if (p.at('private').isTrue && p.text('content') === '') return ignored('The note has no text.');
  const verb =
    event === 'message_updated' ? 'changed a message' : p.at('private').isTrue ? 'wrote a note' : 'wrote';
  return message(
    topicOf('Chatwoot', p.firstText('conversation.meta.sender.name', 'contact.name') || customer(p)),
    sentence(
      `${who(p.firstText('sender.name', 'contact.name'))} ${verb} in ${named(p)}`,
      p.text('content') === '' ? '.' : ':',
    ),
    quote(p.text('content')),
    p.count('attachments') > 0 && facts([['Attachments', plain(String(p.count('attachments')))]]),
  );
};

const contact: Renderer = (p, _request, event) =>
  message(
    topic(p),
    sentence(
      `The contact ${bold(p.text('name') || 'without a name')} was ${event === 'contact_created' ? 'added' : 'changed'}`,
    ),
    facts([
      ['Phone', plain(p.text('phone_number'))],
      ['Company', plain(p.firstText('additional_attributes.company_name'))],
      ['City', plain(p.firstText('additional_attributes.city'))],
    ]),
  );

const inbox: Renderer = (p, _request, event) =>
  message(
    topicOf('Chatwoot', p.firstText('inbox.name', 'name')),
    sentence(
      `The inbox ${bold(p.firstText('inbox.name', 'name') || 'without a name')} was ${event === 'inbox_created' ? 'added' : 'changed'}`,
    ),
    facts([['Channel', plain(p.firstText('inbox.channel_type', 'channel_type').replace(/^Channel::/, ''))]]),
  );

const agent: Renderer = (p) =>
  message(
    'Chatwoot',
    sentence(`${who(p.firstText('agent.name', 'name', 'agent.email', 'email'))} was added as an agent`),
    facts([['Role', words(p.firstText('agent.role', 'role'))]]),
  );

const catalogs: Record<string, string> = {
  faq_catalog_updated: 'The catalog of questions and answers was changed',
  product_catalog_updated: 'The catalog of products was changed',
};

const catalog: Renderer = (p, _request, event) =>
  message('Chatwoot', sentence(catalogs[event]!), facts([['Account', plain(p.text('account', 'name'))]]));

const opened: Renderer = (p) =>
  message(
    topic(p),
    sentence(`${who(customer(p))} opened the chat`),
    facts([
      [
        'Page',
        plain(p.firstText('event_info.referer', 'current_conversation.additional_attributes.referer')),
      ],
    ]),
  );

export const chatwoot = integration({
  name: 'chatwoot',
  title: 'Chatwoot',
  icon: { text: 'Cw', color: '#1f93ff' },
  category: 'support',
  about: 'Posts conversations, messages, contacts and inboxes.',
  ...byEvent({
    title: 'Chatwoot',
    renderers: {
      ...each(Object.keys(said), conversation),
      ...each(['message_created', 'message_updated'], written),
      ...each(['contact_created', 'contact_updated'], contact),
      ...each(['inbox_created', 'inbox_updated'], inbox),
      ...each(Object.keys(catalogs), catalog),
      agent_added: agent,
      webwidget_triggered: opened,
      ...each(['conversation_typing_on', 'conversation_typing_off'], () =>
        ignored('That somebody types is no message.'),
      ),
    },
    name: (p) => p.text('event'),
    needs: 'the field event',
  }),
  setup: [
    'In Chatwoot, open **Settings → Integrations → Webhooks** and press **Add new webhook**.',
    'Enter `{url}` as **Webhook URL**, and choose the events.',
    'To have senders verified, enter the secret that Chatwoot shows for the webhook here as `{secret}`.',
  ],
  verification: timed('x-chatwoot-signature', 'x-chatwoot-timestamp', 'hex', '.', 'sha256='),
});
