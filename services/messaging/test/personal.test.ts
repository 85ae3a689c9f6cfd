import { sleep } from '@parley/core';
import { sql } from '@parley/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDrafts } from '../src/rpc/drafts/create-drafts.ts';
import { deleteDraft } from '../src/rpc/drafts/delete-draft.ts';
import { editDraft } from '../src/rpc/drafts/edit-draft.ts';
import { getDrafts } from '../src/rpc/drafts/get-drafts.ts';
import { findScheduledUploads } from '../src/rpc/find-scheduled-uploads.ts';
import { createReminder } from '../src/rpc/reminders/create-reminder.ts';
import { deleteReminder } from '../src/rpc/reminders/delete-reminder.ts';
import { getReminders } from '../src/rpc/reminders/get-reminders.ts';
import { createScheduledMessage } from '../src/rpc/scheduled-messages/create-scheduled-message.ts';
import { deleteScheduledMessage } from '../src/rpc/scheduled-messages/delete-scheduled-message.ts';
import { getScheduledMessages } from '../src/rpc/scheduled-messages/get-scheduled-messages.ts';
import { updateScheduledMessage } from '../src/rpc/scheduled-messages/update-scheduled-message.ts';
import { createSnippet } from '../src/rpc/snippets/create-snippet.ts';
import { deleteSnippet } from '../src/rpc/snippets/delete-snippet.ts';
import { editSnippet } from '../src/rpc/snippets/edit-snippet.ts';
import { getSnippets } from '../src/rpc/snippets/get-snippets.ts';
import { deliverDue } from '../src/workers/due-messages.ts';
import { type LoggedTestService, openDb, openLoggedTestService, roles } from './support.ts';

let service: LoggedTestService;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  world.user(1, { fullName: 'Ann' });
  world.user(2, { fullName: 'Bob' });
  world.user(4, { role: roles.guest });
  world.notificationBot(9);
  world.channel(1, { name: 'general' });
  world.channel(2, { name: 'secret', inviteOnly: true });
  for (const user of [1, 2]) world.subscribe(user, 1);
});

afterAll(() => service[Symbol.asyncDispose]());

beforeEach(async () => {
  await service.emitted();
});

const refused = (message: string, status = 400) => expect.objectContaining({ message, status });
const parse = (json: Uint8Array) => JSON.parse(Buffer.from(json).toString());

