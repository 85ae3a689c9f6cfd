import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { offlineAfterSeconds } from '../domain/presence.ts';
import { PresenceIndex } from './presence-index.ts';

const now = 1_000_000;
const row = (userId: UserId, updateId: number, activeAt = now, idleAt = activeAt) => ({
  userId,
  email: `p${userId}@demo.example`,
  activeAt,
  idleAt,
  updateId,
});
const ids = (rows: readonly { userId: UserId }[]) => rows.map(({ userId }) => userId);

describe('the presence index', () => {
  it('returns the changes after an ID, each person once', () => {
    const index = new PresenceIndex();
    expect(index.updateId).toBe(-1);
    index.apply([row(1, 1), row(2, 1)], now);
    index.apply([row(3, 2), row(1, 3)], now);
    expect(index.updateId).toBe(3);
    expect(ids(index.since(-1, 0, 10)).sort()).toEqual([1, 2, 3]);
    expect(ids(index.since(1, 0, 10)).sort()).toEqual([1, 3]);
    expect(ids(index.since(2, 0, 10))).toEqual([1]);
    expect(index.since(3, 0, 10)).toEqual([]);
  });

  it('lists changes of state before other pings', () => {
    const index = new PresenceIndex();
    const came = index.apply([row(1, 1), row(2, 1), row(3, 1)], now);
    expect(ids(came)).toEqual([1, 2, 3]);
    const later = now + 60;
    expect(ids(index.apply([row(1, 2, now, later), row(2, 2, later)], later))).toEqual([1]);
    expect(ids(index.apply([row(3, 3, later)], later))).toEqual([]);
    expect(ids(index.since(1, 0, 10))).toEqual([1, 3, 2]);
    expect(ids(index.since(1, 0, 2))).toEqual([1, 3]);
    const back = later + offlineAfterSeconds + 1;
    expect(ids(index.apply([row(2, 4, back)], back))).toEqual([2]);
  });

  it('omits people who were offline for long', () => {
    const index = new PresenceIndex();
    index.apply([row(1, 1, now - 100), row(2, 1)], now);
    expect(ids(index.since(-1, now - 50, 10))).toEqual([2]);
  });

  it('finds changes that are older than the updates in memory', () => {
    const index = new PresenceIndex();
    for (let id = 1; id <= 1_000; id++) index.apply([row((id % 7) + 1, id)], now);
    expect(ids(index.since(990, 0, 100)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(ids(index.since(5, 0, 100)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(ids(index.since(998, 0, 100)).sort()).toEqual([6, 7]);
  });

  it('counts the people who are online', () => {
    const index = new PresenceIndex();
    index.apply([row(1, 1), row(2, 1), row(3, 1, now - 1_000)], now);
    expect(index.countOnline(now)).toBe(2);
    expect(index.countOnline(now + offlineAfterSeconds + 1)).toBe(0);
  });
});
