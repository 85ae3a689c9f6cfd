import { type Query, type Queryable, readJsonPage, sql } from '@parley/db';
import { emailKey, type UserId } from '@parley/rules';

type Who = { userId: UserId; email: string };

const seconds = (time: Query): Query => sql`floor(extract(epoch from ${time}))::int8`;

/** Secrets such as hashes, keys and tokens are left out. */
const queries = {
  groups: ({ userId }) => sql`
    select group_id as id, json_build_object('id', group_id, 'name', g.name) as json
      from group_members m join groups g using (group_id) where m.user_id = ${userId}`,
  bots: ({ userId }) => sql`
    select user_id as id, json_build_object('user_id', user_id, 'full_name', full_name, 'email', delivery_email,
             'is_active', is_active) as json
      from users where bot_owner_id = ${userId}`,
  sessions: ({ userId }) => sql`
    select session_id as id, json_build_object('id', session_id, 'created_at', ${seconds(sql`created_at`)},
             'last_used_at', ${seconds(sql`last_used_at`)}, 'expires_at', ${seconds(sql`expires_at`)},
             'client', client, 'address', address) as json
      from sessions where user_id = ${userId}`,
  api_keys: ({ userId }) => sql`
    select key_id as id, json_build_object('id', key_id, 'name', name, 'is_read_only', is_read_only, 'areas', areas,
             'created_at', ${seconds(sql`created_at`)}, 'expires_at', ${seconds(sql`expires_at`)},
             'last_used_at', ${seconds(sql`last_used_at`)}, 'last_used_address', last_used_address) as json
      from named_keys where user_id = ${userId}`,
  passkeys: ({ userId }) => sql`
    select passkey_id as id, json_build_object('id', passkey_id, 'name', name,
             'created_at', ${seconds(sql`created_at`)}, 'last_used_at', ${seconds(sql`last_used_at`)}) as json
      from passkeys where user_id = ${userId}`,
  authenticator_apps: ({ userId }) => sql`
    select user_id as id, json_build_object('confirmed_at', ${seconds(sql`confirmed_at`)}) as json
      from authenticator_apps where user_id = ${userId}`,
  identities: ({ userId }) => sql`
    select row_number() over (order by method) as id, json_build_object('method', method, 'subject', subject,
             'linked_at', ${seconds(sql`linked_at`)}) as json
      from external_identities where user_id = ${userId}`,
  provisioning: ({ userId }) => sql`
    select user_id as id, json_build_object('user_name', user_name, 'external_id', external_id,
             'attributes', attributes) as json
      from scim_users where user_id = ${userId}`,
  provider_pictures: ({ userId }) => sql`
    select row_number() over (order by method) as id, json_build_object('method', method, 'path', stored_path) as json
      from provider_pictures where user_id = ${userId}`,
  alert_words: ({ userId }) => sql`
    select row_number() over (order by word_key) as id, json_build_object('word', word) as json
      from alert_words where user_id = ${userId}`,
  muted_users: ({ userId }) => sql`
    select muted_user_id as id, json_build_object('user_id', muted_user_id, 'muted_at', ${seconds(sql`muted_at`)}) as json
      from muted_users where user_id = ${userId}`,
  navigation_views: ({ userId }) => sql`
    select row_number() over (order by fragment) as id, json_build_object('fragment', fragment, 'name', name,
             'is_pinned', is_pinned) as json
      from navigation_views where user_id = ${userId}`,
  onboarding_steps: ({ userId }) => sql`
    select row_number() over (order by step) as id, json_build_object('step', step) as json
      from finished_onboarding_steps where user_id = ${userId}`,
  statuses: ({ userId }) => sql`
    select user_id as id, json_build_object('status_text', status_text, 'emoji_name', emoji_name) as json
      from user_statuses where user_id = ${userId}`,
  presences: ({ userId }) => sql`
    select user_id as id, json_build_object('active_at', active_at, 'idle_at', idle_at) as json
      from presences where user_id = ${userId}`,
  storage: ({ userId }) => sql`
    select row_number() over (order by key) as id, json_build_object('key', key, 'value', value) as json
      from bot_storage where user_id = ${userId}`,
  invitations: ({ userId, email }) => sql`
    select invitation_id as id, json_build_object('id', invitation_id, 'email', email, 'invited_by', invited_by,
             'created_at', ${seconds(sql`created_at`)}, 'ended_at', ${seconds(sql`ended_at`)}) as json
      from invitations where invited_by = ${userId} or email_key = ${emailKey(email)}`,
  // Network addresses and clients of other people are their personal data, so they are left out.
  audit_log: ({ userId }) => sql`
    select entry_id as id, json_build_object('id', entry_id, 'time', ${seconds(sql`happened_at`)}, 'actor_id', actor_id,
             'action', action, 'user_id', user_id, 'details', details,
             'client', case when actor_id = ${userId} then client end,
             'address', case when actor_id = ${userId} then address end) as json
      from audit_entries where user_id = ${userId} or actor_id = ${userId}`,
} satisfies Record<string, (who: Who) => Query>;

/** Names of private lists. Without the person's consent, they are left out of an export for another person. */
const privateKinds: ReadonlySet<string> = new Set<keyof typeof queries>([
  'alert_words',
  'muted_users',
  'navigation_views',
  'onboarding_steps',
  'storage',
]);

export const ownPersonData = (includesPrivate: boolean): string[] =>
  Object.keys(queries).filter((kind) => includesPrivate || !privateKinds.has(kind));

/** Yields the elements of a list about a person as JSON texts, one page at a time. */
export async function* readPersonData(db: Queryable, kind: string, who: Who): AsyncGenerator<Buffer[]> {
  const query = queries[kind as keyof typeof queries](who);
  for (let afterId = 0; ; ) {
    const { items, lastId } = await readJsonPage(db, query, afterId);
    if (items.length === 0) return;
    yield items;
    afterId = lastId;
  }
}
