/**
 * Keeps presence. Pings are gathered in memory and written together, one statement per interval; what any replica
 * wrote is read back in order, and answers come from memory. So a ping costs no statement of its own, every
 * replica gives the same answers, and the same update IDs mean the same to all of them.
 *
 * Changes of state are announced by the replica that wrote them, unless too many people are there: every one of
 * them would have to be told of every other.
 */
import { type Logger, unixSeconds } from '@parley/core';
import type { Db } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { listLimitedGuests, listSharers, listViewers } from '../../kernel/db/visibility.ts';
import {
  hidePresence,
  listPresencesAfter,
  type Ping,
  putPings,
  type StoredPresence,
  type WrittenPresence,
} from '../db/presences.ts';
import { offlineAfterSeconds, presencesJson, stateOf } from '../domain/presence.ts';
import { presenceChanged } from '../events/presence.ts';
import { PresenceBoard } from './presence-board.ts';

export type PresenceOptions = {
  db: Db;
  logger: Logger;
  /** How often pings are written and read. */
  intervalMs: number;
  /** People told in all answers of a second together, when everybody asks once a minute. */
  listedPerSecond: number;
  /** With more people than this online nothing is announced; clients hear of changes when they ping. */
  maxAnnounced: number;
  /** Towards the log, best effort. */
  send: (signal: Event) => void;
};

/** What a client asked for. */
export type PresenceQuestion = {
  /** -1 for everybody. */
  lastUpdateId: number;
  slim: boolean;
  historyDays: number;
};

/** Answers kept until the next reading. */
const maxAnswersBytes = 32 * 1024 * 1024;

/** With however many people online, an answer names at least so many. */
const leastListed = 100;

/** Rows read at once, so that other requests go on in between. */
const pageSize = 5_000;
/** Everybody is read anew from time to time: people leave and change their address. */
const reloadEveryMs = 600_000;
const daySeconds = 86_400;

export class PresenceKeeper {
  readonly #options: PresenceOptions;
  readonly #board = new PresenceBoard();
  #pings = new Map<number, Ping>();
  /** Guests who do not see everybody, as of the last reading. */
  #limited: ReadonlySet<number> = new Set();
  #answers = new Map<string, Buffer>();
  #answersBytes = 0;
  /** Most people in one answer: everybody, until so many ask that this would cost too much. */
  #maxListed = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #reloadAt = 0;
  #isStopped = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Reads everybody, then writes and reads until `stop`. */
  async start(): Promise<void> {
    this.#limited = await listLimitedGuests(this.#options.db);
    await this.#reload();
    this.#schedule();
  }

  /** Writes what is still in memory. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.#write().catch(() => undefined);
  }

  /** Somebody is there. Written within the interval. */
  ping(userId: number, isActive: boolean): void {
    const now = seconds();
    const before = this.#pings.get(userId);
    this.#pings.set(userId, { userId, activeAt: isActive ? now : (before?.activeAt ?? 0), idleAt: now });
  }

