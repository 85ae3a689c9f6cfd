import { owners } from '@parley/migrate';
import { describe, expect, it } from 'vitest';
import { judgeClock } from './clock.ts';
import type { Finding } from './finding.ts';
import { judgeLog, type LogFacts, type StreamFacts } from './nats/log.ts';
import { judgeServer, judgeSync, type ServerFacts } from './nats/server.ts';
import { examineOpenSearch, judgeOpenSearch, type OpenSearchFacts } from './opensearch.ts';
import { judgeConnections } from './postgres/connections.ts';
import { judgeMessageIds } from './postgres/message-ids.ts';
import { judgeMigrations } from './postgres/migrations.ts';
import type { RoleSetting } from './postgres/role-settings.ts';
import { judgeRoles, type RoleFacts } from './postgres/roles.ts';
import { judgeSearchIndex, type SearchIndexFacts } from './postgres/search-index.ts';
import { judgeSettings, type SettingsFacts } from './postgres/settings.ts';
import { judgeSlots, type SlotFacts, slotPrefix } from './postgres/slots.ts';
import { exitCodeOf, renderReport } from './report.ts';

const healthy: SettingsFacts = {
  version: 180_004,
  in_recovery: false,
  encoding: 'UTF8',
  locale: 'C.UTF-8',
  folds_case: true,
  wal_level: 'logical',
  fsync: true,
  full_page_writes: true,
  synchronous_commit: 'on',
  synchronous_standby_names: 'ANY 1 (one, two)',
  max_slot_wal_keep_bytes: 16 * 2 ** 30,
  max_replication_slots: 10,
  slots: 1,
  max_wal_senders: 10,
  standbys: 2,
};

const bad = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ state, check }) => `${state} ${check}`);

describe('the doctor’s judgement of the search index', () => {
  const complete: NonNullable<SearchIndexFacts> = {
    lag_seconds: 0.4,
    pending: 3,
    is_rebuilding: false,
    rebuilt: 0,
    rebuilding_seconds: 0,
    bytes: 5_000_000,
    partitions: 2,
    invalid: [],
    engine: 'postgresql',
    current_index: null,
  };

  it('accepts a complete index, and none', () => {
    expect(bad(judgeSearchIndex(complete))).toEqual([]);
    const elsewhere = { ...complete, engine: 'opensearch', current_index: 'parley-messages-7' };
    expect(judgeSearchIndex(elsewhere)[0]!.text).toContain('parley-messages-7 of OpenSearch');
    expect(judgeSearchIndex(null)).toEqual([]);
  });

  it.each<[string, Partial<SearchIndexFacts>]>([
    ['fail postgres.search_index', { lag_seconds: 61 }],
    ['fail postgres.search_index', { pending: 5_001 }],
    ['fail postgres.search_index', { invalid: ['search_documents_0_words_idx'] }],
    ['warn postgres.search_index', { is_rebuilding: true }],
  ])('reports "%s"', (expected, change) =>
    expect(bad(judgeSearchIndex({ ...complete, ...change }))).toEqual([expected]),
  );
});

it.each([
  [1, 'Messages that are sent have IDs from 1 on; nothing can be imported (docs/operations/moving-in.md).'],
  [2 ** 42, 'Messages that are sent have IDs from 4398046511104 on; imported ones stand below.'],
])('the doctor says what follows from messages that begin at %i', (first, text) => {
  expect(judgeMessageIds({ first })).toEqual([{ check: 'postgres.message_ids', state: 'ok', text }]);
  expect(judgeMessageIds(null)).toEqual([]);
});

describe('the doctor’s judgement of OpenSearch', () => {
  const healthy: OpenSearchFacts = { version: '2.19.6', status: 'green', is_read_only: false };

  it('accepts a healthy one', () => expect(judgeOpenSearch(healthy).state).toBe('ok'));

  it.each<[string, Partial<OpenSearchFacts>]>([
    ['fail', { version: '1.3.20' }],
    ['fail', { status: 'red' }],
    ['fail', { is_read_only: true }],
    ['warn', { status: 'yellow' }],
  ])('reports a "%s"', (expected, change) =>
    expect(judgeOpenSearch({ ...healthy, ...change }).state).toBe(expected),
  );

  it('says that it does not answer, and nothing where there is none', async () => {
    const [finding] = await examineOpenSearch({ url: 'http://127.0.0.1:1', alias: 'parley-messages' });
    expect(finding!.state).toBe('fail');
    expect(await examineOpenSearch({ url: '', alias: 'parley-messages' })).toEqual([]);
  });
});

