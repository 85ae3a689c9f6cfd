import type pg from 'pg';
import { firstId, quietChannels, type Size } from './generate.ts';

/** Accounts and channels for generated messages; every reader but the last is in all channels, that one in quiet ones. */
export async function generateOrganization(
  client: pg.Client,
  size: Size,
  readers: readonly number[],
): Promise<void> {
  const { people, channels } = size;
  await client.query('set search_path to user_admin');
  await client.query(`
    insert into users (user_id, delivery_email, delivery_email_key, email, email_key, full_name, role)
    select ${firstId} + n, 'p' || n || '@load.example', 'p' || n || '@load.example',
           'p' || n || '@load.example', 'p' || n || '@load.example', 'Person ' || n, 400
      from generate_series(1, ${people}) n`);
  await client.query('set search_path to channel');
  await client.query(
    `insert into channels (channel_id, name, name_key, group_settings, subscriber_count)
     overriding system value
     select ${firstId} + n, 'load ' || n, 'load ' || n, (select group_settings from channels limit 1), $1
       from generate_series(1, ${channels}) n`,
    [readers.length],
  );
  const member = `
    select ${firstId} + n as channel_id, r.user_id
      from unnest($1::int8[]) with ordinality r (user_id, place) cross join generate_series(1, ${channels}) n
     where r.place < $2 or n > ${channels - quietChannels / 2}`;
  const values = [readers, readers.length];
  await client.query(`insert into subscriptions (channel_id, user_id) ${member}`, values);
  await client.query(
    `insert into subscription_periods (channel_id, user_id, after_message_id) select m.*, 0 from (${member}) m`,
    values,
  );
  await client.query('analyze');
}
