import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaOwner } from '@parley/core';
import type { Query } from '@parley/db';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimOutgoing as claimDeliveries } from '../../../services/integrations/src/db/outgoing-deliveries.ts';
import { takeLinkPreviewJobs } from '../../../services/messaging/src/db/changing/link-previews.ts';
import { takeDueReminder } from '../../../services/messaging/src/db/personal/reminders.ts';
import { takeDueScheduled } from '../../../services/messaging/src/db/personal/scheduled.ts';
import { claimMails } from '../../../services/notify/src/db/mails.ts';
import { claimDuePeople } from '../../../services/notify/src/db/missed-messages.ts';
import { claimPhonePushes } from '../../../services/notify/src/db/phone-pushes.ts';
import { claimRemovals } from '../../../services/notify/src/db/phone-removals.ts';
import { claimRegistrations } from '../../../services/notify/src/db/phones.ts';
import { claimTurn } from '../../../services/notify/src/db/topic-turns.ts';
import { claimDuePushes } from '../../../services/notify/src/db/web-push.ts';
import { deleteAccessEnds } from '../../../services/upload/src/db/access-ends.ts';
import { takeExpiredExports } from '../../../services/upload/src/db/exports.ts';
import { takeUnreadFiles } from '../../../services/upload/src/db/file-texts.ts';
import { takeDueBlobs } from '../../../services/upload/src/db/parts.ts';
import { takeUnscanned } from '../../../services/upload/src/db/scans.ts';
import { takeExpired } from '../../../services/upload/src/db/uploads.ts';
import { insertMailToken } from '../../../services/user-admin/src/access/db/mail-tokens.ts';
import { insertAttempt } from '../../../services/user-admin/src/access/db/sign-in-attempts.ts';
import { claimPicture } from '../../../services/user-admin/src/accounts/db/provider-pictures.ts';
import { takeExport } from '../../../services/user-admin/src/exporting/db/exports.ts';
import { claimOutgoing } from '../../../services/user-admin/src/outbox/db/outbox.ts';
import { deleteEndedStatuses } from '../../../services/user-admin/src/presence/db/user-statuses.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** A queue of a service: its table, a row for each `n` of a series, and the function that claims rows. */
type Queue = {
  service: SchemaOwner;
  table: string;
  columns: string;
  row: string;
  claim: (db: never) => unknown;
  /** Whether the claim sorts the first due row of each group, of which there are few, and not all due rows. */
  sortsFirstRows?: true;
};

const lease = { limit: 200, leaseSeconds: 60 };
const past = `now() - n * interval '1 ms'`;
const digest = `sha256(n::text::bytea)`;

const mails = (state: string, content: string) => ({
  service: 'notify' as const,
  table: 'mails',
  columns: `user_id, address, message_id, next_attempt_at, state, ${content.split(' ')[0]}`,
  row: `n, 'a', '${state}' || n, ${past}, '${state}', ${content.split(' ')[1]}`,
});

/** Deliveries of 1,000 bots, which are claimed bot by bot. */
const deliveries = {
  service: 'integrations' as const,
  table: 'outgoing_deliveries',
  columns: 'bot_id, epoch, event_id, message_id, sender_id, trigger, trigger_word, next_at',
  row: `n % 1000, 'a', n, n, 1, 'mention', '', ${past}`,
};