describe('the doctor’s judgement of the settings of PostgreSQL', () => {
  it('accepts a healthy server', () => expect(bad(judgeSettings(healthy))).toEqual([]));

  it.each<[string, Partial<SettingsFacts>]>([
    ['fail postgres.version', { version: 140_010 }],
    ['warn postgres.version', { version: 150_018 }],
    ['fail postgres.primary', { in_recovery: true }],
    ['fail postgres.encoding', { encoding: 'SQL_ASCII' }],
    ['warn postgres.locale', { locale: 'C', folds_case: false }],
    ['fail postgres.wal_level', { wal_level: 'replica' }],
    ['fail postgres.durability', { fsync: false }],
    ['fail postgres.durability', { synchronous_commit: 'off' }],
    ['fail postgres.max_slot_wal_keep_size', { max_slot_wal_keep_bytes: -1 }],
    ['fail postgres.max_slot_wal_keep_size', { max_slot_wal_keep_bytes: 64 * 2 ** 20 }],
    ['warn postgres.max_slot_wal_keep_size', { max_slot_wal_keep_bytes: 512 * 2 ** 20 }],
    ['fail postgres.replication_room', { slots: 10 }],
    ['warn postgres.synchronous', { standbys: 0 }],
    ['warn postgres.synchronous', { synchronous_standby_names: '' }],
    ['warn postgres.synchronous', { synchronous_standby_names: 'ANY 1 (*)' }],
    ['fail postgres.synchronous', { synchronous_standby_names: '*' }],
    ['fail postgres.synchronous', { synchronous_standby_names: 'FIRST 1 (*)' }],
  ])('reports "%s"', (expected, change) =>
    expect(bad(judgeSettings({ ...healthy, ...change }))).toEqual([expected]),
  );
});

describe('the doctor’s judgement of connections to PostgreSQL', () => {
  const judge = (connected: number, planned?: number) =>
    judgeConnections({ max_connections: 100, connected }, planned).state;

  it('accepts pools within max_connections, and warns about larger ones', () => {
    expect(judge(10)).toBe('ok');
    expect(judge(10, 100)).toBe('ok');
    expect(judge(10, 101)).toBe('warn');
  });

  it('warns when most connections are in use', () => {
    expect(judge(80)).toBe('ok');
    expect(judge(81)).toBe('warn');
  });
});

describe('the doctor’s judgement of replication slots', () => {
  const slot: SlotFacts = {
    slot_name: `${slotPrefix('parley')}3`,
    database: 'parley',
    active: true,
    wal_status: 'reserved',
    safe_bytes: 2 ** 33,
    held_bytes: 4_096,
    failover: true,
  };
  const judge = (slots: SlotFacts[], change = {}) =>
    bad(judgeSlots({ database: 'parley', standbys: 1, publication: true, slots, ...change }));

  it('accepts a slot that has a reader', () => expect(judge([slot])).toEqual([]));

  it('reports every problem of the relay’s slot', () => {
    expect(judge([])).toEqual(['fail postgres.slot']);
    expect(judge([{ ...slot, wal_status: 'lost' }])).toEqual(['fail postgres.slot']);
    expect(judge([{ ...slot, active: false }])).toEqual(['fail postgres.slot']);
    expect(judge([{ ...slot, safe_bytes: 2 ** 20 }])).toEqual(['fail postgres.slot_room']);
    expect(judge([{ ...slot, failover: false }])).toEqual(['warn postgres.slot_failover']);
    expect(judge([slot], { publication: false })).toEqual(['fail postgres.publication']);
  });

  it('warns about a foreign slot that nothing reads while it retains WAL, before it fills the disk', () => {
    const other = { ...slot, slot_name: 'old_tool', active: false, held_bytes: 10 };
    expect(judge([slot, other])).toEqual(['warn postgres.slot_unused']);
    expect(judge([slot, { ...other, active: true }])).toEqual([]);
    expect(judge([slot, { ...other, held_bytes: 0 }])).toEqual([]);
    expect(judge([slot, { ...other, wal_status: 'lost' }])).toEqual([]);
  });
});

