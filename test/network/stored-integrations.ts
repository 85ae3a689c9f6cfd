import { constant, id, inserted, string, type Table, text } from './column-decisions.ts';

/** Decisions about the columns of the service `integrations`, for the list of all tables (stored-columns.ts). */
export const integrationTables: Readonly<Record<string, Table>> = {
  'integrations.incoming_deliveries': inserted('delivery_id received_at body_bytes state status event', {
    bot_id: id,
    integration: string('json'),
    query: text,
    headers: text,
    body: text,
    body_bytes: constant('1'),
    state: string('sent'),
    detail: text,
    event: string('push'),
    status: constant('200'),
    message_id: 'otherMessage',
  }),
  'integrations.incoming_webhooks': inserted('webhook_id is_enabled allows_override created_at', {
    bot_id: id,
    integration: string('json'),
    channel_id: 'channel',
    topic: text,
    template: text,
    token_sha256: text,
    sealed_token: text,
    sealed_secret: text,
  }),
  'integrations.outgoing_deliveries': inserted(
    'delivery_id state attempts next_at created_at finished_at status reply_id trigger epoch event_id',
    {
      bot_id: id,
      epoch: string('e'),
      event_id: constant(':serial'),
      message_id: 'otherMessage',
      sender_id: id,
      trigger: string('mention'),
      trigger_word: text,
      payload: text,
      response: text,
      error: text,
    },
  ),
  'integrations.outgoing_webhooks': inserted('interface is_enabled channel_ids', {
    bot_id: id,
    url: text,
    interface: constant('1'),
    sealed_token: text,
    sealed_secret: text,
    trigger_words: text,
  }),
};
