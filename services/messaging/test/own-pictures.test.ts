import { externalPicturePath } from '@parley/core';
import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { GetInitialStateRequest } from '@parley/proto/messaging/v1/messaging';
import { MatchNarrowRequest } from '@parley/proto/messaging/v1/reading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertReminder } from '../src/db/personal/reminders.ts';
import { insertScheduled } from '../src/db/personal/scheduled.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { getMessage } from '../src/rpc/reading/get-message.ts';
import { getMessageHistory } from '../src/rpc/reading/get-message-history.ts';
import { matchNarrow } from '../src/rpc/reading/match-narrow.ts';
import { getReminders } from '../src/rpc/reminders/get-reminders.ts';
import { getScheduledMessages } from '../src/rpc/scheduled-messages/get-scheduled-messages.ts';
import { type LoggedTestService, narrowTo, openLoggedTestService } from './support.ts';

let service: LoggedTestService;
let message: number;
const address = 'http://pictures.example/x.png';
const direct = `<img src="${address}">`;
let own: string;

beforeAll(async () => {
  service = await openLoggedTestService();
  own = `<img src="${externalPicturePath(address, service.ctx.pictureKey)}">`;
  service.world.user(1);
  service.world.channel(1);
  service.world.subscribe(1, 1);
  message = await service.send(1, { channel: 1 }, { content: `sunshine ${address}` });
  // Stores the HTML that an earlier release wrote, which loaded pictures from the other host.
  await service.db.execute(sql`
    update messages set rendered_content = replace(rendered_content, ${own}, ${direct}) where id = ${message}`);
});
afterAll(() => service?.[Symbol.asyncDispose]());

it('a message that was rendered long ago shows pictures of other hosts from this server, in every answer', async () => {
  const { ctx } = service;
  const scope = service.scope(1);
  const stored = await service.db.one<{ html: string }>(
    sql`select rendered_content as html from messages where id = ${message}`,
  );
  expect(stored.html).toContain(direct);
  const answers = async () => {
    const single = { messageId: message, applyMarkdown: true, allowEmptyTopicName: false };
    const narrow = (terms: ReturnType<typeof narrowTo>[]) =>
      MatchNarrowRequest.create({ messageIds: [message], narrow: terms });
    return [
      JSON.stringify((await service.read(1)).messages),
      JSON.stringify((await service.read(1, { narrow: [narrowTo('search', 'sunshine')] })).messages),
      (await getMessage(ctx, single, scope)).messageJson.toString(),
      (await getMessageHistory(ctx, single, scope)).historyJson.toString(),
      (await matchNarrow(ctx, narrow([]), scope)).messagesJson.toString(),
      (await matchNarrow(ctx, narrow([narrowTo('search', 'sunshine')]), scope)).messagesJson.toString(),
    ];
  };
  const quoted = (html: string) => JSON.stringify(html).slice(1, -1);
  for (const answer of await answers()) {
    expect(answer).toContain(quoted(own));
    expect(answer).not.toContain(quoted(direct));
  }

  // The edit history contains the former HTML, in which the pictures change as well.
  const edit = UpdateMessageRequest.create({
    messageId: message,
    content: 'rain',
    propagateMode: 'change_one',
  });
  await updateMessage(ctx, edit, scope);
  const [listed, , , history] = await answers();
  const events = (await service.emitted()).flatMap(({ deliveries }) => deliveries);
  const former = events.find(({ json }) => json.type === 'update_message')!.json.orig_rendered_content;
  for (const answer of [listed, history, JSON.stringify(former)]) {
    expect(answer).toContain(quoted(own));
    expect(answer).not.toContain(quoted(direct));
  }
});

it('scheduled messages and reminders that were rendered long ago show pictures of other hosts from this server', async () => {
  const { ctx } = service;
  const scope = service.scope(1);
  const renderedContent = `<div class="message_inline_image"><a href="${address}" title="x">${direct}</a></div>`;
  const waiting = { userId: 1, content: address, renderedContent, deliverAt: 4_000_000_000 };
  await ctx.db.tx(async (tx) => {
    await insertReminder(tx, { ...waiting, messageId: message, note: address });
    await insertScheduled(tx, {
      ...waiting,
      channelId: 1,
      recipientIds: [],
      topic: 'test',
      readBySender: true,
      client: 'test',
    });
  });
  const request = GetInitialStateRequest.create({
    options: { fetchEventTypes: ['scheduled_messages', 'reminders'] },
  });
  const { state } = await getInitialState(ctx, request, scope);
  const answers = [
    (await getReminders(ctx, {}, scope)).remindersJson,
    (await getScheduledMessages(ctx, {}, scope)).scheduledMessagesJson,
    state!.fieldsJson,
  ].map(String);
  const quoted = (html: string) => JSON.stringify(html).slice(1, -1);
  for (const answer of answers) {
    expect(answer).toContain(quoted(own));
    expect(answer).not.toContain(quoted(direct));
  }
});
