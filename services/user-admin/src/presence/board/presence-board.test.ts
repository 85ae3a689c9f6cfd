import { describe, expect, it } from 'vitest';
import { offlineAfterSeconds } from '../domain/presence.ts';
import { PresenceBoard } from './presence-board.ts';

const now = 1_000_000;
const row = (userId: number, updateId: number, activeAt = now, idleAt = activeAt) => ({
  userId,
  email: `p${userId}@demo.example`,
  activeAt,
  idleAt,
  updateId,
});
const ids = (rows: readonly { userId: number }[]) => rows.map(({ userId }) => userId);

describe('the board of presences', () => {
  it('answers what was written after an ID, each person once', () => {
    const board = new PresenceBoard();
    expect(board.updateId).toBe(-1);
    board.apply([row(1, 1), row(2, 1)], now);
    board.apply([row(3, 2), row(1, 3)], now);
    expect(board.updateId).toBe(3);
    expect(ids(board.since(-1, 0, 10)).sort()).toEqual([1, 2, 3]);
    expect(ids(board.since(1, 0, 10)).sort()).toEqual([1, 3]);
    expect(ids(board.since(2, 0, 10))).toEqual([1]);
    expect(board.since(3, 0, 10)).toEqual([]);
  });

  it('tells changes of state from mere signs of life, and lists them first', () => {
    const board = new PresenceBoard();
    const came = board.apply([row(1, 1), row(2, 1), row(3, 1)], now);
    expect(ids(came)).toEqual([1, 2, 3]);
    const later = now + 60;
    expect(ids(board.apply([row(1, 2, now, later), row(2, 2, later)], later))).toEqual([1]);
    expect(ids(board.apply([row(3, 3, later)], later))).toEqual([]);
    expect(ids(board.since(1, 0, 10))).toEqual([1, 3, 2]);
    expect(ids(board.since(1, 0, 2))).toEqual([1, 3]);
    const back = later + offlineAfterSeconds + 1;
    expect(ids(board.apply([row(2, 4, back)], back))).toEqual([2]);
  });

  it('leaves out who has not been there for long', () => {
    const board = new PresenceBoard();
    board.apply([row(1, 1, now - 100), row(2, 1)], now);
    expect(ids(board.since(-1, now - 50, 10))).toEqual([2]);
  });

  it('finds changes since longer ago than it keeps steps', () => {
    const board = new PresenceBoard();
    for (let id = 1; id <= 1_000; id++) board.apply([row((id % 7) + 1, id)], now);
    expect(ids(board.since(990, 0, 100)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(ids(board.since(5, 0, 100)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(ids(board.since(998, 0, 100)).sort()).toEqual([6, 7]);
  });

  it('counts who is there', () => {
    const board = new PresenceBoard();
    board.apply([row(1, 1), row(2, 1), row(3, 1, now - 1_000)], now);
    expect(board.countOnline(now)).toBe(2);
    expect(board.countOnline(now + offlineAfterSeconds + 1)).toBe(0);
  });
});
