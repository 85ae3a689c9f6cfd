import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { newSendKey } from './send-key.ts';

describe('keys of sends', () => {
  it('are UUIDs of version 7, all different, ordered by time', () => {
    const keys = Array.from({ length: 10_000 }, newSendKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => validate(key) && version(key) === 7)).toBe(true);
    const times = keys.map((key) => key.slice(0, 13));
    expect(times).toEqual(times.toSorted());
  });
});
