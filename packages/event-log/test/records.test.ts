import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectNats,
  ensureStream,
  isNoAnswer,
  jsonCodec,
  LogGapError,
  logStream,
  openPages,
  openRecords,
  RecordConflictError,
  StreamMismatchError,
} from '../src/index.ts';
import { ackedPublisherOf } from '../src/nats/acked-publisher.ts';
import { createTestLog } from '../src/testing.ts';
import { createNatsStage, type NatsStage, until } from './nats-stage.ts';

let stage: NatsStage;
beforeAll(async () => {
  stage = await createNatsStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const open = (bucket: string, nats = stage.nats) =>
  openRecords({ nats, bucket, codec: jsonCodec<{ n: number }>() });

describe('messages with acknowledgements', () => {
  const bytes = new TextEncoder().encode('x');
  const now = { expected: {}, timeoutMs: 5_000 };

  it('are stored, each with the sequence of its own acknowledgement', async () => {
    await open('acked');
    const publisher = ackedPublisherOf(stage.nats);
    const keys = Array.from({ length: 300 }, (_, at) => `k.${at}`);
    const sequences = await Promise.all(keys.map((key) => publisher.publish(`$KV.acked.${key}`, bytes, now)));
    const jsm = await jetstreamManager(stage.nats);
    for (const [at, seq] of sequences.entries())
      expect((await jsm.streams.getMessage('KV_acked', { seq }))?.subject).toBe(`$KV.acked.${keys[at]}`);
  });

  it('are refused unless the stream is as expected, and when nobody stores them', async () => {
    await open('expected');
    const publisher = ackedPublisherOf(stage.nats);
    const publish = (subject: string, expected: object) =>
      publisher.publish(subject, bytes, { expected, timeoutMs: 5_000 });
    expect(await publish('$KV.expected.a', { stream: 'KV_expected', lastSequence: 0 })).toBe(1);
    const refused: [string, object][] = [
      ['$KV.expected.a', { lastSequence: 0 }],
      ['$KV.expected.a', { lastSubjectSequence: 0 }],
      ['$KV.expected.a', { stream: 'KV_other' }],
    ];
    for (const [subject, expected] of refused)
      await expect(publish(subject, expected)).rejects.toThrow(JetStreamApiError);
    await expect(publish('nobody.stores.this', {})).rejects.toSatisfy(isNoAnswer);
    expect(await publish('$KV.expected.a', { lastSubjectSequence: 1 })).toBe(2);
  });

  it('fail when the connection closes, and when there is no answer in time', async () => {
    await using frozen = await createNatsStage();
    await open('late', frozen.nats);
    const own = await connectNats({ url: frozen.server.url, name: 'closing' });
    await frozen.server.freeze();
    try {
      const late = ackedPublisherOf(frozen.nats).publish('$KV.late.a', bytes, { ...now, timeoutMs: 50 });
      await expect(late).rejects.toSatisfy(isNoAnswer);
      const pending = ackedPublisherOf(own).publish('$KV.late.b', bytes, { ...now, timeoutMs: 1e6 });
      const failed = expect(pending).rejects.toSatisfy(isNoAnswer);
      await own.close();
      await failed;
      await expect(ackedPublisherOf(own).publish('$KV.late.c', bytes, now)).rejects.toThrow('closed');
    } finally {
      frozen.server.kill('SIGCONT');
    }
  });
});

describe('records', () => {
  it('are unavailable while the server does not answer, and unchanged afterwards', async () => {
    await using frozen = await createNatsStage();
    const records = await open('frozen', frozen.nats);
    await records.put('a', { n: 1 });
    expect(await records.count()).toBe(1);
    await frozen.server.freeze();
    try {
      const answers = await Promise.allSettled([
        records.get('a'),
        records.create('b', { n: 1 }),
        records.put('c', { n: 2 }),
        records.delete('a'),
        records.keys('*'),
        records.count(),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', status: 503 } });
      }
    } finally {
      frozen.server.kill('SIGCONT');
    }
    await until(
      () =>
        records.count().then(
          () => true,
          () => false,
        ),
      'the server answers again',
    );
  });

  it('are created, read, changed by compare-and-set, and deleted without a marker', async () => {
    const records = await open('life');
    expect(await records.get('q.1')).toBeUndefined();
    const created = await records.create('q.1', { n: 1 });
    await expect(records.create('q.1', { n: 9 })).rejects.toThrow(RecordConflictError);
    expect(await records.get('q.1')).toMatchObject({ value: { n: 1 }, revision: created });
    const updated = await records.update('q.1', { n: 2 }, created);
    await expect(records.update('q.1', { n: 9 }, created)).rejects.toThrow(RecordConflictError);
    const put = await records.put('q.1', { n: 3 });
    expect(put).toBeGreaterThan(updated);
    expect((await records.get('q.1'))?.changedAtMs).toBeGreaterThan(Date.now() - 60_000);
    expect(await records.delete('q.1')).toBe(true);
    expect(await records.delete('q.1')).toBe(false);
    expect(await records.get('q.1')).toBeUndefined();
    // A process that read the record before it was deleted must not restore it.
    await expect(records.update('q.1', { n: 9 }, put)).rejects.toThrow(RecordConflictError);
    const info = await (await jetstreamManager(stage.nats)).streams.info('KV_life');
    expect(info.state.messages).toBe(0);
  });

  it('are read by every process as soon as they are acknowledged', async () => {
    const other = await connectNats({ url: stage.server.url, name: 'other' });
    const [writer, reader] = [await open('read_back'), await open('read_back', other)];
    for (let n = 0; n < 300; n++) {
      const revision = await writer.put('q', { n });
      expect(await reader.get('q')).toMatchObject({ value: { n }, revision });
    }
    await other.close();
  });
});

describe('streams', () => {
  it('are created once, and refused instead of changed when they differ', async () => {
    const jsm = await jetstreamManager(stage.nats);
    const definition = logStream('streams', 'e1');
    await Promise.all([ensureStream(jsm, definition), ensureStream(jsm, definition)]);
    await ensureStream(jsm, { ...definition, max_age: 60_000_000_000 });
    await expect(ensureStream(jsm, { ...definition, discard: 'new' as never })).rejects.toThrow(
      StreamMismatchError,
    );
    await expect(ensureStream(jsm, { ...definition, discard: 'new' as never })).rejects.toThrow(
      'discard is "old", not "new"',
    );
    expect((await jsm.streams.info(definition.name)).config.discard).toBe('old');
  });
});

describe('pages', () => {
  it('return any range, share the entries that they read, and stay within their memory limit', async () => {
    const log = await createTestLog(stage.nats, 'pages');
    for (let n = 1; n <= 300; n++) await log.publish({ event: { kind: `a.b.${n}` } });
    const pages = await openPages({ nats: stage.nats, prefix: 'pages', maxBytes: 12_000 });
    const read = async (from: number, to: number) => {
      const sequences: number[] = [];
      for await (const page of pages.read(log.epoch, from, to)) {
        for (const entry of page) {
          expect(entry.events[0]!.event.kind).toBe(`a.b.${entry.sequence}`);
          sequences.push(entry.sequence);
        }
      }
      return sequences;
    };
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    expect(await read(1, 300)).toEqual(range(1, 300));
    expect(pages.cachedBytes).toBeLessThanOrEqual(12_000);
    expect(await read(63, 65)).toEqual([63, 64, 65]);
    expect(await read(300, 300)).toEqual([300]);
    expect(await read(10, 9)).toEqual([]);
    const before = pages.reads;
    await Promise.all(Array.from({ length: 20 }, () => read(130, 140)));
    expect(pages.reads - before).toBeLessThanOrEqual(1);
    await expect(read(290, 301)).rejects.toThrow(LogGapError);
    // An entry that was requested before it existed must not be cached as missing.
    await log.publish({ event: { kind: 'a.b.301' } });
    expect(await read(290, 301)).toEqual(range(290, 301));
  });

  it('fail when a part was removed from the stream', async () => {
    const log = await createTestLog(stage.nats, 'pages_gone');
    for (let n = 1; n <= 100; n++) await log.publish({ event: { kind: `a.b.${n}` } });
    const jsm = await jetstreamManager(stage.nats);
    await jsm.streams.update(`pages_gone_log_${log.epoch}`, { max_msgs: 20 });
    const pages = await openPages({ nats: stage.nats, prefix: 'pages_gone' });
    const read = async () => {
      for await (const _ of pages.read(log.epoch, 70, 100));
    };
    await expect(read()).rejects.toThrow(LogGapError);
  });
});
