import type { LogPosition } from '@parley/event-log';
import type { PresenceReport } from '@parley/rpc';
import type { UserId } from '@parley/rules';

/**
 * Kind of data of other services that a write changes. `facts` are data that other services cache or derive, such as users,
 * channels, groups and settings. `messages` are data that other services derive from messages, such as links of files and a
 * channel's first message.
 */
export type Change = 'facts' | 'messages';

/** A write, as gateways announce it to each other. `write` is its ID. */
export type Announced = { write: string; userId: UserId; change: Change };

/** A report of presence, as gateways announce it to each other. */
export type Reported = { userId: UserId; presence: PresenceReport };

/** In milliseconds. Its gateway repeats the announcement, so the limit applies only after its failure. */
const openForMs = 30_000;
/** In milliseconds after the end of the last write. Services then have applied its effects. */
const keepMs = 10_000;
/** Time in milliseconds for which an ended write is remembered. It is longer than the delivery of an announcement can take. */
const rememberEndedMs = 10_000;

/** Remembers that one user wrote recently, for one kind of data. */
export type WriterRecord = {
  /** Open writes by ID. Values are the times (`performance.now()`) until which the writes count as open. */
  readonly open: Map<string, number>;
  /** Time (`performance.now()`) until which the record is kept even without open writes. */
  keptUntilMs: number;
  /** Position in the log that includes the effects of all writes of this record, also ended ones; undefined while unknown. */
  position: LogPosition | undefined;
  /** Increases with each change of the record, so that a concurrent lookup can detect the change. */
  version: number;
};

/** Key of the records for all users. Such a record is created when this gateway may have missed announcements. */
const everyone = 0;

/** The users who wrote recently through any gateway, as far as this gateway knows. */
export class RecentWriters {
  readonly #records = new Map<number, Map<Change, WriterRecord>>();
  readonly #presences = new Map<number, { report: PresenceReport; untilMs: number }>();
  /** Ended writes by ID, oldest first. Values are the times (`performance.now()`) at which to forget them. */
  readonly #ended = new Map<string, number>();

  get size(): number {
    return this.#records.size;
  }

  /** May be repeated. Has no effect after `end`, because announcements can arrive in the wrong order. */
  begin({ write, userId, change }: Announced, nowMs: number): void {
    if (this.#ended.has(write)) return;
    this.#changed(userId, change).open.set(write, nowMs + openForMs);
  }

  /** Records that a write has ended. May be called repeatedly. */
  end({ write, userId, change }: Announced, nowMs: number): void {
    this.#ended.delete(write);
    this.#ended.set(write, nowMs + rememberEndedMs);
    const record = this.#changed(userId, change);
    record.open.delete(write);
    record.keptUntilMs = nowMs + keepMs;
  }

  /** Records a user's presence, unless a later one of this user is known. */
  report({ userId, presence }: Reported, nowMs: number): void {
    if ((this.#presences.get(userId)?.report.at ?? 0) > presence.at) return;
    this.#presences.set(userId, { report: presence, untilMs: nowMs + keepMs });
  }

  /** Returns the presence that a user recently reported; undefined when there is none. */
  presenceOf(userId: UserId): PresenceReport | undefined {
    return this.#presences.get(userId)?.report;
  }

  reports(): Reported[] {
    return [...this.#presences].map(([userId, { report }]) => ({ userId, presence: report }));
  }

  /** Records every user as a recent writer, because this gateway may have missed announcements. */
  addEveryone(nowMs: number): void {
    for (const change of ['facts', 'messages'] as const) {
      this.#changed(everyone, change).keptUntilMs = nowMs + keepMs;
    }
  }

  /** Returns the records that apply to requests of a user which depend on these kinds of data. */
  of(userId: UserId, changes: readonly Change[]): WriterRecord[] {
    const found: WriterRecord[] = [];
    for (const key of [userId, everyone]) {
      const records = this.#records.get(key);
      for (const change of changes) {
        const record = records?.get(change);
        if (record) found.push(record);
      }
    }
    return found;
  }

  /** @param isLogFresh false keeps all: while the log is delayed, the effects of writes are, too */
  sweep(nowMs: number, isLogFresh = true): void {
    for (const [write, untilMs] of this.#ended) {
      if (untilMs > nowMs) break;
      this.#ended.delete(write);
    }
    for (const [userId, { untilMs }] of this.#presences) {
      if (untilMs <= nowMs) this.#presences.delete(userId);
    }
    if (!isLogFresh) return;
    for (const [userId, records] of this.#records) {
      for (const [change, record] of records) {
        for (const [write, untilMs] of record.open) if (untilMs <= nowMs) record.open.delete(write);
        if (record.open.size === 0 && record.keptUntilMs <= nowMs) records.delete(change);
      }
      if (records.size === 0) this.#records.delete(userId);
    }
  }

  /** Returns the record for a change, and removes its position, because the position does not include this change. */
  #changed(userId: UserId, change: Change): WriterRecord {
    const records = this.#records.get(userId) ?? new Map<Change, WriterRecord>();
    this.#records.set(userId, records);
    const record = records.get(change) ?? {
      open: new Map(),
      keptUntilMs: 0,
      position: undefined,
      version: 0,
    };
    records.set(change, record);
    record.version++;
    record.position = undefined;
    return record;
  }
}
