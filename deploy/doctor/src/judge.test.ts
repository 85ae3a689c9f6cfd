import { describe, expect, it } from 'vitest';
import { judgeClock } from './clock.ts';
import type { Finding } from './finding.ts';
import { judgeLog, type LogFacts, type StreamFacts } from './nats/log.ts';
import { judgeServer, judgeSync, type ServerFacts } from './nats/server.ts';
import { judgeMigrations } from './postgres/migrations.ts';
import { judgeSettings, type SettingsFacts } from './postgres/settings.ts';
import { judgeSlots, type SlotFacts, slotPrefix } from './postgres/slots.ts';
import { exitCodeOf, renderReport } from './report.ts';

const healthy: SettingsFacts = {
  version: 180_004,
  in_recovery: false,
  encoding: 'UTF8',
  wal_level: 'logical',
  fsync: true,
  full_page_writes: true,
  synchronous_commit: 'on',
  synchronous_standby_names: 'ANY 1 (*)',
  max_slot_wal_keep_bytes: 16 * 2 ** 30,
  max_replication_slots: 10,
  slots: 1,
  max_wal_senders: 10,
  standbys: 2,
};

const bad = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ state, check }) => `${state} ${check}`);

describe('settings of PostgreSQL', () => {
  it('has nothing against a good server', () => expect(bad(judgeSettings(healthy))).toEqual([]));

  it.each<[string, Partial<SettingsFacts>]>([
    ['fail postgres.version', { version: 140_010 }],
    ['warn postgres.version', { version: 150_018 }],
    ['fail postgres.primary', { in_recovery: true }],
    ['fail postgres.encoding', { encoding: 'SQL_ASCII' }],
    ['fail postgres.wal_level', { wal_level: 'replica' }],
    ['fail postgres.durability', { fsync: false }],
    ['fail postgres.durability', { synchronous_commit: 'off' }],
    ['fail postgres.max_slot_wal_keep_size', { max_slot_wal_keep_bytes: -1 }],
    ['fail postgres.max_slot_wal_keep_size', { max_slot_wal_keep_bytes: 64 * 2 ** 20 }],
    ['warn postgres.max_slot_wal_keep_size', { max_slot_wal_keep_bytes: 512 * 2 ** 20 }],
    ['fail postgres.replication_room', { slots: 10 }],
    ['warn postgres.synchronous', { standbys: 0 }],
    ['warn postgres.synchronous', { synchronous_standby_names: '' }],
  ])('%s', (expected, change) => expect(bad(judgeSettings({ ...healthy, ...change }))).toEqual([expected]));
});

describe('replication slots', () => {
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

  it('has nothing against a slot that is read', () => expect(judge([slot])).toEqual([]));

  it('tells what is wrong with ours', () => {
    expect(judge([])).toEqual(['fail postgres.slot']);
    expect(judge([{ ...slot, wal_status: 'lost' }])).toEqual(['fail postgres.slot']);
    expect(judge([{ ...slot, active: false }])).toEqual(['fail postgres.slot']);
    expect(judge([{ ...slot, safe_bytes: 2 ** 20 }])).toEqual(['fail postgres.slot_room']);
    expect(judge([{ ...slot, failover: false }])).toEqual(['warn postgres.slot_failover']);
    expect(judge([slot], { publication: false })).toEqual(['fail postgres.publication']);
  });

  it('names a forgotten slot that fills the disk, and is silent about one that does not', () => {
    const other = { ...slot, slot_name: 'old_tool', active: false, held_bytes: 2 ** 31 };
    expect(judge([slot, other])).toEqual(['warn postgres.slot_unused']);
    expect(judge([slot, { ...other, held_bytes: 10 }])).toEqual([]);
  });
});

