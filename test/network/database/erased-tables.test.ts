import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Facts, type Filling, Mark, type Table, type Value } from './column-decisions.ts';
import { tables } from './stored-columns.ts';

/**
 * Fills every column of every table that can hold something of a person (stored-columns.ts), erases the person, and compares
 * what is left with the list in docs/operations/people-rights.md.
 */
type Column = { table: string; name: string; type: string };

let network: Network;
let organization: Organization;
let owner: Person;
let guest: Person;
let database: pg.Client;
let columns: Column[];

beforeAll(async () => {
  network = await Network.start({});
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ guest } = await organization.add('guest'));
  await owner.api.patch(`/users/${guest.userId}`, { role: 600 });
  database = new pg.Client({ connectionString: network.database.adminUrl });
  await database.connect();
  columns = (
    await database.query(`
      select table_schema || '.' || table_name as table, column_name as name, udt_name as type
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
         -- The table of which they are partitions stands for them.
         and not (select relispartition from pg_class where oid = (table_schema || '.' || table_name)::regclass)
       order by 1, ordinal_position`)
  ).rows as Column[];
});

afterAll(async () => {
  await database?.end();
  await network?.stop();
});

const fillingsOf = ({ rows, made }: Table): Map<string, Set<Filling>> => {
  const found = new Map<string, Set<Filling>>();
  const add = (name: string, filling: Filling) =>
    found.set(name, (found.get(name) ?? new Set()).add(filling));
  for (const [name, filling] of Object.entries(made)) add(name, filling);
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (value instanceof Mark) add(name, value.filling);
  return found;
};

/** Returns a value as an SQL literal of a column's type. */
function literal(value: Value, type: string, facts: Facts): string {
  if (!(value instanceof Mark)) {
    if (typeof value === 'string') return `'${facts[value]}'`;
    return value.sql.replaceAll(':serial', String(facts.serial));
  }
  const filled = { id: String(facts.id), text: facts.text, both: `${facts.id} ${facts.text}` }[value.filling];
  if (type.startsWith('_')) return `'{${filled}}'`;
  if (type === 'jsonb') return `'${JSON.stringify({ filled })}'`;
  return `'${filled}'`;
}

async function insert(table: string, { rows, update }: Table, facts: Facts): Promise<void> {
  const typeOf = (name: string) => columns.find((each) => each.table === table && each.name === name)!.type;
  for (const row of rows) {
    const names = Object.keys(row);
    const values = names.map((name) => literal(row[name]!, typeOf(name), facts));
    // Triggers name tables of their schema.
    await database.query(`set search_path to ${table.split('.')[0]}`);
    await database.query(
      `insert into ${table} (${names.join(', ')}) values (${values.join(', ')}) on conflict do nothing`,
    );
  }
  if (update)
    await database.query(
      update.replaceAll(/:([a-zA-Z]+)\b/g, (_, name) => String(facts[name as keyof Facts])),
    );
}

/** Returns the columns that contain the ID or the text, as `table.column`. */
async function columnsWith({
  id,
  text,
}: Pick<Facts, 'id' | 'text'>): Promise<Record<'id' | 'text', string[]>> {
  const hex = Buffer.from(text).toString('hex');
  const found: Record<'id' | 'text', string[]> = { id: [], text: [] };
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const tests = own.flatMap(({ name }) => [
      `coalesce(bool_or("${name}"::text ~ '\\m${id}\\M'), false)`,
      `coalesce(bool_or("${name}"::text ilike '%${text}%' or "${name}"::text like '%${hex}%'), false)`,
    ]);
    const { rows } = await database.query({
      text: `select ${tests.join(', ')} from ${table}`,
      rowMode: 'array',
    });
    const results = rows[0] as boolean[];
    for (const [at, { name }] of own.entries()) {
      if (results[2 * at]) found.id.push(`${table}.${name}`);
      if (results[2 * at + 1]) found.text.push(`${table}.${name}`);
    }
  }
  return { id: found.id.sort(), text: found.text.sort() };
}

