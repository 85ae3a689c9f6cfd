import { Freshness as Announcement } from '@parley/proto/events/v1/log';
import { beforeEach, describe, expect, it } from 'vitest';
import { FreshnessTracker } from './freshness.ts';

/** The monotonic clock of the process, and the clock of the database, which differs by a large offset. */
const time = { process: 0, database: 1_800_000_000_000 };
const clock = { now: () => time.process, monotonic: () => time.process };
const pass = (ms: number) => {
  time.process += ms;
  time.database += ms;
};

let tracker: FreshnessTracker;
beforeEach(() => {
  time.process = 5000;
  time.database = 1_800_000_000_000;
  tracker = new FreshnessTracker(clock);
});

const announcement = (changes: Partial<Announcement> = {}) =>
  Announcement.fromPartial({
    epoch: 'e1',
    sequence: 1,
    lsn: time.database,
    databaseTimeMs: time.database,
    writesAllowed: true,
    ...changes,
  });

const announce = (changes: Partial<Announcement> = {}) => {
  tracker.announced(announcement(changes));
  tracker.mergedUpTo('e1', 10);
};

/** Lets time pass, with an announcement every 250 ms as a running relay makes them. */
const healthy = (ms: number) => {
  for (let passed = 0; passed < ms; passed += 250) {
    pass(250);
    announce();
  }
};

describe('freshness', () => {
  it('lasts for a second after an announcement', () => {
    expect(tracker.isFresh()).toBe(false);
    announce();
    expect(tracker.isFresh()).toBe(true);
    pass(1000);
    expect(tracker.isFresh()).toBe(true);
    pass(1);
    expect(tracker.isFresh()).toBe(false);
    announce();
    expect(tracker.isFresh()).toBe(true);
  });

  it('requires that the announced position was merged', () => {
    tracker.announced(announcement({ sequence: 11 }));
    tracker.mergedUpTo('e1', 10);
    expect(tracker.isFresh()).toBe(false);
    tracker.mergedUpTo('e1', 11);
    expect(tracker.isFresh()).toBe(true);
  });

  it('ignores an announcement of another epoch', () => {
    announce({ epoch: 'e2' });
    expect(tracker.isFresh()).toBe(false);
  });

  it('does not count announcements that arrive late as new', () => {
    healthy(2000);
    const late = announcement();
    pass(1500);
    tracker.announced(late);
    tracker.mergedUpTo('e1', 10);
    expect(tracker.isFresh()).toBe(false);
    expect(tracker.ageMs()).toBeCloseTo(1500);
  });

  it('does not count a backlog as new after a long pause of the process', () => {
    healthy(10_000);
    // While the process is paused for ten minutes, announcements collect in its socket.
    const backlog: Announcement[] = [];
    for (let passed = 0; passed < 600_000; passed += 250) {
      pass(250);
      backlog.push(announcement());
    }
    pass(5000);
    for (const late of backlog) {
      tracker.announced(late);
      tracker.mergedUpTo('e1', 10);
      expect(tracker.isFresh()).toBe(false);
    }
    announce();
    expect(tracker.isFresh()).toBe(true);
  });

  it('recovers from a step of the database clock, immediately if forwards and within a minute if backwards', () => {
    healthy(5000);
    time.database += 60_000;
    announce();
    expect(tracker.isFresh()).toBe(true);
    healthy(5000);
    time.database -= 60_000;
    let lsn = 2 * time.database;
    announce({ lsn: lsn++ });
    expect(tracker.isFresh()).toBe(false);
    for (let passed = 0; passed < 60_000; passed += 250) {
      pass(250);
      announce({ lsn: lsn++ });
    }
    expect(tracker.isFresh()).toBe(true);
  });

  it('follows a promoted standby, whose positions may be lower, and no longer the former primary', () => {
    healthy(2000);
    const lsn = tracker.lsn();
    announce({ lsn: lsn + 500, timeline: 1 });
    announce({ lsn: lsn + 100, timeline: 2 });
    expect(tracker.lsn()).toBe(lsn + 100);
    announce({ lsn: lsn + 900, timeline: 1 });
    expect(tracker.lsn()).toBe(lsn + 100);
    // A relay of an earlier release announces no timeline. Protobuf decodes this as 0.
    announce({ lsn: lsn + 200, timeline: 0 });
    expect(tracker.lsn()).toBe(lsn + 200);
  });

  it('is not set back by an announcement of an earlier relay', () => {
    healthy(2000);
    const lsn = tracker.lsn();
    announce({ lsn: lsn - 1, databaseTimeMs: time.database - 5000 });
    expect(tracker.isFresh()).toBe(true);
    expect(tracker.lsn()).toBe(lsn);
  });

  it('is lost on a reset until the next announcement', () => {
    healthy(1000);
    tracker.reset();
    expect(tracker.isFresh()).toBe(false);
    announce();
    expect(tracker.isFresh()).toBe(true);
  });

  it('begins as soon as a new epoch is followed that was announced before', () => {
    healthy(1000);
    tracker.announced(announcement({ epoch: 'e2', sequence: 0 }));
    // The follower may still merge what it has received of the former epoch.
    tracker.mergedUpTo('e1', 11);
    tracker.reset('e2');
    expect(tracker.isFresh()).toBe(false);
    tracker.mergedUpTo('e2', 0);
    expect(tracker.isFresh()).toBe(true);
  });

  it('reports whether writes are allowed, before and after the position is merged', () => {
    expect(tracker.writesAllowed()).toBe(true);
    tracker.announced(announcement({ writesAllowed: false, sequence: 99 }));
    expect(tracker.writesAllowed()).toBe(false);
  });
});

describe('a process that uses the log', () => {
  it('requests announcements every few seconds, and sooner while the log is not fresh', () => {
    let asked = 0;
    tracker = new FreshnessTracker(clock, () => asked++);
    /** Returns how often the tracker asks the relay in five seconds of continuous use. */
    const inUse = (isHealthy: boolean) => {
      const before = asked;
      for (let passed = 0; passed < 5_000; passed += 50) {
        pass(50);
        if (isHealthy) announce();
        tracker.isFresh();
      }
      return asked - before;
    };
    expect(inUse(false)).toBe(20);
    expect(inUse(true)).toBeLessThanOrEqual(2);
    const before = asked;
    tracker.ageMs();
    pass(60_000);
    expect(asked).toBe(before);
  });
});
