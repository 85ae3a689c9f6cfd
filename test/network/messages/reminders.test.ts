import { type Db, sql } from '@parley/db';
import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';

// Verifies that a reminder shows its message as its reader may read it when the reminder is due, and nothing of it before.

let network: Network;
let organization: Organization;
let database: Db;
let owner: Person;
let reader: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { messaging: 2 } });
  organization = await Organization.create(network);
  database = openDatabase(network);
  owner = organization.owner;
  ({ reader } = await organization.add('reader'));
  await owner.subscribe(['open'], [owner, reader]);
  await owner.subscribe(['hidden'], [owner, reader], { invite_only: true });
  await owner.subscribe(['foreign'], [owner], { invite_only: true });
});

afterAll(async () => {
  await database?.close();
  await network?.stop();
});

const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;

const channelId = async (name: string): Promise<number> =>
  (await owner.api.get('/get_stream_id', { stream: name })).stream_id;

/** Creates a reminder of a message for the reader. Returns its ID. */
const remind = async (messageId: number, note?: string): Promise<number> => {
  const when = { message_id: messageId, scheduled_delivery_timestamp: inAnHour() };
  return (await reader.api.post('/reminders', { ...when, ...(note && { note }) })).reminder_id;
};

/** Makes a reminder due, and returns the message that its reader then receives. */
async function delivered(reminderId: number): Promise<Body> {
  await database.execute(
    sql`update messaging.reminders set deliver_at = now() - interval '1 second' where reminder_id = ${reminderId}`,
  );
  // Workers search for due rows soon after events.
  await owner.sendDirect([owner], 'a message that wakes the workers');
  await until('the reminder is sent', async () => {
    const { reminders } = await reader.api.get('/reminders');
    return !reminders.some((each: Body) => each.reminder_id === reminderId);
  });
  const [newest] = (await reader.messages([{ operator: 'is', operand: 'dm' }])).slice(-1);
  return newest!;
}

const gone = 'You requested a reminder for a message that is no longer available.';

describe('a reminder that is due', () => {
  it('quotes its message, with the note', async () => {
    const id = await owner.send('open', 'the plan', 'place');
    expect((await delivered(await remind(id, 'read it'))).content).toBe(
      `You requested a reminder for #**open>place@${id}**.\n\nNote: read it\n\n` +
        `@_**Owner|${owner.userId}** said:\n\`\`\`quote\nthe plan\n\`\`\``,
    );
  });

  it('quotes the present text of an edited message, at its present place', async () => {
    const id = await owner.send('open', 'a slip of the tongue', 'place');
    const reminder = await remind(id);
    await owner.api.patch(`/messages/${id}`, { content: 'the correct text', topic: 'other' });
    const { content } = await delivered(reminder);
    expect(content).toContain(`#**open>other@${id}**`);
    expect(content).toContain('the correct text');
    expect(content).not.toContain('slip');
  });

  it.each<[what: string, change: (id: number) => Promise<unknown>]>([
    ['deleted', (id) => owner.api.delete(`/messages/${id}`)],
    [
      'moved to a channel that the reader may not see',
      async (id) => owner.api.patch(`/messages/${id}`, { stream_id: await channelId('foreign') }),
    ],
    ['in a channel that the reader had to leave', async () => await owner.unsubscribe(['hidden'], [reader])],
  ])('shows nothing of a message that is %s', async (what, change) => {
    await owner.subscribe(['hidden'], [reader]);
    const id = await owner.send('hidden', 'unmistakable text', 'unmistakable topic');
    const reminder = await remind(id, `note about what is ${what}`);
    await change(id);
    expect((await delivered(reminder)).content).toBe(`${gone}\n\nNote: note about what is ${what}`);
  });

  it('shows nothing of a direct message whose sender was erased', async () => {
    const { leaver } = await organization.add('leaver');
    const id = await leaver.sendDirect([reader], 'unmistakable confession');
    const reminder = await remind(id);
    await owner.api.post(`/users/${leaver.userId}/erase`, { delete_messages: true });
    await until(
      'the message is gone',
      async () => (await reader.api.raw('GET', `/messages/${id}`)).status === 400,
    );
    const row = await database.one(sql`select * from messaging.reminders where reminder_id = ${reminder}`);
    expect(JSON.stringify(row)).not.toContain('unmistakable');
    expect((await delivered(reminder)).content).toBe(gone);
  });
});

describe('a reminder that was sent', () => {
  it('is deleted with the messages of the erased person whom it quotes, like a report', async () => {
    const { quoted } = await organization.add('quoted');
    await owner.subscribe(['reports'], [owner], { invite_only: true });
    const { stream_id: reports } = await owner.api.get('/get_stream_id', { stream: 'reports' });
    await owner.api.patch('/realm', { moderation_request_channel_id: reports });
    const id = await quoted.sendDirect([reader], 'unmistakable quotation');
    expect((await delivered(await remind(id))).content).toContain('unmistakable quotation');
    await reader.api.post(`/messages/${id}/report`, { report_type: 'spam' });
    const copies = () =>
      database.many(sql`select id from messaging.messages where content like '%unmistakable quotation%'`);
    expect(await copies()).toHaveLength(3);
    await owner.api.post(`/users/${quoted.userId}/erase`, { delete_messages: true });
    await until('all copies are gone', async () => (await copies()).length === 0);
  });
});

describe('a reminder that is not due', () => {
  it('has no text, name or topic of its message, in lists, registrations and events', async () => {
    const queue = await reader.register({ event_types: ['reminders'] });
    const id = await owner.send('open', 'unmistakable text', 'unmistakable topic');
    const reminder = await remind(id, 'my own note');
    await network.caughtUp();
    await queue.pollNow();
    const { initial } = await reader.register({ event_types: ['reminders'] });
    const { reminders } = await reader.api.get('/reminders');
    for (const list of [reminders, initial.reminders, queue.events[0]!.reminders]) {
      expect(list).toMatchObject([
        {
          reminder_id: reminder,
          reminder_target_message_id: id,
          content: 'You requested a reminder for a message.\n\nNote: my own note',
        },
      ]);
      expect(JSON.stringify(list)).not.toContain('unmistakable');
    }
    await reader.api.delete(`/reminders/${reminder}`);
  });
});
