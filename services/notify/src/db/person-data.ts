import { type Query, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

const seconds = (time: Query): Query => sql`floor(extract(epoch from ${time}))::int8`;

/** By kind. They leave out tokens and keys of devices, which are secrets. */
export const personDataQueries: Readonly<Record<string, (userId: UserId) => Query>> = {
  browsers: (userId) => sql`
    select subscription_id as id, json_build_object('id', subscription_id,
             'push_service', substring(endpoint from '^https?://[^/]*'), 'created_at', ${seconds(sql`created_at`)}) as json
      from web_push_subscriptions where user_id = ${userId}`,
  phones: (userId) => sql`
    select phone_id as id, json_build_object('id', phone_id, 'push_service', service, 'app_id', app_id) as json
      from phones where user_id = ${userId}`,
  mails: (userId) => sql`
    select mail_id as id, json_build_object('id', mail_id, 'address', address, 'state', state,
             'created_at', ${seconds(sql`created_at`)}) as json
      from mails where user_id = ${userId}`,
};
