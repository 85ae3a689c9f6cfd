import type { LogPosition } from '@parley/event-log';
import type { PresenceReport } from '@parley/rpc';

/**
 * What a write changes outside of its own tables: `facts` that services cache or derive (users, channels, groups, settings …), or
 * only what is derived from `messages` (links of files, a channel's first message).
 */
export type Change = 'facts' | 'messages';

/** A write as gateways announce it to each other. `write` identifies it. */
export type Announced = { write: string; userId: number; change: Change };

/** A report of presence as gateways announce it to each other. */
export type Reported = { userId: number; presence: PresenceReport };

/** Time after which the end of a write is no longer expected, milliseconds: longer than the deadline of a request. */
const longestWriteMs = 30_000;
/** Time after a write's end for which its effects may still be on their way, milliseconds. */
const keepMs = 10_000;

/** The writes of one user that change one kind of thing. */
export type Mark = {
  /** Writes that have begun and not ended. */
  readonly open: Set<string>;
  /** When to forget the mark, by `performance.now()`. */
  untilMs: number;
  /** Position of the log that includes all these writes; undefined while unknown. */
  position: LogPosition | undefined;
  /** Increases with each change of the mark. */
  version: number;
};

/** Key of the mark that stands for every user: after announcements may have been missed. */
const everyone = 0;

/** The users who wrote recently through any gateway, as far as this gateway knows. */
export class Marks {
  readonly #marks = new Map<number, Map<Change, Mark>>();
  readonly #presences = new Map<number, { report: PresenceReport; untilMs: number }>();

  get size(): number {
    return this.#marks.size;
  }

  /** Records that a write begins; may be repeated. */
  begin({ write, userId, change }: Announced, nowMs: number): void {
    const mark = this.#changed(userId, change);
    mark.open.add(write);
    mark.untilMs = nowMs + longestWriteMs;
  }

  /** Records that a write has ended; may be repeated. */
  end({ write, userId, change }: Announced, nowMs: number): void {
    const mark = this.#changed(userId, change);
    mark.open.delete(write);
    if (mark.open.size === 0) mark.untilMs = nowMs + keepMs;
  }

  /** Records the presence that a user reported. */
  report({ userId, presence }: Reported, nowMs: number): void {
    this.#presences.set(userId, { report: presence, untilMs: nowMs + keepMs });
  }

  /** Returns the presence that the user reported recently. */
  presenceOf(userId: number): PresenceReport | undefined {
    return this.#presences.get(userId)?.report;
  }

  /** Marks every user, because writes may have been announced that this gateway does not know. */
  markEveryone(nowMs: number): void {
    for (const change of ['facts', 'messages'] as const) {
      this.end({ write: '', userId: everyone, change }, nowMs);
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

  /** Removes expired marks. */
  sweep(nowMs: number): void {
    for (const [userId, marks] of this.#marks) {
      for (const [change, mark] of marks) if (mark.untilMs <= nowMs) marks.delete(change);
      if (marks.size === 0) this.#marks.delete(userId);
    }
    for (const [userId, { untilMs }] of this.#presences) {
      if (untilMs <= nowMs) this.#presences.delete(userId);
    }
  }

  /** Returns the mark for a change, which invalidates its position. */
  #changed(userId: number, change: Change): Mark {
    const marks = this.#marks.get(userId) ?? new Map<Change, Mark>();
    this.#marks.set(userId, marks);
    const mark = marks.get(change) ?? { open: new Set(), untilMs: 0, position: undefined, version: 0 };
    marks.set(change, mark);
    mark.version++;
    mark.position = undefined;
    return mark;
  }
}
