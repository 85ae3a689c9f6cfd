import { createHash } from 'node:crypto';
import type { Cluster, Organization } from '@parley/test-kit';
import pg from 'pg';
import { channelsOf, emailOf, firstId, type Size } from './size.ts';

/** SQL conditions: every 33rd person is a guest, every 500th is a bot, and every 20th is deactivated. */
const isGuest = 'n % 33 = 0';
const isBot = 'n % 500 = 7';
const hasLeft = 'n % 20 = 13';

/** Returns the API key of a generated person. */
export const keyOf = (person: number): string =>
  createHash('sha256').update(emailOf(person)).digest('hex').slice(0, 32);

/**
 * Fills an organization: people with API keys and some profile fields, channels of four kinds, about fifteen subscriptions per
 * member and three per guest or bot, and groups of thirty people. Guests can see only people with whom they share a channel or
 * conversation. Rows are written directly into the tables, because the API would take hours.
 */
export async function fillOrganization(cluster: Cluster, size: Size): Promise<void> {
  const { organization, databaseUrl } = cluster;
  const { fieldId } = await prepare(organization);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit to off; set work_mem to '128MB'");
    await insertPeople(client, size, fieldId);
    await insertChannels(client, size);
    await insertGroups(client, size);
    await insertSights(client);
  } finally {
    await client.end();
  }
}

/** Changes a setting through the API, and creates objects whose properties generated rows copy or refer to. */
async function prepare(organization: Organization): Promise<{ fieldId: number }> {
  const { owner } = organization;
  await owner.subscribe(['growth']);
  const { user_groups } = await owner.api.get('/user_groups');
  const named = (name: string) =>
    (user_groups as { id: number; name: string }[]).find((group) => group.name === name)!.id;
  await owner.api.patch('/realm', { can_access_all_users_group: { new: named('role:members') } });
  await owner.api.post('/user_groups/create', { name: 'growth', description: '', members: [owner.userId] });
  const { id } = await owner.api.post('/realm/profile_fields', { field_type: 1, name: 'Position' });
  return { fieldId: id as number };
}

async function insertPeople(client: pg.Client, { people }: Size, fieldId: number): Promise<void> {
  await client.query(`
    insert into user_admin.users (user_id, delivery_email, delivery_email_key, email, email_key, full_name, role,
      is_active, bot_type, bot_owner_id, avatar_source, timezone, joined_at)
    select ${firstId} + n, a, a, a, a, initcap(left(md5('first' || n), 6) || ' ' || left(md5('last' || n), 8)),
           case when ${isGuest} then 600 else 400 end, not ${hasLeft}, case when ${isBot} then 1 end,
           case when ${isBot} then ${firstId} + n - 1 end, case when n % 3 = 0 then 'J' else 'G' end,
           'Europe/Berlin', date_trunc('second', now()) - n * interval '10 minutes'
      from generate_series(1, ${people}) n cross join lateral (select 'growth' || n || '@load.example' as a) address`);
  await client.query(`
    insert into user_admin.credentials (user_id, api_key_sha256, api_key_sealed)
    select user_id, sha256(convert_to(left(encode(sha256(convert_to(email, 'utf8')), 'hex'), 32), 'utf8')), ''
      from user_admin.users where user_id > ${firstId} and is_active`);
  const some = (rows: string) =>
    `select ${rows} from generate_series(1, ${people}) n cross join lateral (select ${firstId} + n as id) person`;
  await client.query(
    `insert into user_admin.profile_values (user_id, field_id, value)
     ${some("id, $1::int8, 'Position ' || n % 40")} where n % 2 = 0 and not (${isBot})`,
    [fieldId],
  );
  await client.query(`
    insert into user_admin.alert_words (user_id, word_key, word)
    ${some("id, 'word' || n, 'word' || n")} where n % 20 = 1`);
  await client.query(`
    insert into user_admin.muted_users (user_id, muted_user_id) ${some('id, id - 1')} where n % 50 = 2`);
  await client.query(`
    insert into user_admin.user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type)
    ${some("id, 'On the road', '', '', 'unicode_emoji'")} where n % 10 = 4`);
  await client.query(`
    insert into user_admin.presences (user_id, active_at, idle_at, update_id)
    select user_id, now, now, 1 from user_admin.users,
           (select extract(epoch from now())::int8 - 3600 as now) as clock
     where user_id > ${firstId} and bot_type is null and is_active and user_id % 10 < 7`);
  await client.query(`
    insert into channel.people (user_id, role, is_active, is_bot, joined_at, is_welcomed)
    select user_id, role, is_active, bot_type is not null, joined_at, true from user_admin.users
     where user_id > ${firstId} on conflict do nothing`);
}

