import { LogEntry } from '@parley/proto/events/v1/log';
import { describe, expect, it } from 'vitest';
import { type Decision, decide, type Facts, MAX_LEAD, type NewEpochReason } from './decide.ts';

const entry = (
  changes: Partial<LogEntry> & { lsn?: number; index?: number; transactionId?: number } = {},
): LogEntry => {
  const { lsn = 900, index = 0, transactionId = 70, ...rest } = changes;
  return LogEntry.fromPartial({
    epoch: 'e1',
    session: 's1',
    systemId: '7',
    timeline: 1,
    slotGeneration: 2,
    events: [{ commitLsn: lsn, index, transactionId, event: Buffer.alloc(0) }],
    ...rest,
  });
};

/** The state in which both sides agree: the checkpoint includes entry 10, and the stream has one entry more. */
const fitting: Facts = {
  system: { systemId: '7', timeline: 1, walLsn: 5000, history: [] },
  checkpoint: {
    epoch: 'e1',
    stream: 'parley_log_e1',
    sequence: 10,
    systemId: '7',
    timeline: 1,
    slotGeneration: 2,
    position: { commitLsn: 900, index: 0 },
    session: 's1',
    earlierSessions: ['s0'],
  },
  slot: { isLost: false, confirmedLsn: 950 },
  currentEpoch: 'e1',
  stream: {
    firstSequence: 1,
    lastSequence: 11,
    atCheckpoint: entry(),
    lead: [entry({ lsn: 1000, index: 3, transactionId: 71 })],
  },
  remembered: { epoch: 'e1', sequence: 11 },
  announced: { epoch: 'e1', timeline: 1, lsn: 4000 },
  contradiction: undefined,
};

const checkpoint = (changes: object) => ({ checkpoint: { ...fitting.checkpoint!, ...changes } });
const stream = (changes: object) => ({ stream: { ...fitting.stream!, ...changes } });
/**
 * Returns the state after a promotion at position `endLsn` of timeline 1. Before it, relays had announced everything before
 * `announcedLsn`.
 */
const promoted = (endLsn: number, announcedLsn: number): Partial<Facts> => ({
  system: { ...fitting.system, timeline: 2, history: [{ timeline: 1, endLsn }] },
  announced: { epoch: 'e1', timeline: 1, lsn: announcedLsn },
});
const lead = (...entries: LogEntry[]) => stream({ lastSequence: 10 + entries.length, lead: entries });

describe('the relay continues the stream', () => {
  const cases: [string, Partial<Facts>, Partial<Extract<Decision, { kind: 'continue' }>>][] = [
    [
      'after the entries beyond the checkpoint',
      {},
      { sequence: 11, position: { commitLsn: 1000, index: 3 } },
    ],
    [
      'at the checkpoint',
      { ...stream({ lastSequence: 10, lead: [] }), remembered: undefined },
      { sequence: 10, position: { commitLsn: 900, index: 0 } },
    ],
    ['with an entry of an earlier session', lead(entry({ lsn: 1000, session: 's0' })), { sequence: 11 }],
    [
      'when the same transaction goes on in the next entry',
      lead(entry({ index: 1 })),
      { position: { commitLsn: 900, index: 1 } },
    ],
    [
      'past entries of signals alone',
      lead(entry({ lsn: 0, transactionId: 0 }), entry({ lsn: 1000 })),
      { sequence: 12, position: { commitLsn: 1000, index: 0 } },
    ],
    [
      'when the entry at the checkpoint has expired',
      stream({ firstSequence: 11, atCheckpoint: undefined }),
      { sequence: 11 },
    ],
    [
      'when the entry at the checkpoint holds signals only',
      stream({ atCheckpoint: entry({ transactionId: 0 }) }),
      { sequence: 11 },
    ],
    ['with nothing remembered', { remembered: undefined }, { sequence: 11 }],
    [
      'with what was remembered of another epoch',
      { remembered: { epoch: 'e0', sequence: 99 } },
      { sequence: 11 },
    ],
    [
      'with as many entries beyond the checkpoint as a relay writes',
      lead(...Array.from({ length: MAX_LEAD }, (_, at) => entry({ lsn: 1000 + at }))),
      { sequence: 10 + MAX_LEAD },
    ],
    ['after a promotion that lost nothing', promoted(1001, 1001), { sequence: 11 }],
    [
      'after a promotion with more entries than the same server may have, because the history proves each of them',
      {
        ...promoted(5000, 4000),
        ...lead(...Array.from({ length: 5 * MAX_LEAD }, (_, at) => entry({ lsn: 1000 + at }))),
      },
      { sequence: 10 + 5 * MAX_LEAD },
    ],
    [
      'after a promotion that it has noticed, past an entry that a relay on the former timeline stored meanwhile',
      {
        ...promoted(1001, 1001),
        ...checkpoint({ timeline: 2 }),
        ...lead(entry({ lsn: 1000, timeline: 1 }), entry({ lsn: 1001, timeline: 2 })),
      },
      { sequence: 12 },
    ],
    [
      'in an empty epoch',
      {
        ...checkpoint({ sequence: 0, position: { commitLsn: 0, index: -1 } }),
        ...stream({ firstSequence: 0, lastSequence: 0, atCheckpoint: undefined, lead: [] }),
        remembered: undefined,
      },
      { sequence: 0, position: { commitLsn: 0, index: -1 } },
    ],
  ];
  it.each(cases)('%s', (_name, changes, expected) => {
    expect(decide({ ...fitting, ...changes })).toMatchObject({ kind: 'continue', ...expected });
  });

  it('and expects the slot to send each transaction beyond the checkpoint again', () => {
    const decision = decide({
      ...fitting,
      ...lead(entry({ index: 1 }), entry({ lsn: 1000, transactionId: 71 })),
    });
    expect(decision.kind === 'continue' && [...decision.expected]).toEqual([
      [900, { transactionId: 70 }],
      [1000, { transactionId: 71 }],
    ]);
  });
});

