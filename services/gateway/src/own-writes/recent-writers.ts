import type { LogPosition } from '@parley/event-log';
import type { PresenceReport } from '@parley/rpc';

/**
 * Kind of data of other services that a write changes. `facts` are data that other services cache or derive, such as users,
 * channels, groups and settings. `messages` are data that other services derive from messages, such as links of files and a
 * channel's first message.
 */
export type Change = 'facts' | 'messages';

/** A write, as gateways announce it to each other. `write` is its ID. */
export type Announced = { write: string; userId: number; change: Change };

/** A report of presence, as gateways announce it to each other. */
export type Reported = { userId: number; presence: PresenceReport };

/**
 * Time in milliseconds after its last announcement for which a write counts as open. Its gateway repeats the announcement while
 * the write is open. So this time limit applies only when that gateway has failed.
 */
const openForMs = 30_000;
/**
 * Time in milliseconds after the end of the last write for which a mark is kept. Within this time, services are expected to
 * apply the write's effects.
 */
const keepMs = 10_000;
/** Time in milliseconds for which an ended write is remembered. It is longer than the delivery of an announcement can take. */
const rememberEndedMs = 10_000;

/** Remembers that one user wrote recently, for one kind of data. */
export type Mark = {
  /** Open writes by ID. Values are the times (`performance.now()`) until which the writes count as open. */
  readonly open: Map<string, number>;
  /** Time (`performance.now()`) until which the mark is kept even without open writes. */
  keptUntilMs: number;
  /** A position of the log that includes the effects of all these writes; undefined while it is unknown. */
  position: LogPosition | undefined;
  /** Increases with each change of the mark, so that a concurrent lookup can detect the change. */
  version: number;
};

/** Key of a mark for all users. It is set when this gateway may have missed announcements. */
const everyone = 0;

/** The users who wrote recently through any gateway, as far as this gateway knows. */
export class Marks {
  readonly #marks = new Map<number, Map<Change, Mark>>();
  readonly #presences = new Map<number, { report: PresenceReport; untilMs: number }>();
  /** Ended writes by ID, oldest first. Values are the times (`performance.now()`) at which to forget them. */
  readonly #ended = new Map<string, number>();

  get size(): number {
    return this.#marks.size;
  }

  /**
   * Records that a write is open. May be called repeatedly. Has no effect after `end`, because announcements can arrive in the
   * wrong order.
   */
  begin({ write, userId, change }: Announced, nowMs: number): void {
    if (this.#ended.has(write)) return;
    this.#changed(userId, change).open.set(write, nowMs + openForMs);
  }

  /** Records that a write has ended. May be called repeatedly. */
  end({ write, userId, change }: Announced, nowMs: number): void {
    this.#ended.delete(write);
    this.#ended.set(write, nowMs + rememberEndedMs);
    const mark = this.#changed(userId, change);
    mark.open.delete(write);
    mark.keptUntilMs = nowMs + keepMs;
  }

  /** Records a user's presence, unless a later one of this user is known. */
  report({ userId, presence }: Reported, nowMs: number): void {
    if ((this.#presences.get(userId)?.report.at ?? 0) > presence.at) return;
    this.#presences.set(userId, { report: presence, untilMs: nowMs + keepMs });
  }

  /** Returns the presence that a user recently reported; undefined when there is none. */
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

  /** Returns the marks that apply to requests of a user which depend on these kinds of data. */
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
   * @param isLogFresh false keeps all marks: while the log is delayed, the effects of writes are delayed, too
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

  /** Returns the mark for a change, and removes its position, because the position does not include this change. */
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