describe('NATS', () => {
  const server: ServerFacts = {
    version: '2.12.3',
    max_payload: 2 ** 20,
    jetstream: true,
    storageLeftBytes: undefined,
    sync: [{ url: 'http://nats-0:8222', server: 'nats-0', always: true, intervalMs: undefined }],
  };

  it('has nothing against a good server', () => expect(bad(judgeServer(server))).toEqual([]));

  it.each<[string, Partial<ServerFacts>]>([
    ['fail nats.version', { version: '2.8.4' }],
    ['warn nats.version', { version: '2.9.10' }],
    ['fail nats.max_payload', { max_payload: 65_536 }],
    ['fail nats.jetstream', { jetstream: false }],
    ['fail nats.storage', { storageLeftBytes: 2 ** 20 }],
    ['warn nats.sync_interval', { sync: undefined }],
  ])('%s', (expected, change) => expect(bad(judgeServer({ ...server, ...change }))).toEqual([expected]));

  it('judges each server by itself', () => {
    const lazy = { url: 'http://nats-1:8222', server: 'nats-1', always: false, intervalMs: 120_000 };
    const gone = { url: 'http://nats-2:8222', error: 'fetch failed' };
    const findings = judgeSync([...server.sync!, lazy, gone]);
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'fail', 'fail']);
    expect(findings[1]!.text).toContain('every 120 s');
  });
});

describe('the log', () => {
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
    queues: { ...stream, name: 'KV_parley_queues' },
    wantedReplicas: 3,
    fresh: { heard: 6, sessions: 1, writesAllowed: true },
  };

  it('has nothing against a good log', () => expect(bad(judgeLog(log))).toEqual([]));

  it.each<[string, Partial<LogFacts>]>([
    ['fail nats.epoch', { epoch: undefined }],
    ['fail nats.epoch', { log: undefined }],
    ['fail nats.log', { log: { ...stream, differences: ['deny_purge is false, not true'] } }],
    ['fail nats.log', { log: { ...stream, replicas: 1, current: 1 } }],
    ['warn nats.log', { log: { ...stream, current: 2 } }],
    ['warn nats.retention', { log: { ...stream, bytes: 2 ** 30, spanMs: 3_600_000 } }],
    ['fail relay.announcements', { fresh: { heard: 0, sessions: 0, writesAllowed: true } }],
    ['warn relay.announcements', { fresh: { heard: 9, sessions: 2, writesAllowed: true } }],
    ['fail relay.announcements', { fresh: { heard: 6, sessions: 1, writesAllowed: false } }],
  ])('%s', (expected, change) => expect(bad(judgeLog({ ...log, ...change }))).toEqual([expected]));
});

it('judges clocks by what is certain, not by what the network adds', () => {
  const judge = (offsetMs: number, errorMs: number) =>
    judgeClock({ of: 'PostgreSQL', offsetMs, errorMs }).state;
  expect(judge(40, 2)).toBe('ok');
  expect(judge(-400, 300)).toBe('ok');
  expect(judge(-400, 10)).toBe('warn');
  expect(judge(1_500, 10)).toBe('fail');
});

it('tells a database that is behind from one that is ahead', () => {
  const judge = (applied: number) => judgeMigrations([{ schema: 'channel', applied, known: 2 }]).state;
  expect([1, 2, 3].map(judge)).toEqual(['fail', 'ok', 'warn']);
});

it('reports what is broken first, with what to do, and fails for it alone', () => {
  const findings: Finding[] = [
    { state: 'ok', check: 'a', text: 'Fine.' },
    { state: 'warn', check: 'b', text: 'Risky.', fix: 'Mend it soon.' },
    { state: 'fail', check: 'c', text: 'Broken.', fix: 'Mend it.' },
  ];
  expect(renderReport(findings)).toBe(
    'FAIL  c: Broken.\n      → Mend it.\nwarn  b: Risky.\n      → Mend it soon.\nok    a: Fine.\n\n1 broken, 1 at risk, 1 in order.\n',
  );
  expect(exitCodeOf(findings)).toBe(1);
  expect(exitCodeOf(findings.slice(0, 2))).toBe(0);
});
