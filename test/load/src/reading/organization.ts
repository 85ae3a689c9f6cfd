import pg from 'pg';
import { busyChannel, firstId, longChannel, quietChannels, type Size } from './generate.ts';
import type { Readers } from './readers.ts';

/** Creates accounts, channels and subscriptions that generated messages refer to. */
export async function generateOrganization(
  databaseUrl: string,
  { people, channels }: Size,
  readers: Readers,
): Promise<void> {
  // Generated channels copy the permissions of this channel.
  await readers.everything.subscribe(['load reading']);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      insert into user_admin.users (user_id, delivery_email, delivery_email_key, email, email_key, full_name, role)
      select ${firstId} + n, 'p' || n || '@load.example', 'p' || n || '@load.example',
             'p' || n || '@load.example', 'p' || n || '@load.example', 'Person ' || n, 400
        from generate_series(1, ${people}) n`);
    await client.query('set search_path to channel');
    const last = firstId + channels;
    await client.query(
      `create temporary table members as
       select $1::int8 as user_id, c as channel_id from generate_series(${firstId + 1}, ${last}) c
       union all select $2::int8, c from generate_series(${last - quietChannels / 2 + 1}, ${last}) c
       union all select $3::int8, ${busyChannel}
       union all select r, ${longChannel} from unnest($4::int8[]) r`,
      [
        readers.everything.userId,
        readers.little.userId,
        readers.skipper.userId,
        readers.newcomers.map(({ userId }) => userId),
      ],
    );
    await client.query(`
      insert into channels (channel_id, name, name_key, group_settings, subscriber_count)
      overriding system value
      select c, 'load ' || c, 'load ' || c, (select group_settings from channels limit 1),
             (select count(*) from members m where m.channel_id = c)
        from generate_series(${firstId + 1}, ${last}) c`);
    await client.query(
      'insert into subscriptions (channel_id, user_id) select channel_id, user_id from members',
    );
    await client.query(`
      insert into subscription_periods (channel_id, user_id, after_message_id)
      select channel_id, user_id, 0 from members`);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
