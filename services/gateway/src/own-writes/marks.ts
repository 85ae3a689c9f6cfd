import type { LogPosition } from '@parley/event-log';
import type { PresenceReport } from '@parley/rpc';

/**
 * Kind of data that a write changes outside of its own tables: `facts` that services cache or derive (users, channels,
 * groups, settings …), or only data that services derive from `messages` (links of files, a channel's first message).
 */
export type Change = 'facts' | 'messages';

/** A write in the messages between gateways. `write` is its ID. */
export type Announced = { write: string; userId: number; change: Change };

/** A report of presence in the messages between gateways. */
export type Reported = { userId: number; presence: PresenceReport };

/**
 * A write counts as open for this time after its last announcement, in milliseconds. Its gateway repeats the
 * announcement while the write lasts, so a write stays open that long only after its gateway has failed.
 */
const openForMs = 30_000;
/**
 * A mark is kept for this time after the end of its last write, in milliseconds, because services may apply the effects
 * late.
 */
const keepMs = 10_000;
/**
 * An ended write is remembered for this time, in milliseconds: longer than the delivery of an announcement can take.
 */
const rememberEndedMs = 10_000;

/** The writes of one user that change one kind of thing. */
export type Mark = {
  /**
   * Writes that have begun and not ended, with the time of `performance.now()` at which each no longer counts as open.
   */
  readonly open: Map<string, number>;
  /** Time until which the mark is kept even without open writes, by `performance.now()`. */
  keptUntilMs: number;
  /** Position of the log that includes all these writes; undefined while unknown. */
  position: LogPosition | undefined;
  /** Increases with each change of the mark. */
  version: number;
};

/** Key of the mark that applies to every user, after this gateway may have missed announcements. */
const everyone = 0;

/** The users who wrote recently through any gateway, as far as this gateway knows. */
export class Marks {
  readonly #marks = new Map<number, Map<Change, Mark>>();
  readonly #presences = new Map<number, { report: PresenceReport; untilMs: number }>();
  /** Ended writes with the time of `performance.now()` at which to forget each; the oldest first. */
  readonly #ended = new Map<string, number>();

  get size(): number {
    return this.#marks.size;
  }

  /**
   * Records that a write has begun, or is still open. May be repeated. Has no effect once the write has ended: an
   * announcement may arrive after the end that it precedes.
   */
  begin({ write, userId, change }: Announced, nowMs: number): void {
    if (this.#ended.has(write)) return;
    this.#changed(userId, change).open.set(write, nowMs + openForMs);
  }

  /** Records that a write has ended; may be repeated. */
  end({ write, userId, change }: Announced, nowMs: number): void {
    this.#ended.delete(write);
    this.#ended.set(write, nowMs + rememberEndedMs);
    const mark = this.#changed(userId, change);
    mark.open.delete(write);
    mark.keptUntilMs = nowMs + keepMs;
  }

  /** Records the presence that a user reported, unless a later report is known. */
  report({ userId, presence }: Reported, nowMs: number): void {
    if ((this.#presences.get(userId)?.report.at ?? 0) > presence.at) return;
    this.#presences.set(userId, { report: presence, untilMs: nowMs + keepMs });
  }

  /** Returns the presence that the user reported recently. */
  presenceOf(userId: number): PresenceReport | undefined {
    return this.#presences.get(userId)?.report;
  }

  /** Returns the recent reports of all users. */
  reports(): Reported[] {
    return [...this.#presences].map(([userId, { report }]) => ({ userId, presence: report }));
  }

  /** Marks every user, because this gateway may have missed announcements. */
  markEveryone(nowMs: number): void {
    for (const change of ['facts', 'messages'] as const) {
      this.#changed(everyone, change).keptUntilMs = nowMs + keepMs;
    }
  }

  /** Returns the marks that apply to a request of the user. */
  of(userId: number, changes: readonly Change[]): Mark[] {
    const found: Mark[] = [];
    for (const key of [userId, everyone]) {
      const marks = this.#marks.get(key);
      if (marks) for (const change of changes) if (marks.has(change)) found.push(marks.get(change)!);
    }
    return found;
  }

  /**
   * Removes expired marks.
   * @param isLogFresh false keeps all marks: while the log is late, the effects of writes are late, too
   */
  sweep(nowMs: number, isLogFresh = true): void {
    for (const [write, untilMs] of this.#ended) {
      if (untilMs > nowMs) break;
      this.#ended.delete(write);
    }
    for (const [userId, { untilMs }] of this.#presences) {
      if (untilMs <= nowMs) this.#presences.delete(userId);
    }
    if (!isLogFresh) return;
    for (const [userId, marks] of this.#marks) {
      for (const [change, mark] of marks) {
        for (const [write, untilMs] of mark.open) if (untilMs <= nowMs) mark.open.delete(write);
        if (mark.open.size === 0 && mark.keptUntilMs <= nowMs) marks.delete(change);
      }
      if (marks.size === 0) this.#marks.delete(userId);
    }
  }

  /** Returns the mark for a change, without a position: the earlier one does not include the change. */
  #changed(userId: number, change: Change): Mark {
    const marks = this.#marks.get(userId) ?? new Map<Change, Mark>();
    this.#marks.set(userId, marks);
    const mark = marks.get(change) ?? { open: new Map(), keptUntilMs: 0, position: undefined, version: 0 };
    marks.set(change, mark);
    mark.version++;
    mark.position = undefined;
    return mark;
  }
}
