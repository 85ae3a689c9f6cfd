import { type Query, sql } from '@parley/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxDrafts } from '../src/db/personal/drafts.ts';
import { maxScheduled } from '../src/db/personal/scheduled.ts';
import { maxSnippets } from '../src/db/personal/snippets.ts';
import { createDrafts } from '../src/rpc/drafts/create-drafts.ts';
import { createReminder } from '../src/rpc/reminders/create-reminder.ts';
import { createScheduledMessage } from '../src/rpc/scheduled-messages/create-scheduled-message.ts';
import { createSnippet } from '../src/rpc/snippets/create-snippet.ts';
import { type LoggedTestService, openLoggedTestService } from './support.ts';

// Tests that concurrent requests cannot exceed the limits of personal lists.

let service: LoggedTestService;
let messageId: number;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  world.user(1, { fullName: 'Ann' });
  world.notificationBot(9);
  world.channel(1, { name: 'general' });
  world.subscribe(1, 1);
  messageId = await service.send(1, { channel: 1, topic: 't' });
});
afterAll(() => service[Symbol.asyncDispose]());

const deliverAt = Math.floor(Date.now() / 1000) + 86_400;
const draft = { type: '', to: [], topic: '', content: 'x', timestamp: 1 };
const place = { type: 'stream', to: [1] };

const kinds: Readonly<Record<string, { create: () => Promise<unknown>; fill: Query }>> = {
  drafts: {
    create: () => createDrafts(service.ctx, { drafts: [draft] }, service.scope(1)),
    fill: sql`
      insert into drafts (user_id, type, recipient_ids, topic, content, edited_at)
      select 1, '', '{}', '', 'x', now() from generate_series(2, ${maxDrafts})`,
  },
  'saved snippets': {
    create: () => createSnippet(service.ctx, { title: 't', content: 'x' }, service.scope(1)),
    fill: sql`
      insert into saved_snippets (user_id, title, content)
      select 1, 't', 'x' from generate_series(2, ${maxSnippets})`,
  },
  'scheduled messages': {
    create: () =>
      createScheduledMessage(
        service.ctx,
        { place, topic: 't', content: 'x', deliverAt, readBySender: undefined },
        service.scope(1),
      ),
    fill: sql`
      insert into scheduled_messages (user_id, channel_id, topic, content, rendered_content, deliver_at, client)
      select 1, 1, 't', 'x', 'x', now() + interval '1 day', '' from generate_series(2, ${maxScheduled})`,
  },
  reminders: {
    create: () => createReminder(service.ctx, { messageId, deliverAt, note: '' }, service.scope(1)),
    fill: sql`
      insert into reminders (user_id, message_id, content, rendered_content, deliver_at)
      select 1, 1, 'x', 'x', now() + interval '1 day' from generate_series(2, ${maxScheduled})`,
  },
};

it.each(Object.entries(kinds))('%s are limited under concurrent requests', async (what, { create, fill }) => {
  await service.db.execute(fill);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, create));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.message).toContain(`You have too many ${what}`);
  }
});