describe('the doctor’s judgement of roles', () => {
  const able: Omit<RoleFacts, 'role' | 'schemas' | 'tables_of' | 'replication'> = {
    exists: true,
    can_login: true,
    superuser: false,
    bypass_rls: false,
    create_role: false,
    create_db: false,
    granted: [],
    memberships: [],
    own_denied: [],
    emit: true,
    may_connect: true,
    valid_seconds: null,
    connection_limit: -1,
    connections: 12,
  };
  const roles: RoleFacts[] = owners.map(({ role, schema, replication }) => ({
    ...able,
    role,
    replication,
    schemas: [schema],
    tables_of: [schema],
  }));
  const paths: RoleSetting[] = owners.map(({ role, schema }) => ({
    role,
    name: 'search_path',
    value: `${schema}, log`,
    undo: `alter role ${role} reset search_path`,
  }));
  const judge = (change: Partial<RoleFacts>, more: readonly RoleSetting[] = [], standbys = '') => {
    const facts = roles.map((each) => (each.role === 'parley_messaging' ? { ...each, ...change } : each));
    const settings = [
      ...paths.filter(({ role, name }) => !more.some((each) => each.role === role && each.name === name)),
      ...more,
    ];
    return bad(judgeRoles(facts, { settings, synchronous_standby_names: standbys }));
  };
  const set = (name: string, value: string, role = 'parley_messaging'): RoleSetting[] => [
    { role, name, value, undo: `alter role ${role} reset ${name}` },
  ];

  it('accepts roles with the right grants', () => {
    expect(judge({})).toEqual([]);
    expect(judge({ connection_limit: 50, valid_seconds: 40 * 86_400 })).toEqual([]);
    expect(judge({}, set('synchronous_commit', 'remote_apply'))).toEqual([]);
    expect(judge({}, set('synchronous_commit', 'local'))).toEqual([]);
    expect(judge({}, set('default_transaction_read_only', 'off'))).toEqual([]);
    expect(judge({}, set('statement_timeout', '60s'))).toEqual([]);
    // The relay may use `local`, because its commits need not wait for a standby.
    expect(judge({}, set('synchronous_commit', 'local', 'parley_relay'), 'ANY 1 (*)')).toEqual([]);
  });

  it.each<[string, Partial<RoleFacts>]>([
    ['fail', { valid_seconds: -1 }],
    ['warn', { valid_seconds: 86_400 }],
    ['fail', { connection_limit: 0, connections: 0 }],
    ['fail', { connection_limit: 12 }],
    ['fail', { may_connect: false }],
    ['fail', { own_denied: ['messaging.messages'] }],
    ['fail', { tables_of: ['messaging', 'relay'], memberships: ['pg_read_all_data'] }],
  ])('reports "%s" for a role with %j', (state, change) =>
    expect(judge(change)).toEqual([`${state} postgres.role.messaging`]),
  );

  it.each([
    ['synchronous_commit', 'off', ''],
    ['synchronous_commit', 'FALSE', ''],
    ['synchronous_commit', 'local', 'ANY 1 (*)'],
    ['default_transaction_read_only', 'on', ''],
    ['default_transaction_read_only', 'true', ''],
    ['session_replication_role', 'replica', ''],
    ['search_path', '"$user", public', ''],
  ])('fails for %s = %s with standbys %j', (name, value, standbys) =>
    expect(judge({}, set(name, value), standbys)).toEqual(['fail postgres.role.messaging']),
  );
});