/** Creates an account with a bot and data that only the API can create. All names contain the text. */
async function createPerson(text: string, firstId: number): Promise<{ person: Person; facts: Facts }> {
  // IDs that occur nowhere else.
  await database.query(`alter sequence user_admin.users_user_id_seq restart with ${firstId}`);
  const added = await organization.add(text);
  const person = added[text]!;
  const { api, userId } = person;
  await api.patch('/settings', { full_name: `${text} name` });
  const { user_id: bot } = await api.post('/bots', { full_name: `${text} bot`, short_name: `${text}-bot` });
  const members = { direct_members: [owner.userId, userId], direct_subgroups: [] };
  const serial = firstId % 10;
  const channelName = `channel ${serial}`;
  await person.subscribe([channelName], [person, owner], { can_administer_channel_group: members });
  await owner.api.post('/user_groups/create', {
    name: `members ${serial}`,
    description: '',
    members: [userId],
    can_mention_group: members,
  });
  await owner.api.patch('/realm', { can_add_custom_emoji_group: { new: members } });
  const ownMessage = await person.send(channelName, `${text} former`, `${text} topic`);
  await api.patch(`/messages/${ownMessage}`, { content: `${text} present` });
  const otherMessage = await owner.send(channelName, 'of the owner', `${text} topic`);
  const quotingMessage = await owner.send(channelName, `quotes ${text}`, 'other');
  await person.sendDirect([owner], `${text} direct`);
  const { id: personField } = await owner.api.post('/realm/profile_fields', {
    name: `Manager ${serial}`,
    field_type: 6,
  });
  const { stream_id: channel } = await owner.api.get('/get_stream_id', { stream: channelName });
  return {
    person,
    facts: {
      id: userId,
      bot,
      owner: owner.userId,
      guest: guest.userId,
      channel,
      ownMessage,
      otherMessage,
      quotingMessage,
      personField,
      serial,
      text,
    },
  };
}

async function erase(person: Person, deletesMessages: boolean): Promise<void> {
  await owner.api.post(`/users/${person.userId}/erase`, { delete_messages: deletesMessages });
  await until('the erasure is complete', async () => {
    const { erasures } = await owner.api.get('/realm/erasures');
    return erasures.some((each: { user_id: number; finished_at: number | null }) => {
      return each.user_id === person.userId && each.finished_at !== null;
    });
  });
}

/** Returns the columns that a table of the page lists, as `table.column`, by what they contain. */
function publishedColumns(heading: string): Record<'id' | 'text', string[]> {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/people-rights.md'), 'utf8');
  const section = page.split(`### ${heading}\n`)[1]!.split(/\n##+ /)[0]!;
  const rows = section.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  const columnsOf = (what: string) =>
    rows
      .filter(([, , contents]) => contents?.includes(what))
      .flatMap(([, data]) => data!.split(';'))
      .flatMap((part) => {
        const [table, ...names] = [...part.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name!);
        return names.map((name) => `${table}.${name}`);
      });
  return { id: columnsOf('ID'), text: columnsOf('text') };
}

it('every column of every table has a decision', () => {
  const decided = Object.entries(tables).flatMap(([table, decision]) => {
    const names = [
      ...decision.other,
      ...Object.keys(decision.made),
      ...new Set(decision.rows.flatMap((row) => Object.keys(row))),
    ];
    return [...new Set(names)].map((name) => `${table}.${name}`);
  });
  expect(decided.sort()).toEqual(columns.map(({ table, name }) => `${table}.${name}`).sort());
});

describe.each([
  ['zqxjkv', 777_000_001, false],
  ['wqxjkv', 888_000_002, true],
] as const)('erasing a person (%s, %i, messages deleted: %s)', (text, firstId, deletesMessages) => {
  it('leaves only what the documentation says', async () => {
    const { person, facts } = await createPerson(text, firstId);
    await database.query('delete from upload.images; delete from user_admin.emoji; delete from notify.mails');
    // A notification of the messages above that is on its way would take the place of an inserted one, and end before the check.
    await network.caughtUp();
    await database.query(
      'delete from notify.topic_turns; delete from notify.waiting_messages; delete from notify.due_pushes',
    );
    for (const [table, decision] of Object.entries(tables)) await insert(table, decision, facts);
    // The address is the person's own, so that rows which are found by it are found.
    await database.query(`update notify.refused_addresses set address_key = '${person.email}'`);
    await database.query(
      `update user_admin.invitations set email = '${person.email}', email_key = '${person.email}' where email is not null`,
    );
    const before = await columnsWith(facts);
    for (const [table, decision] of Object.entries(tables)) {
      // Workers take records of the audit log, and deletions that delete nothing, while they are inserted.
      if (table.endsWith('.audit_outbox') || table === 'user_admin.message_deletions') continue;
      for (const [name, fillings] of fillingsOf(decision)) {
        const column = `${table}.${name}`;
        const isFilled = {
          id: before.id.includes(column),
          text: before.text.includes(column),
        };
        const wanted = [...fillings].flatMap((filling) => (filling === 'both' ? ['id', 'text'] : [filling]));
        expect([column, ...wanted.filter((each) => !isFilled[each as 'id' | 'text'])]).toEqual([column]);
      }
    }
    await erase(person, deletesMessages);
    const left = await columnsWith(facts);
    const published = [
      publishedColumns('What always stays'),
      ...(deletesMessages ? [] : [publishedColumns('What stays with the messages')]),
    ];
    expect(left).toEqual({
      id: [...new Set(published.flatMap((columns) => columns.id))].sort(),
      text: [...new Set(published.flatMap((columns) => columns.text))].sort(),
    });
  });
});