/** Every queue, by the file whose function claims rows of it. */
const queues: readonly (readonly [file: string, queue: Queue])[] = [
  [
    'notify/src/db/web-push.ts',
    {
      service: 'notify',
      table: 'due_pushes',
      columns: 'user_id, message_id, subscription_id, reason, sent_at, due_at',
      row: `n % 500, n, 1, 'mention', now(), ${past}`,
      claim: (db) => claimDuePushes(db, lease),
    },
  ],
  [
    'notify/src/db/phone-pushes.ts',
    {
      service: 'notify',
      table: 'phone_pushes',
      columns: 'user_id, message_id, phone_id, reason, sent_at, due_at, state',
      row: `n % 500, n, 1, 'mention', now(), ${past}, case when n % 4 = 0 then 'due' else 'shown' end`,
      claim: (db) => claimPhonePushes(db, lease),
    },
  ],
  [
    'notify/src/db/missed-messages.ts',
    {
      service: 'notify',
      table: 'due_people',
      columns: 'user_id, due_at',
      row: `n, ${past}`,
      claim: (db) => claimDuePeople(db, lease),
    },
  ],
  [
    'notify/src/db/topic-turns.ts',
    {
      service: 'notify',
      table: 'topic_turns',
      columns: 'topic_key, channel_id, epoch, sequence, due_at',
      row: `'topic-' || n, 1, 'a', n, ${past}`,
      claim: (db) => claimTurn(db, 60),
    },
  ],
  [
    'notify/src/db/mails.ts',
    {
      ...mails('queued_sealed', `sealed '\\x00'`),
      claim: (db) => claimMails(db, { retrySeconds: 60, perMinute: 0 }),
    },
  ],
  [
    'notify/src/db/mails.ts',
    {
      ...mails('queued_unwritten', `report '{}'`),
      claim: (db) => claimMails(db, { retrySeconds: 60, perMinute: 100 }),
    },
  ],
  [
    'notify/src/db/phones.ts',
    {
      service: 'notify',
      table: 'phones',
      columns: 'user_id, kind, service, token, next_attempt_at',
      row: `n, 'token', 'fcm', 'phone-' || n, ${past}`,
      claim: (db) => claimRegistrations(db, lease),
    },
  ],
  [
    'notify/src/db/phone-removals.ts',
    {
      service: 'notify',
      table: 'phone_removals',
      columns: 'user_id, next_attempt_at',
      row: `n, ${past}`,
      claim: (db) => claimRemovals(db, lease),
    },
  ],
  [
    'upload/src/db/access-ends.ts',
    {
      service: 'upload',
      table: 'access_ends',
      columns: 'user_id, ended_at',
      row: `n, ${past}`,
      claim: (db) => deleteAccessEnds(db, new Date(), 100),
    },
  ],
  [
    'upload/src/db/uploads.ts',
    {
      service: 'upload',
      table: 'uploads',
      columns: 'upload_id, owner_id, file_name, content_type, expires_at',
      row: `'u' || n, 1, 'f', 't', ${past}`,
      claim: (db) => takeExpired(db, 100),
    },
  ],
  [
    'upload/src/db/exports.ts',
    {
      service: 'upload',
      table: 'exports',
      columns: 'export_id, attempt, content_id, size_bytes, expires_at',
      row: `n, 1, 'c' || n, 1, ${past}`,
      claim: (db) => takeExpiredExports(db, 100),
    },
  ],
  [
    'upload/src/db/scans.ts',
    {
      service: 'upload',
      table: 'attachments',
      columns: 'owner_id, file_name, path_id, content_type, size_bytes, scan_state, scan_due_at, created_at',
      row: `1, 'f', 'p' || n, 't', 1, 'pending', case when n % 2 = 0 then ${past} end, ${past}`,
      claim: (db) => takeUnscanned(db, 1_000, [1, 2]),
    },
  ],
  [
    'upload/src/db/file-texts.ts',
    {
      service: 'upload',
      table: 'attachments',
      columns:
        'owner_id, file_name, path_id, content_type, size_bytes, content_id, scan_state, text_due_at, created_at',
      row: `1, 'f', 'p' || n, 't', 1, 'c' || n, 'clean', case when n % 2 = 0 then ${past} end, ${past}`,
      claim: (db) => takeUnreadFiles(db, 60_000),
    },
  ],
  [
    'upload/src/db/parts.ts',
    {
      service: 'upload',
      table: 'condemned_blobs',
      columns: 'blob_key, due_at',
      row: `'b' || n, ${past}`,
      claim: (db) => takeDueBlobs(db, 100),
    },
  ],
  [
    'user-admin/src/outbox/db/outbox.ts',
    {
      service: 'user-admin',
      table: 'outbox',
      columns: 'sealed, next_attempt_at',
      row: `'\\x00', ${past}`,
      claim: (db) => claimOutgoing(db, 60),
    },
  ],
  [
    'user-admin/src/presence/db/user-statuses.ts',
    {
      service: 'user-admin',
      table: 'user_statuses',
      columns: 'user_id, status_text, emoji_name, emoji_code, reaction_type, ends_at',
      row: `n, 's', '', '', '', ${past}`,
      claim: (db) => deleteEndedStatuses(db, 100),
    },
  ],
  [
    'user-admin/src/accounts/db/provider-pictures.ts',
    {
      service: 'user-admin',
      table: 'provider_pictures',
      columns: 'user_id, method, digest, due_at',
      row: `n, 'scim', ${digest}, ${past}`,
      claim: (db) => claimPicture(db, 60),
    },
  ],
  [
    'user-admin/src/access/db/sign-in-attempts.ts',
    {
      service: 'user-admin',
      table: 'sign_in_attempts',
      columns: 'state_sha256, sealed, expires_at',
      row: `${digest}, '\\x00', ${past}`,
      claim: (db) =>
        insertAttempt(db, {
          stateSha256: Buffer.alloc(32),
          sealed: Buffer.alloc(1),
          lifeSeconds: 60,
          beginner: {},
        }),
    },
  ],
  [
    'user-admin/src/access/db/mail-tokens.ts',
    {
      service: 'user-admin',
      table: 'mail_tokens',
      columns: 'token_sha256, purpose, user_id, expires_at',
      row: `${digest}, 'password-reset', n, ${past}`,
      claim: (db) =>
        insertMailToken(db, {
          tokenSha256: Buffer.alloc(32),
          lifeSeconds: 60,
          purpose: 'email-change',
          userId: 1,
          email: 'a@x.test' as never,
        }),
    },
  ],
  [
    'user-admin/src/exporting/db/exports.ts',
    {
      service: 'user-admin',
      table: 'person_exports',
      columns: 'user_id, includes_private, due_at',
      row: `n, false, ${past}`,
      claim: (db) => takeExport(db, 'person', 60_000),
    },
  ],
  [
    'messaging/src/db/changing/link-previews.ts',
    {
      service: 'messaging',
      table: 'link_preview_jobs',
      columns: 'message_id, urls, due_at',
      row: `n, '{}', ${past}`,
      claim: (db) => takeLinkPreviewJobs(db, 20, 60_000),
    },
  ],
  [
    'messaging/src/db/personal/scheduled.ts',
    {
      service: 'messaging',
      table: 'scheduled_messages',
      columns: 'user_id, content, rendered_content, deliver_at, client',
      row: `n, 'c', 'c', ${past}, 'c'`,
      claim: (db) => takeDueScheduled(db, [1]),
    },
  ],
  [
    'messaging/src/db/personal/reminders.ts',
    {
      service: 'messaging',
      table: 'reminders',
      columns: 'user_id, message_id, note, content, rendered_content, deliver_at',
      row: `n, n, '', '', '', ${past}`,
      claim: (db) => takeDueReminder(db, [1]),
    },
  ],
  [
    'integrations/src/db/outgoing-deliveries.ts',
    {
      ...deliveries,
      claim: (db) => claimDeliveries(db, { limit: 20, claimSeconds: 60 }),
      // The first delivery of each bot with a program.
      sortsFirstRows: true,
    },
  ],
];

