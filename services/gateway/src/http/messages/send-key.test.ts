import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { newSendKey, sendKeyOf } from './send-key.ts';

describe('idempotency keys of sends', () => {
  it('are UUIDs of version 7, all different, ordered by time', () => {
    const keys = Array.from({ length: 10_000 }, newSendKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => validate(key) && version(key) === 7)).toBe(true);
    const times = keys.map((key) => key.slice(0, 13));
    expect(times).toEqual(times.toSorted());
  });

  it('are the same for the same send of a client, and different for any other', () => {
    const send = { userId: 7, queueId: 'a queue', localId: '1.5', body: ['channel', 3, 'topic', 'text'] };
    const others = [
      send,
      { ...send, userId: 8 },
      { ...send, queueId: 'another queue' },
      { ...send, localId: '1.6' },
      { ...send, body: ['channel', 3, 'topic', 'another text'] },
    ].map(sendKeyOf);
    expect(sendKeyOf({ ...send })).toBe(others[0]);
    expect(new Set(others).size).toBe(others.length);
    expect(others.every((key) => validate(key) && version(key) === 8)).toBe(true);
  });
});