describe('drafts', () => {
  const drafts = async (userId: number) =>
    parse((await getDrafts(service.ctx, {}, service.scope(userId))).draftsJson);
  const draft = { type: 'stream', to: [1], topic: 'lunch', content: 'so', timestamp: 1_700_000_000 };

  it('are refused for people who do not store them on the server', async () => {
    const [id] = (await createDrafts(service.ctx, { drafts: [draft] }, service.scope(1))).ids;
    service.world.writing.set(1, { draftsDisabled: true });
    const refused = { code: 'BAD_REQUEST', message: 'User has disabled synchronizing drafts.' };
    const request = { draftId: id!, draft };
    const calls = [
      createDrafts(service.ctx, { drafts: [draft] }, service.scope(1)),
      editDraft(service.ctx, request, service.scope(1)),
      deleteDraft(service.ctx, request, service.scope(1)),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject(refused);
    service.world.writing.delete(1);
    await deleteDraft(service.ctx, request, service.scope(1));
    await service.emitted();
  });

  it('are created, replaced and deleted, and each change is announced to their author only', async () => {
    const { ids } = await createDrafts(
      service.ctx,
      { drafts: [draft, { ...draft, type: '', topic: 'x', timestamp: undefined }] },
      service.scope(1),
    );
    expect(await drafts(1)).toMatchObject([
      { id: ids[0], ...draft },
      { id: ids[1], type: '', to: [], topic: '', content: 'so' },
    ]);
    await editDraft(
      service.ctx,
      { draftId: ids[0]!, draft: { ...draft, type: 'private', to: [2] } },
      service.scope(1),
    );
    await deleteDraft(service.ctx, { draftId: ids[1]! }, service.scope(1));
    expect(await drafts(1)).toEqual([{ id: ids[0], ...draft, type: 'private', to: [2], topic: '' }]);
    expect((await service.emitted()).map(({ deliveries }) => deliveries)).toMatchObject([
      [
        {
          to: { userIds: [1] },
          json: { type: 'drafts', op: 'add', drafts: [{ id: ids[0] }, { id: ids[1] }] },
        },
      ],
      [{ to: { userIds: [1] }, json: { op: 'update', draft: { id: ids[0], to: [2] } } }],
      [{ to: { userIds: [1] }, json: { op: 'remove', draft_id: ids[1] } }],
    ]);
    expect(await drafts(2)).toEqual([]);
    await expect(deleteDraft(service.ctx, { draftId: ids[0]! }, service.scope(2))).rejects.toEqual(
      refused('Draft does not exist', 404),
    );
  });

  it('are all refused when one is invalid', async () => {
    const create = (over: object) =>
      createDrafts(service.ctx, { drafts: [draft, { ...draft, ...over }] }, service.scope(1));
    await expect(create({ to: [] })).rejects.toEqual(
      refused('Must specify exactly 1 channel ID for channel messages'),
    );
    await expect(create({ to: [2] })).rejects.toEqual(refused('Invalid channel ID'));
    await expect(create({ type: 'private', to: [77] })).rejects.toEqual(refused('Invalid user ID 77'));
    await expect(create({ topic: 'a\0' })).rejects.toEqual(refused('Topic must not contain null bytes'));
    await expect(create({ content: 'a\0' })).rejects.toEqual(refused('Content must not contain null bytes'));
    await expect(editDraft(service.ctx, { draftId: 9999, draft }, service.scope(1))).rejects.toEqual(
      refused('Draft does not exist', 404),
    );
    expect(await service.emitted()).toEqual([]);
    expect(await drafts(1)).toHaveLength(1);
  });
});

it('snippets are saved, changed and deleted, and each change is announced', async () => {
  const { savedSnippetId } = await createSnippet(
    service.ctx,
    { title: ' a ', content: 'b' },
    service.scope(1),
  );
  await editSnippet(service.ctx, { savedSnippetId, title: undefined, content: 'c' }, service.scope(1));
  const { savedSnippetsJson } = await getSnippets(service.ctx, {}, service.scope(1));
  const snippet = { id: savedSnippetId, title: 'a', content: 'c', date_created: expect.any(Number) };
  expect(parse(savedSnippetsJson)).toEqual([snippet]);
  await expect(createSnippet(service.ctx, { title: ' ', content: 'b' }, service.scope(1))).rejects.toEqual(
    refused('Title cannot be empty.'),
  );
  await expect(deleteSnippet(service.ctx, { savedSnippetId }, service.scope(2))).rejects.toEqual(
    refused('Saved snippet does not exist.', 404),
  );
  await deleteSnippet(service.ctx, { savedSnippetId }, service.scope(1));
  expect((await service.emitted()).flatMap(({ deliveries }) => deliveries)).toMatchObject([
    { to: { userIds: [1] }, json: { type: 'saved_snippets', op: 'add', saved_snippet: { content: 'b' } } },
    { json: { op: 'update', saved_snippet: snippet } },
    { json: { op: 'remove', saved_snippet_id: savedSnippetId } },
  ]);
});

const soon = () => Math.floor(Date.now() / 1000) + 60;

const schedule = (userId: number, over: object = {}) =>
  createScheduledMessage(
    service.ctx,
    {
      place: { type: 'stream', to: [1] },
      topic: 'later',
      content: 'good *morning*',
      deliverAt: soon(),
      readBySender: undefined,
      ...over,
    },
    service.scope(userId),
  ).then(({ scheduledMessageId }) => scheduledMessageId);

const scheduled = async (userId: number) =>
  parse((await getScheduledMessages(service.ctx, {}, service.scope(userId))).scheduledMessagesJson);

/** Makes all scheduled messages and reminders due. */
const letTimeCome = async () => {
  await service.db.execute(sql`update scheduled_messages set deliver_at = now() - interval '1 second'`);
  await service.db.execute(sql`update reminders set deliver_at = now() - interval '1 second'`);
};

const newest = async (userId: number, count: number) =>
  (await service.read(userId, { numBefore: count, applyMarkdown: false })).messages as Record<
    string,
    unknown
  >[];

describe('scheduled messages', () => {
  it('are sent once at their time, by whichever replica, and leave the list', async () => {
    const id = await schedule(1);
    const direct = await schedule(1, { place: { type: 'private', to: [2] }, content: 'psst' });
    expect(await scheduled(1)).toMatchObject([
      { scheduled_message_id: id, type: 'stream', to: 1, topic: 'later', failed: false },
      { scheduled_message_id: direct, type: 'private', to: [2], rendered_content: '<p>psst</p>' },
    ]);
    await deliverDue(service.ctx);
    expect(await scheduled(1)).toHaveLength(2);
    await letTimeCome();
    await service.emitted();
    await Promise.all(Array.from({ length: 5 }, () => deliverDue(service.ctx)));
    expect(await scheduled(1)).toEqual([]);
    const events = await service.emitted();
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      'messaging.message.sent',
      'messaging.message.sent',
      'messaging.scheduled_messages.remove',
      'messaging.scheduled_messages.remove',
    ]);
    const sent = await newest(2, 10);
    expect(sent.map(({ content }) => content).sort()).toEqual(['good *morning*', 'psst']);
    expect(sent.every(({ sender_id }) => sender_id === 1)).toBe(true);
  });

  it('wait while the organization is deactivated', async () => {
    await schedule(1);
    await letTimeCome();
    await service.emitted();
    service.world.isDeactivated = true;
    await deliverDue(service.ctx);
    expect(await scheduled(1)).toMatchObject([{ failed: false }]);
    expect(await service.emitted()).toEqual([]);
    service.world.isDeactivated = false;
    await deliverDue(service.ctx);
    expect(await scheduled(1)).toEqual([]);
    expect((await service.emitted()).map(({ kind }) => kind)).toContain('messaging.message.sent');
  });

  it('that cannot be sent are kept, and their author is notified', async () => {
    const id = await schedule(1);
    await letTimeCome();
    await service.emitted();
    service.world.channel(1, { name: 'general', isArchived: true });
    await deliverDue(service.ctx);
    await deliverDue(service.ctx);
    expect(await scheduled(1)).toMatchObject([{ scheduled_message_id: id, failed: true }]);
    const events = await service.emitted();
    expect(events.map(({ kind }) => kind)).toEqual([
      'messaging.scheduled_messages.update',
      'messaging.message.sent',
    ]);
    expect(events[0]!.deliveries).toMatchObject([
      {
        to: { userIds: [1] },
        json: { op: 'update', scheduled_message: { scheduled_message_id: id, failed: true } },
      },
    ]);
    const [notice] = await newest(1, 1);
    expect(notice).toMatchObject({ type: 'private', content: expect.stringMatching(/was not sent:\n/) });
    expect(notice!.content).toContain("Not authorized to send to channel 'general'");
    service.world.channel(1, { name: 'general' });
    const again = { scheduledMessageId: id, to: [], hasTo: false, deliverAt: soon(), content: 'again' };
    await updateScheduledMessage(service.ctx, again, service.scope(1));
    expect(await scheduled(1)).toMatchObject([{ failed: false, content: 'again' }]);
    await letTimeCome();
    await deliverDue(service.ctx);
    expect(await scheduled(1)).toEqual([]);
  });

  it('keep the files that they link from being deleted', async () => {
    const folder = `1/${'a'.repeat(36)}/`;
    const ask = async () =>
      (await findScheduledUploads(service.ctx, { folders: [folder, `1/${'b'.repeat(36)}/`] })).folders;
    expect(await ask()).toEqual([]);
    await schedule(1, { content: `[x](/user_uploads/${folder}n%C3%A9.txt)` });
    expect(await ask()).toEqual([folder]);
    await letTimeCome();
    await deliverDue(service.ctx);
    expect(await ask()).toEqual([]);
    service.world.isDeactivated = true;
    expect(await ask()).toHaveLength(2);
    service.world.isDeactivated = false;
  });

  it('of a deactivated author are kept without a notice', async () => {
    const scheduledMessageId = await schedule(1);
    await letTimeCome();
    await service.emitted();
    const { world } = service;
    const before = world.users.get(1)!;
    world.user(1, { ...before, isActive: false });
    await deliverDue(service.ctx);
    expect((await service.emitted()).map(({ kind }) => kind)).toEqual([
      'messaging.scheduled_messages.update',
    ]);
    world.user(1, before);
    await deleteScheduledMessage(service.ctx, { scheduledMessageId }, service.scope(1));
  });

  it('stay due while they cannot be written', async () => {
    await schedule(1);
    await letTimeCome();
    const away = Promise.reject(new Error('away'));
    away.catch(() => undefined);
    const { factCache } = service.ctx;
    service.ctx.factCache = { ...factCache, users: { ...factCache.users, get: () => away } };
    await deliverDue(service.ctx);
    service.ctx.factCache = factCache;
    expect(await scheduled(1)).toMatchObject([{ failed: false }]);
    await deliverDue(service.ctx);
    expect(await scheduled(1)).toEqual([]);
  });

  it('are sent exactly once by three replicas whose connections are cut repeatedly', async () => {
    const { ctx, database, db } = service;
    for (let n = 0; n < 60; n++) await schedule(1, { content: `cut ${n}` });
    await letTimeCome();
    const replicas = Array.from({ length: 3 }, () => ({ ...ctx, db: openDb(database, 6) }));
    const admin = openDb({ ...database, urlOf: () => database.adminUrl }, 1);
    // Opens the connection before messages are sent. On a busy machine, that can take longer than sending all of them.
    await admin.one(sql`select 1 as one`);
    const remaining = async () =>
      (await db.one<{ n: number }>(sql`select count(*) as n from scheduled_messages`)).n;
    let cuts = 0;
    const cutting = (async () => {
      while ((await remaining().catch(() => 1)) > 0) {
        const { rows } = await admin.one<{ rows: number }>(sql`
          select count(pg_terminate_backend(pid)) as rows from pg_stat_activity
           where datname = current_database() and usename = 'parley_messaging'
             and state <> 'idle' and random() < ${cuts === 0 ? 1 : 0.3}`);
        cuts += rows;
        await sleep(20);
      }
    })();
    await Promise.all(
      replicas.map(async (replica) => {
        while ((await remaining().catch(() => 1)) > 0) await deliverDue(replica).catch(() => undefined);
      }),
    );
    await cutting;
    for (const replica of replicas) await replica.db.close();
    await admin.close();
    expect(cuts).toBeGreaterThan(0);
    const sent = await db.many<{ content: string }>(
      sql`select content from messages where content like 'cut %' order by id`,
    );
    expect(sent.map(({ content }) => content).sort()).toEqual(
      Array.from({ length: 60 }, (_, n) => `cut ${n}`).sort(),
    );
  });

  it('are refused when they could not be sent, and belong to their author only', async () => {
    await expect(schedule(1, { deliverAt: 5 })).rejects.toEqual(
      refused('Scheduled delivery time must be in the future.'),
    );
    await expect(schedule(1, { place: { type: 'stream', to: [9] } })).rejects.toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
      fields: { stream_id: 9 },
    });
    await expect(schedule(1, { place: { type: 'private', to: [77] } })).rejects.toEqual(
      refused('Invalid user ID 77'),
    );
    await expect(schedule(1, { content: ' ' })).rejects.toEqual(refused('Message must not be empty'));
    expect(await service.emitted()).toEqual([]);
    const id = await schedule(1);
    await expect(
      deleteScheduledMessage(service.ctx, { scheduledMessageId: id }, service.scope(2)),
    ).rejects.toEqual(refused('Scheduled message does not exist', 404));
    const move = { scheduledMessageId: id, type: 'private', to: [2], hasTo: true };
    await updateScheduledMessage(service.ctx, move, service.scope(1));
    expect(await scheduled(1)).toMatchObject([{ type: 'private', to: [2] }]);
    await expect(
      updateScheduledMessage(service.ctx, { ...move, type: 'stream', to: [1] }, service.scope(1)),
    ).rejects.toEqual(refused('Topic required when updating scheduled message type to channel.'));
    await deleteScheduledMessage(service.ctx, { scheduledMessageId: id }, service.scope(1));
    expect(await scheduled(1)).toEqual([]);
  });
});

