import { LogGapError } from '@parley/event-log';
import type { ChannelId } from '@parley/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientEvent, entryOf, subscriptions } from '../../test/events.ts';
import { Reading } from '../domain/reading.ts';
import { rightsOf } from '../domain/rights.ts';
import { Texts } from '../domain/texts.ts';
import { Window, type WindowEntry } from '../domain/window.ts';
import type { History } from '../log/history.ts';
import { type Session, sessionOf } from '../queues/session.ts';
import { QueueReader } from './reader.ts';

/**
 * Returns a fake history in which events before `keptFrom` are no longer stored. It calls `between` between its pages, so that
 * a test can change the state there.
 */
function historyOf(entries: readonly WindowEntry[], keptFrom = 0, between = () => {}): History {
  return {
    async walk({ after, upTo }, _maxEntries, take) {
      let count = 0;
      for (const entry of entries) {
        if (entry.id <= after || entry.id > upTo) continue;
        if (entry.id < keptFrom) throw new LogGapError('gone');
        if (++count > 3) return entry.id - 1;
        await Promise.resolve();
        between();
        if (!take(entry)) return entry.id;
      }
      return upTo;
    },
  };
}

const profile = JSON.stringify({
  allPublic: false,
  narrow: [],
  capabilities: [],
  applyMarkdown: false,
  slimPresence: false,
  client: '',
});

function queue(position: number, channels: number[]): Session {
  const record = {
    start: position,
    idleSeconds: 600,
    profile,
    snapshots: [],
    settledAt: 1,
    position,
    channels,
    role: 400,
  };
  return sessionOf('e:q', '1.q', 1, record, { revision: 1, storedAtMs: 0, nowMs: 0 });
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('event' as const), channelId: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('flip' as const), channelId: fc.integer({ min: 1, max: 3 }) }),
  },
);

function play(steps: readonly { kind: 'event' | 'flip'; channelId: ChannelId }[]): WindowEntry[] {
  const subscribed = new Set<number>();
  return steps.map(({ kind, channelId }, at) => {
    const id = at * 2 + 2;
    // Channel 0 means an event for the user personally.
    if (kind === 'event') {
      return entryOf(id, clientEvent(channelId === 0 ? { userIds: [1] } : { channelId }, at));
    }
    const joins = !subscribed.delete(channelId);
    if (joins) subscribed.add(channelId);
    return entryOf(id, subscriptions(joins ? 'joined' : 'left', [1], [channelId]));
  });
}

const idsOf = (reading: Reading) => reading.rendered.map(({ text }) => JSON.parse(text).id as number);

describe('a queue reader', () => {
  it('returns each event once through any sequence of polls, while the window moves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60, size: 'max' }),
        fc.integer({ min: 500, max: 6_000 }),
        fc.array(fc.record({ grow: fc.nat(8), lost: fc.boolean() }), { minLength: 60, maxLength: 60 }),
        async (steps, windowBytes, script) => {
          const entries = play(steps);
          const texts = new Texts(1e6);
          const all = new Reading(queue(0, []).view, texts, { position: 0, rights: rightsOf([], 400) }, 0, {
            maxEvents: 1_000,
            maxBytes: 1e9,
          });
          for (const entry of entries) all.step(entry);
          const window = new Window(windowBytes);
          let merged = 0;
          const grow = (count: number) => {
            for (const entry of entries.slice(merged, merged + count)) window.append(entry);
            merged = Math.min(entries.length, merged + count);
          };
          const reader = new QueueReader({
            epoch: () => 'e',
            window,
            texts,
            history: historyOf(entries, 0, () => grow(1)),
            limits: { maxEvents: 3, maxBytes: 1e9 },
          });
          let session = queue(0, []);
          const got: number[] = [];
          let last = 0;
          for (let at = 0; merged < entries.length || last < window.end; at++) {
            const { grow: count, lost } = script[at % script.length]!;
            grow(at < script.length ? count : entries.length);
            const signal = new AbortController().signal;
            await reader.acknowledge(session, last, signal);
            const reading = await reader.read(session, signal);
            const ids = idsOf(reading);
            // A client that did not receive an answer repeats its poll. Every other time, the session is recreated from the
            // queue's record, as at a replica that does not have the queue in memory.
            if (lost && at < script.length) {
              if (count % 2 === 0) {
                const { position, rights } = session.checkpoint;
                session = queue(position, [...rights.channels]);
              }
              continue;
            }
            got.push(...ids);
            last = ids.length > 0 ? ids.at(-1)! : reading.position;
          }
          expect(got).toEqual(idsOf(all));
        },
      ),
    );
  });

  it('fails with BAD_EVENT_QUEUE_ID when the log no longer has the events of the queue', async () => {
    const entries = play(Array.from({ length: 20 }, () => ({ kind: 'event' as const, channelId: 0 })));
    const window = new Window(2_000);
    for (const entry of entries) window.append(entry);
    const options = {
      epoch: () => 'e',
      window,
      texts: new Texts(1e6),
      limits: { maxEvents: 99, maxBytes: 1e9 },
    };
    const reader = new QueueReader({ ...options, history: historyOf(entries, 10) });
    const { signal } = new AbortController();
    await expect(reader.read(queue(0, []), signal)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    const later = await reader.read(queue(10, []), signal);
    expect(idsOf(later)).toEqual(entries.map(({ id }) => id).filter((id) => id > 10));
  });
});