  /** Somebody became visible, or invisible: then they look as if they had left. */
  async toggled(userId: number, isVisible: boolean): Promise<void> {
    if (isVisible) {
      this.ping(userId, true);
      return;
    }
    this.#pings.delete(userId);
    await hidePresence(this.#options.db, userId, seconds() - offlineAfterSeconds - 1);
  }

  /** ID of what this replica read last; -1 for nothing yet. */
  get updateId(): number {
    return this.#board.updateId;
  }

  /** JSON object text of presences: everybody's or what changed. One buffer for all who ask the same meanwhile. */
  answer({ lastUpdateId, slim, historyDays }: PresenceQuestion): Buffer {
    const key = `${lastUpdateId} ${slim} ${historyDays}`;
    const known = this.#answers.get(key);
    if (known) return known;
    const found = this.#find({ lastUpdateId, slim, historyDays }, this.#maxListed);
    const answer = Buffer.from(presencesJson(found, slim));
    // Pings come at all times; the answers that they get are the same until the next reading.
    this.#answersBytes += answer.length;
    if (this.#answersBytes <= maxAnswersBytes) this.#answers.set(key, answer);
    return answer;
  }

  /** JSON object text of everybody, or of some, however many, with the update ID that it is as of. */
  everybody(
    slim: boolean,
    historyDays: number,
    only?: ReadonlySet<number>,
  ): { presences: string; updateId: number } {
    const all = this.#find({ lastUpdateId: -1, slim, historyDays }, Number.POSITIVE_INFINITY, only);
    return { presences: presencesJson(all, slim), updateId: this.#board.updateId };
  }

  /** The same for a guest who sees some people only. */
  async answerTo(guestId: number, question: PresenceQuestion): Promise<Buffer> {
    const shares = await listSharers(this.#options.db, guestId);
    const found = this.#find(question, Number.POSITIVE_INFINITY, shares.add(guestId));
    return Buffer.from(presencesJson(found, question.slim));
  }

  /** Whether somebody is a guest who does not see everybody. */
  isLimited(userId: number): boolean {
    return this.#limited.has(userId);
  }

  /** What this replica knows of a person, with pings that are not written yet. */
  find(userId: number): Pick<StoredPresence, 'activeAt' | 'idleAt'> | undefined {
    const stored = this.#board.get(userId);
    const ping = this.#pings.get(userId);
    if (!ping) return stored;
    return { activeAt: Math.max(ping.activeAt, stored?.activeAt ?? 0), idleAt: ping.idleAt };
  }

  #find(
    { lastUpdateId, historyDays }: PresenceQuestion,
    limit: number,
    only?: ReadonlySet<number>,
  ): StoredPresence[] {
    const found = this.#board.since(lastUpdateId, seconds() - historyDays * daySeconds, limit);
    return only ? found.filter(({ userId }) => only.has(userId)) : found;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#turn().finally(() => this.#schedule());
    }, this.#options.intervalMs);
  }

  async #turn(): Promise<void> {
    try {
      const written = await this.#write();
      await this.#readInto(this.#board);
      this.#limited = await listLimitedGuests(this.#options.db);
      this.#answers = new Map();
      this.#answersBytes = 0;
      const online = this.#board.countOnline(seconds());
      this.#maxListed = Math.max(
        leastListed,
        Math.floor((60 * this.#options.listedPerSecond) / (online + 1)),
      );
      if (online <= this.#options.maxAnnounced) {
        await this.#announce(written);
      }
      if (Date.now() >= this.#reloadAt) await this.#reload();
    } catch (error) {
      this.#options.logger.warn({ reason: (error as Error).message }, 'presence not kept');
    }
  }

  /** What was written. Pings of a failed write are tried again with the next. */
  async #write(): Promise<WrittenPresence[]> {
    const pings = this.#pings;
    if (pings.size === 0) return [];
    this.#pings = new Map();
    try {
      return await putPings(this.#options.db, [...pings.values()]);
    } catch (error) {
      for (const [userId, ping] of pings) if (!this.#pings.has(userId)) this.#pings.set(userId, ping);
      throw error;
    }
  }

  async #reload(): Promise<void> {
    const board = new PresenceBoard();
    await this.#readInto(board);
    this.#board.replaceWith(board);
    this.#reloadAt = Date.now() + reloadEveryMs;
  }

  /** Values of one update ID are applied together, however many pages they fill. */
  async #readInto(board: PresenceBoard): Promise<void> {
    const rows: StoredPresence[] = [];
    for (let last = { updateId: board.updateId, userId: Number.MAX_SAFE_INTEGER }; ; last = rows.at(-1)!) {
      const page = await listPresencesAfter(this.#options.db, last, pageSize);
      rows.push(...page);
      if (page.length < pageSize) break;
    }
    board.apply(rows, seconds());
  }

  /** Tells of those whom others see differently now. */
  async #announce(written: readonly WrittenPresence[]): Promise<void> {
    const time = seconds();
    const changed = written
      .filter(({ before, now }) => stateOf(before, time) !== stateOf(now, time))
      .map(({ now }) => now);
    if (changed.length === 0) return;
    const ids = changed.map(({ userId }) => userId);
    const viewers = this.#limited.size > 0 ? await listViewers(this.#options.db, ids) : undefined;
    for (const signal of presenceChanged(changed, Date.now() / 1000, viewers)) this.#options.send(signal);
  }
}

const seconds = (): number => unixSeconds(Date.now());
