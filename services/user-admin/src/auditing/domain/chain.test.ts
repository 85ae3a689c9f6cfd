import { describe, expect, it } from 'vitest';
import {
  type AuditRecord,
  beginning,
  type ChainedRecord,
  canonicalJson,
  commitmentsOf,
  faultOf,
  hashOf,
} from './chain.ts';

const recordAt = (position: number, previous_hash: string): AuditRecord => ({
  position,
  id: 100 + position,
  time: '2026-01-01T00:00:00.000001Z',
  source: 'user-admin',
  actor_id: 1,
  action: 'user.signed_in',
  user_id: 1,
  details: { b: [1, { d: null, c: 'ü' }], a: true },
  client: 'website',
  address: '192.0.2.1',
  previous_hash,
});

/** Builds a valid chain. @param withCommitments false for entries as old releases stored them */
function chainOf(length: number, withCommitments = true): ChainedRecord[] {
  const chain: ChainedRecord[] = [];
  for (let position = 1; position <= length; position++) {
    const plain = recordAt(position, chain.at(-1)?.hash ?? beginning.hash);
    const record = { ...plain, ...(withCommitments && commitmentsOf(plain)) };
    chain.push({ ...record, hash: hashOf(record) });
  }
  return chain;
}

/** Returns the first fault of a chain. */
function firstFault(chain: readonly ChainedRecord[]): string | undefined {
  let before = beginning;
  for (const entry of chain) {
    const fault = faultOf(entry, before);
    if (fault) return fault;
    before = entry;
  }
  return undefined;
}

describe('the chain of the audit log', () => {
  it('hashes equal values equally, whatever the order of their members', () => {
    expect(canonicalJson({ b: 1, a: { d: 'x', c: [null, 2] } })).toBe('{"a":{"c":[null,2],"d":"x"},"b":1}');
    const { details, ...rest } = recordAt(1, beginning.hash);
    expect(hashOf({ details, ...rest })).toBe(hashOf(recordAt(1, beginning.hash)));
  });

  it('reveals a changed, a removed and an inserted entry, and a changed order', () => {
    const chain = chainOf(4);
    const [first, second, third, fourth] = chain as [
      ChainedRecord,
      ChainedRecord,
      ChainedRecord,
      ChainedRecord,
    ];
    expect(firstFault(chain)).toBeUndefined();
    expect(firstFault([first, { ...second, actor_id: 2 }, third])).toBe('entry 2 was changed');
    expect(firstFault([first, third, fourth])).toBe('entry 2 is missing');
    expect(firstFault([first, { ...third, position: 2 }])).toBe(
      'entry 2 does not continue the entry before it',
    );
    const forged = { ...recordAt(2, first.hash), action: 'forged' };
    const inserted = { ...forged, hash: hashOf(forged) };
    expect(firstFault([first, inserted, third])).toBe('entry 3 does not continue the entry before it');
    expect(firstFault([first, third, second, fourth])).toBe('entry 2 is missing');
  });

  it('stays valid when values are erased with their salts, and reveals every other change of values', () => {
    const [first, second, third] = chainOf(3) as [ChainedRecord, ChainedRecord, ChainedRecord];
    const erased = { ...second, details: {}, details_salt: null };
    const anonymous = { ...erased, client: '', address: '', origin_salt: null };
    expect(firstFault([first, erased, third])).toBeUndefined();
    expect(firstFault([first, anonymous, third])).toBeUndefined();
    for (const forged of [
      { ...second, details: {} },
      { ...second, details: { a: false } },
      { ...second, address: '192.0.2.2' },
      { ...second, details_salt: null },
      { ...erased, details: { a: false } },
      { ...anonymous, address: '192.0.2.2' },
      { ...erased, details_hash: first.details_hash! },
    ]) {
      expect(firstFault([first, forged, third])).toBe('entry 2 was changed');
    }
  });

  it('checks entries of earlier releases, whose hash covers their values', () => {
    const [first, second] = chainOf(2, false) as [ChainedRecord, ChainedRecord];
    expect(firstFault([first, second])).toBeUndefined();
    expect(firstFault([first, { ...second, details: {} }])).toBe('entry 2 was changed');
  });
});