/** Files that lock rows and skip locked ones, but have no queue. */
const others = [
  // A table with one row.
  'user-admin/src/auditing/db/chain.ts',
  // No queue: drafts of one topic are locked, which the index of their channel finds.
  'messaging/src/db/personal/drafts.ts',
  // Its claim reads `search_rebuild`, which has one row.
  'messaging/src/db/searching/search-documents.ts',
  // Its claim takes the first row of the primary key, and its condition reads the last.
  'messaging/src/db/searching/search-imported.ts',
];

let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client(database.adminUrl);
  await admin.connect();
  await admin.query('set session_replication_role to replica');
});

afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

/** Records the statements of a function instead of running them. */
async function statementsOf(run: (db: never) => unknown): Promise<Query[]> {
  const recorded: Query[] = [];
  const answer = async (query: Query) => {
    recorded.push(query);
    return [];
  };
  const recorder = { isTransaction: true, many: answer, one: answer, execute: answer };
  await run({ ...recorder, maybeOne: async (query: Query) => void (await answer(query)) } as never);
  return recorded;
}

it('every file that claims rows has a queue in this table', () => {
  const files = globSync('services/*/src/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('skip locked'),
  );
  const known = [...queues.map(([file]) => file), ...others].map((file) => `services/${file}`);
  // A query of `scheduled.ts` serves reminders, too.
  expect(files.filter((file) => !known.includes(file))).toEqual([]);
});

describe.each(queues)('a claim of %s', (_file, queue) => {
  const { service, table, columns, row, claim, sortsFirstRows = false } = queue;
  it(`finds rows of ${table} by indexes alone, whenever statistics were made`, async () => {
    const name = `${service.replaceAll('-', '_')}.${table}`;
    await admin.query(`truncate ${name} cascade`);
    await admin.query(`alter table ${name} set (autovacuum_enabled = false)`);
    await admin.query(`analyze ${name}`);
    await admin.query(`insert into ${name} (${columns}) select ${row} from generate_series(1, 100000) n`);
    const statements = await statementsOf(claim);
    expect(statements.length).toBeGreaterThan(0);
    const client = new pg.Client(database.urlOf(service));
    await client.connect();
    try {
      for (const statistics of ['of the empty table', 'of the full table']) {
        for (const mode of ['force_custom_plan', 'force_generic_plan']) {
          await client.query(`set plan_cache_mode to ${mode}`);
          for (const { text, values } of statements)
            expect(await planOf(client, text, values), `${statistics}, ${mode}`).not.toMatch(
              scans(table, sortsFirstRows),
            );
        }
        await admin.query(`analyze ${name}`);
      }
    } finally {
      await client.end();
    }
  });
});

/**
 * Matches a plan that reads the whole table, or that sorts all due rows before it locks the first ones. An incremental sort only
 * sorts rows with the same time.
 */
const scans = (table: string, sorts: boolean) =>
  new RegExp(`Seq Scan on ${table}\\b${sorts ? '' : '|LockRows .*\\n *->  Sort {2}'}`);

async function planOf(client: pg.Client, text: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({
    name: '',
    text: `explain ${text}`,
    values: [...values],
  });
  return rows.map((each) => each['QUERY PLAN']).join('\n');
}