describe('reminders', () => {
  it('arrive as direct messages that quote their message', async () => {
    const messageId = await service.send(2, { channel: 1, topic: 'plan' }, { content: 'the `plan`' });
    const { reminderId } = await createReminder(
      service.ctx,
      { messageId, deliverAt: soon(), note: 'read it' },
      service.scope(1),
    );
    expect(parse((await getReminders(service.ctx, {}, service.scope(1))).remindersJson)).toMatchObject([
      {
        reminder_id: reminderId,
        type: 'private',
        to: [1],
        reminder_target_message_id: messageId,
        failed: false,
      },
    ]);
    await letTimeCome();
    await deliverDue(service.ctx);
    const [message] = await newest(1, 1);
    expect(message).toMatchObject({
      type: 'private',
      sender_id: 9,
      content: `You requested a reminder for #**general>plan@${messageId}**.\n\nNote: read it\n\n@_**Bob|2** said:\n\`\`\`quote\nthe \`plan\`\n\`\`\``,
    });
    expect(
      (await service.emitted()).flatMap(({ deliveries }) => deliveries.map(({ json }) => json.op)),
    ).toEqual([undefined, 'add', 'remove', undefined]);
  });

  it('lose the texts that the previous release stored, and keep the note', async () => {
    const said = '\n\n@_**Bob|2** said:\n```quote\nunmistakable\n\n@_**Eve|3** said:\n```quote\nmore\n```';
    const german = '\n\n@_**Bob|2** schrieb:\n````quote\nunmistakable ```\n````';
    const rows: [stored: string, note: string, content: string, html: string][] = [
      [
        `You requested a reminder for #**unmistakable>place@5**.\n\nNote: <b>first</b>\n\nsecond${said}`,
        '<b>first</b>\n\nsecond',
        'You requested a reminder for a message.\n\nNote: <b>first</b>\n\nsecond',
        '<p>You requested a reminder for a message.</p>\n<p>Note: &lt;b&gt;first&lt;/b&gt;<br>\n<br>\nsecond</p>',
      ],
      [
        `Du wolltest an die folgende Direktnachricht erinnert werden.${german}`,
        '',
        'Du wolltest an eine Nachricht erinnert werden.',
        '<p>Du wolltest an eine Nachricht erinnert werden.</p>',
      ],
    ];
    for (const [stored, note, content, renderedContent] of rows) {
      const row = await service.db.one(sql`
        insert into reminders (user_id, message_id, content, rendered_content, deliver_at)
        values (3, 5, ${stored}, '<p>unmistakable</p>', now() + interval '1 hour')
        returning note, content, rendered_content as "renderedContent"`);
      expect(row).toEqual({ note, content, renderedContent });
    }
  });

  it('are refused for unreadable messages', async () => {
    const messageId = await service.send(1, { to: [2] });
    const ask = { messageId, deliverAt: soon(), note: '' };
    await expect(createReminder(service.ctx, ask, service.scope(4))).rejects.toEqual(
      refused('Invalid message(s)'),
    );
    await expect(
      createReminder(service.ctx, { ...ask, note: 'x'.repeat(501) }, service.scope(1)),
    ).rejects.toEqual(refused('Maximum reminder note length: 500 characters'));
    const { reminderId } = await createReminder(service.ctx, ask, service.scope(1));
    await expect(deleteReminder(service.ctx, { reminderId }, service.scope(2))).rejects.toEqual(
      refused('Reminder does not exist', 404),
    );
    await deleteReminder(service.ctx, { reminderId }, service.scope(1));
  });
});