/**
 * Subscribes each member to the channels of all members, a department, two projects and ten teams. Guests and bots are
 * subscribed to three teams.
 */
async function insertChannels(client: pg.Client, size: Size): Promise<void> {
  const { people, channels } = size;
  const { departments, projects, teams } = channelsOf(size);
  await client.query(`
    insert into channel.channels (channel_id, name, name_key, description, rendered_description, is_private,
      group_settings, archived_at)
    overriding system value
    select ${firstId} + c, 'growth ' || c, 'growth ' || c, 'What happens in ' || c, '<p>What happens in ' || c || '</p>',
           c % 5 = 3, (select group_settings from channel.channels where name = 'growth'),
           case when c % 20 = 17 then now() end
      from generate_series(1, ${channels}) c`);
  await client.query(`
    create temporary table slots as
    select n, ${firstId} + n as user_id, not ${hasLeft} as is_active, ${firstId} + case
             when slot < 2 then 1 + slot
             when slot = 2 then 3 + n % ${departments}
             when slot < 5 then 3 + ${departments} + (n * 7 + slot * 37) % ${projects}
             else 3 + ${departments + projects} + (n::int8 * 31 + slot * 97) % ${teams} end as channel_id
      from generate_series(1, ${people}) n
      cross join generate_series(0, 14) slot
     where not (${isGuest} or ${isBot}) or slot in (5, 6, 7)`);
  await client.query('create index on slots (channel_id); analyze slots');
  await client.query(`
    insert into channel.subscriptions (channel_id, user_id, is_user_active)
    select channel_id, user_id, is_active from slots order by channel_id, user_id on conflict do nothing`);
  await client.query(`
    insert into channel.subscription_periods (user_id, channel_id, after_message_id)
    select user_id, channel_id, 0 from channel.subscriptions where channel_id > ${firstId}
     order by user_id, channel_id`);
  await client.query(`
    update channel.channels c set subscriber_count = n from (
      select channel_id, count(*) as n from channel.subscriptions
       where is_subscribed and is_user_active group by channel_id) s
     where s.channel_id = c.channel_id`);
  await client.query(`
    insert into channel.user_topics (user_id, channel_id, topic, topic_key, visibility_policy)
    select user_id, min(channel_id), 'Topic 3', 'topic 3', 1 + n % 3 from slots where n % 5 = 1
     group by user_id, n`);
  await client.query('vacuum analyze');
}

async function insertGroups(client: pg.Client, { people }: Size): Promise<void> {
  const groups = Math.ceil(people / 100);
  await client.query(`
    insert into user_admin.groups (group_id, name, name_key, description, created_at, settings)
    overriding system value
    select ${firstId} + g, 'group ' || g, 'group ' || g, 'Group ' || g, now(),
           (select settings from user_admin.groups where name = 'growth')
      from generate_series(1, ${groups}) g`);
  await client.query(`
    insert into user_admin.group_members (group_id, user_id)
    select ${firstId} + g, ${firstId} + 1 + (g * 100 + m * 17) % ${people}
      from generate_series(1, ${groups}) g cross join generate_series(1, 30) m on conflict do nothing`);
}

/** Writes which people each guest can see. The service `user-admin` would do that within an hour. */
async function insertSights(client: pg.Client): Promise<void> {
  await client.query(`
    insert into user_admin.sights (guest_id, user_id)
    select distinct g.user_id, s.user_id
      from user_admin.users g
      join channel.subscriptions own on own.user_id = g.user_id
      join channel.subscriptions s on s.channel_id = own.channel_id and s.is_user_active and s.user_id <> g.user_id
     where g.user_id > ${firstId} and g.role = 600 and g.is_active and g.bot_type is null`);
  await client.query(`
    insert into user_admin.watched_guests (guest_id, is_limited)
    select user_id, true from user_admin.users where role = 600 and is_active on conflict do nothing`);
  await client.query('vacuum analyze user_admin.sights');
}