describe('the doctor’s judgement of NATS', () => {
  const server: ServerFacts = {
    version: '2.12.3',
    max_payload: 2 ** 20,
    jetstream: true,
    storageLeftBytes: undefined,
    sync: [{ url: 'http://nats-0:8222', server: 'nats-0', always: true, intervalMs: undefined }],
  };

  it('accepts a healthy server', () => expect(bad(judgeServer(server))).toEqual([]));

  it.each<[string, Partial<ServerFacts>]>([
    ['fail nats.version', { version: '2.8.4' }],
    ['warn nats.version', { version: '2.9.10' }],
    ['fail nats.max_payload', { max_payload: 65_536 }],
    ['fail nats.jetstream', { jetstream: false }],
    ['fail nats.storage', { storageLeftBytes: 2 ** 20 }],
    ['warn nats.sync_interval', { sync: undefined }],
  ])('reports "%s"', (expected, change) =>
    expect(bad(judgeServer({ ...server, ...change }))).toEqual([expected]),
  );

  it('judges the sync interval of each server, and fails for a server that does not answer', () => {
    const lazy = { url: 'http://nats-1:8222', server: 'nats-1', always: false, intervalMs: 120_000 };
    const gone = { url: 'http://nats-2:8222', error: 'fetch failed' };
    const findings = judgeSync([...server.sync!, lazy, gone]);
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'fail', 'fail']);
    expect(findings[1]!.text).toContain('every 120 s');
  });
});

describe('the doctor’s judgement of the log', () => {
  const stream: StreamFacts = {
    name: 'parley_log_e1',
    differences: [],
    replicas: 3,
    current: 3,
    maxAgeMs: 7 * 86_400_000,
    maxBytes: 2 ** 30,
    bytes: 1_000,
    spanMs: 1_000,
  };
  const log: LogFacts = {
    epoch: 'e1',
    log: stream,
    queues: { ...stream, name: 'KV_parley_queues_e1' },
    wantedReplicas: 3,
    fresh: { received: 6, sessions: 1, writesAllowed: true },
  };

  it('accepts a healthy log', () => expect(bad(judgeLog(log))).toEqual([]));

  it.each<[string, Partial<LogFacts>]>([
    ['fail nats.epoch', { epoch: undefined }],
    ['fail nats.epoch', { log: undefined }],
    ['fail nats.log', { log: { ...stream, differences: ['deny_purge is false, not true'] } }],
    ['fail nats.log', { log: { ...stream, replicas: 1, current: 1 } }],
    ['warn nats.log', { log: { ...stream, current: 2 } }],
    ['warn nats.retention', { log: { ...stream, bytes: 2 ** 30, spanMs: 3_600_000 } }],
    ['fail relay.announcements', { fresh: { received: 0, sessions: 0, writesAllowed: true } }],
    ['warn relay.announcements', { fresh: { received: 9, sessions: 2, writesAllowed: true } }],
    ['fail relay.announcements', { fresh: { received: 6, sessions: 1, writesAllowed: false } }],
  ])('reports "%s"', (expected, change) => expect(bad(judgeLog({ ...log, ...change }))).toEqual([expected]));
});

it('the doctor judges a clock by the part of its offset that the network delay cannot explain', () => {
  const judge = (offsetMs: number, errorMs: number) =>
    judgeClock({ of: 'PostgreSQL', offsetMs, errorMs }).state;
  expect(judge(40, 2)).toBe('ok');
  expect(judge(-400, 300)).toBe('ok');
  expect(judge(-400, 10)).toBe('warn');
  expect(judge(1_500, 10)).toBe('fail');
});

it('the doctor distinguishes a database that lacks migrations from one that has newer ones', () => {
  const judge = (applied: number) => judgeMigrations([{ schema: 'channel', applied, known: 2 }]).state;
  expect([1, 2, 3].map(judge)).toEqual(['fail', 'ok', 'warn']);
});

it('the report of the doctor lists failures first, each with its fix, and its exit code is 1 only for failures', () => {
  const findings: Finding[] = [
    { state: 'ok', check: 'a', text: 'Fine.' },
    { state: 'warn', check: 'b', text: 'Risky.', fix: 'Fix it soon.' },
    { state: 'fail', check: 'c', text: 'Broken.', fix: 'Fix it.' },
  ];
  expect(renderReport(findings)).toBe(
    'FAIL  c: Broken.\n      → Fix it.\nwarn  b: Risky.\n      → Fix it soon.\nok    a: Fine.\n\n1 broken, 1 at risk, 1 in order.\n',
  );
  expect(exitCodeOf(findings)).toBe(1);
  expect(exitCodeOf(findings.slice(0, 2))).toBe(0);
});
