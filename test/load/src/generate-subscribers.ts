import type { Cluster } from '@parley/test-kit';
import pg from 'pg';

/** First ID of generated users. IDs of the organization's own users are lower, and other scenarios use other ranges. */
const firstId = 30_000_000;

/**
 * Writes accounts and their subscriptions to a channel directly into the tables. Creating a hundred thousand accounts through
 * the API would take longer than the measurement.
 */
export async function generateSubscribers(cluster: Cluster, channelId: number, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local synchronous_commit to off');
    await client.query(
      `insert into user_admin.users (user_id, delivery_email, delivery_email_key, email, email_key, full_name, role)
       select ${firstId} + n, address, address, address, address, 'Subscriber ' || n, 400
         from generate_series(1, $1::int) n cross join lateral (select 's' || n || '@load.example' as address) a
       on conflict do nothing`,
      [count],
    );
    await client.query(
      `insert into channel.people (user_id, role, is_active, is_bot, joined_at, is_welcomed)
       select ${firstId} + n, 400, true, false, now(), true from generate_series(1, $1::int) n
       on conflict do nothing`,
      [count],
    );
    await client.query(
      `insert into channel.subscriptions (channel_id, user_id)
       select $1, ${firstId} + n from generate_series(1, $2::int) n`,
      [channelId, count],
    );
    await client.query(
      `insert into channel.subscription_periods (channel_id, user_id, after_message_id)
       select $1, ${firstId} + n, 0 from generate_series(1, $2::int) n`,
      [channelId, count],
    );
    await client.query(
      'update channel.channels set subscriber_count = subscriber_count + $2 where channel_id = $1',
      [channelId, count],
    );
    await client.query('commit');
    await client.query('analyze channel.subscriptions, channel.subscription_periods, user_admin.users');
  } finally {
    await client.end();
  }
}