describe('the relay begins a new epoch', () => {
  const cases: [NewEpochReason, string, Partial<Facts>, boolean][] = [
    [
      'first-start',
      'nothing is there',
      { checkpoint: undefined, currentEpoch: undefined, slot: undefined, stream: undefined },
      true,
    ],
    [
      'checkpoint-missing',
      'a log, but no checkpoint',
      { checkpoint: undefined, slot: undefined, stream: undefined },
      true,
    ],
    ['other-system', 'another database', { system: { ...fitting.system, systemId: '8' } }, false],
    [
      'other-system',
      'another database without the slot',
      { system: { ...fitting.system, systemId: '8' }, slot: undefined },
      true,
    ],
    [
      'other-timeline',
      'a timeline of unknown history',
      { system: { ...fitting.system, timeline: 2 } },
      false,
    ],
    [
      'other-timeline',
      'an earlier timeline than that of the checkpoint',
      { ...checkpoint({ timeline: 2 }), system: { ...fitting.system, timeline: 1 } },
      false,
    ],
    ['slot-missing', 'a promotion that lost the slot', { ...promoted(2000, 1500), slot: undefined }, true],
    ['tail-lost', 'a promotion before the checkpoint', promoted(900, 900), false],
    ['tail-lost', 'a promotion before an entry beyond the checkpoint', promoted(1000, 1000), false],
    ['tail-lost', 'a promotion before what was announced', promoted(1500, 1501), false],
    [
      'foreign-entries',
      'entries of a timeline that the promoted server does not descend from',
      { ...promoted(2000, 1500), ...lead(entry({ lsn: 1000, timeline: 9 })) },
      false,
    ],
    ['slot-missing', 'no slot', { slot: undefined }, true],
    ['slot-lost', 'an invalidated slot', { slot: { isLost: true, confirmedLsn: 0 } }, true],
    ['meta-missing', 'no current epoch', { currentEpoch: undefined }, false],
    ['meta-differs', 'another current epoch', { currentEpoch: 'e2' }, false],
    ['stream-missing', 'no stream', { stream: undefined }, false],
    [
      'stream-missing',
      'an emptied NATS whose bucket was restored',
      { stream: undefined, remembered: undefined },
      false,
    ],
    [
      'stream-behind',
      'a stream behind the checkpoint',
      stream({ lastSequence: 9, lead: [], atCheckpoint: undefined }),
      false,
    ],
    [
      'stream-behind',
      'a stream behind what this relay had acknowledged',
      { remembered: { epoch: 'e1', sequence: 12 } },
      false,
    ],
    [
      'stream-ahead',
      'more entries than a relay may be ahead',
      stream({ lastSequence: 11 + MAX_LEAD, lead: [] }),
      false,
    ],
    [
      'stream-differs',
      'another entry at the checkpoint',
      stream({ atCheckpoint: entry({ lsn: 901 }) }),
      false,
    ],
    [
      'stream-differs',
      'another event at the checkpoint',
      stream({ atCheckpoint: entry({ index: 1 }) }),
      false,
    ],
    ['stream-differs', 'entries that could not be read', stream({ lead: [] }), false],
    ['foreign-entries', 'entries of an unknown session', lead(entry({ lsn: 1000, session: 'x' })), false],
    ['foreign-entries', 'entries of another epoch', lead(entry({ lsn: 1000, epoch: 'e9' })), false],
    ['foreign-entries', 'entries of another system', lead(entry({ lsn: 1000, systemId: '8' })), false],
    ['foreign-entries', 'entries of another timeline', lead(entry({ lsn: 1000, timeline: 2 })), false],
    ['foreign-entries', 'entries of another slot', lead(entry({ lsn: 1000, slotGeneration: 3 })), false],
    ['foreign-entries', 'the event of the checkpoint again', lead(entry({ lsn: 900 })), false],
    ['foreign-entries', 'events out of order', lead(entry({ lsn: 1001 }), entry({ lsn: 1000 })), false],
    [
      'database-behind',
      'a checkpoint from the future',
      { system: { ...fitting.system, walLsn: 899 } },
      false,
    ],
    ['database-behind', 'entries from the future', { system: { ...fitting.system, walLsn: 999 } }, false],
    ['follower-ahead', 'a follower that knows better', { contradiction: 'follower-ahead' }, false],
    [
      'lead-not-in-slot',
      'a slot that knows nothing of the entries',
      { contradiction: 'lead-not-in-slot' },
      false,
    ],
  ];
  it.each(cases)('%s: %s', (reason, _name, changes, newSlot) => {
    expect(decide({ ...fitting, ...changes })).toEqual({ kind: 'new-epoch', reason, newSlot });
  });
});
