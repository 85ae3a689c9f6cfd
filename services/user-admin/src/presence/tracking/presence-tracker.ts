/**
 * Tracks presence. Pings are collected in memory, and written in one statement per interval. Every replica reads the writes of
 * all replicas in their order, and answers from memory. So a ping needs no statement of its own, all replicas give the same
 * answers, and an update ID has the same meaning on all of them.
 *
 * A replica that gets no calls reads at a longer interval. It reads again before it answers the next call.
 *
 * The replica that writes a change of state also announces it. While too many people are online, no replica announces changes,
 * because the number of deliveries grows with the square of the number of people.
 */
import { errorMessage, type Logger, lastItem, later, retry, unixSeconds } from '@parley/core';
import type { Db } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { type Call, personOf } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { listContacts, listGuestsByContact } from '../../guest-visibility/db/contacts.ts';
import {
  hidePresence,
  listPresencesAfter,
  type Ping,
  type PresenceFacts,
  putPings,
  readPresenceFacts,
  type StoredPresence,
  type WrittenPresence,
} from '../db/presences.ts';
import { offlineAfterSeconds, presencesJson, stateOf } from '../domain/presence.ts';
import { presenceChanged } from '../events/presence.ts';
import { PresenceIndex } from './presence-index.ts';
import { nobody, type PresenceText, PresenceTexts } from './presence-texts.ts';

export type PresenceOptions = {
  db: Db;
  logger: Logger;
  /** Interval in which pings are written and read, in milliseconds. */
  intervalMs: number;
  /** Maximum number of people that all answers of one second list together, if every client asks once a minute. */
  listedPerSecond: number;
  /** Above it, clients get changes only in the answers to their pings. */
  maxAnnounced: number;
  /** Sends a signal to clients, without a guarantee of delivery. */
  send: (signal: Event) => void;
};

export type PresenceQuery = {
  /** Update ID after which the client wants changes; -1 for all people. */
  lastUpdateId: number;
  slim: boolean;
  historyDays: number;
};

/** Time limit of the first read, in milliseconds. */
const startWithinMs = 60_000;
/** Time without calls after which a replica reads at the longer interval, in milliseconds. Clients ping once a minute. */
const restAfterMs = 90_000;
/** Interval of reads while there are no calls, in milliseconds. */
const restIntervalMs = 30_000;
/** Maximum size of the answers that are cached until the next read, in bytes. */
const maxAnswersBytes = 32 * 1024 * 1024;

/** Minimum number of people that an answer may list, even when very many people are online. */
const minListed = 100;

/** Number of rows that are read in one statement. The process can handle requests between two statements. */
const pageSize = 5_000;
/** The reload notices deactivated accounts and changed addresses, in milliseconds. */
const reloadEveryMs = 600_000;
const daySeconds = 86_400;

export class PresenceTracker {
  readonly #options: PresenceOptions;
  readonly #index = new PresenceIndex();
  readonly #texts = new PresenceTexts();
  #pings = new Map<UserId, Ping>();
  /** Written presences that are not announced yet, by user ID. They stay here when a later step of the interval fails. */
  readonly #unannounced = new Map<UserId, WrittenPresence>();
  /** IDs of guests who may not see all people, as of the last read. */
  #limited: ReadonlySet<UserId> = new Set();
  /** Whether the organization has disabled presence, as of the last read. */
  #isDisabled = false;
  #answers = new Map<string, Buffer>();
  #answersBytes = 0;
  /** Maximum number of people in one result of `answer`. It becomes smaller when more people are online. */
  #maxListed = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #reloadAt = 0;
  #isStopped = false;
  #usedAtMs = performance.now();
  #isResting = false;
  /** The first read after a time without calls; undefined when it has ended. */
  #waking: Promise<void> | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /**
   * Reads all presences, and then writes and reads at each interval until `stop`. Retries the first read, because on a busy
   * machine the connection pool may refuse a connection.
   * @throws when no read succeeds within `startWithinMs`, or when the signal aborts
   */
  async start(signal: AbortSignal): Promise<void> {
    let failure: unknown;
    const onRetry = (error: unknown) => {
      failure = error;
      this.#options.logger.warn({ err: error }, 'presences could not be read; retrying');
    };
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(startWithinMs)]);
    try {
      await retry(
        async () => {
          await this.#readFacts();
          await this.#reload();
        },
        { baseMs: 100, maxMs: 2_000, signal: inTime, onRetry },
      );
    } catch (error) {
      throw failure ?? error;
    }
    this.#schedule();
  }

  /** Stops the intervals, and writes the pings that are in memory. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
    await this.#write().catch(() => undefined);
  }

  /** If it was unused for a while, reads the newest presences. Await the result before reading presences. */
  awake(): Promise<void> | undefined {
    this.#usedAtMs = performance.now();
    if (this.#isResting && !this.#isStopped) {
      this.#isResting = false;
      this.#waking = this.#runAndSchedule().finally(() => {
        this.#waking = undefined;
      });
    }
    return this.#waking;
  }

  /** The ping is written at the next interval. */
  ping(userId: UserId, isActive: boolean): void {
    void this.awake();
    const now = seconds();
    const before = this.#pings.get(userId);
    this.#pings.set(userId, { userId, activeAt: isActive ? now : (before?.activeAt ?? 0), idleAt: now });
  }

  /**
   * Records the presence that a call contains: the caller has just reported it, perhaps to another replica. So the caller's
   * next answers include it. Does nothing for a call without a presence, except for `awake`. Await the result before reading
   * presences.
   */
  async include(call: Pick<Call, 'principal' | 'presence'>): Promise<void> {
    await this.awake();
    const person = personOf(call);
    const { presence } = call;
    if (!person || !presence) return;
    const { userId } = person;
    const { isActive, at } = presence;
    if ((this.find(userId)?.[isActive ? 'activeAt' : 'idleAt'] ?? 0) >= at && !this.#pings.has(userId))
      return;
    const before = this.#pings.get(userId);
    this.#pings.set(userId, {
      userId,
      activeAt: Math.max(isActive ? at : 0, before?.activeAt ?? 0),
      idleAt: Math.max(at, before?.idleAt ?? 0),
    });
    this.#running = this.#running.then(() => this.#runInterval());
    await this.#running;
  }

  /** Applies a change of the setting `presence_enabled`. A person who hides their presence appears offline. */
  async setVisible(userId: UserId, isVisible: boolean): Promise<void> {
    if (isVisible) {
      this.ping(userId, true);
      return;
    }
    this.#pings.delete(userId);
    this.#unannounced.delete(userId);
    await hidePresence(this.#options.db, userId, seconds() - offlineAfterSeconds - 1);
  }

  /** The last update ID that this replica has read; -1 before the first read. */
  get updateId(): number {
    return this.#index.updateId;
  }

  /**
   * Returns presences as the text of a JSON object: of all people, or only those that changed after an update ID, at most
   * `#maxListed`. Equal queries get the same buffer until the next read, unless the answer does not fit into the cache.
   */
  answer({ lastUpdateId, slim, historyDays }: PresenceQuery): Buffer {
    const key = `${lastUpdateId} ${slim} ${historyDays}`;
    const known = this.#answers.get(key);
    if (known) return known;
    const found = this.#find({ lastUpdateId, slim, historyDays }, this.#maxListed);
    const answer = Buffer.from(presencesJson(found, slim));
    this.#answersBytes += answer.length;
    if (this.#answersBytes <= maxAnswersBytes) this.#answers.set(key, answer);
    return answer;
  }

  /** Returns the presences of all people and an update ID. All changes up to this ID are included, and newer ones may be. */
  everybody(slim: boolean, historyDays: number): Promise<PresenceText> {
    if (this.#isDisabled) return Promise.resolve({ presences: nobody, updateId: this.#index.updateId });
    const read = () => this.#index.all(seconds() - historyDays * daySeconds);
    return this.#texts.get(`${slim} ${historyDays}`, this.#index.updateId, read, slim);
  }

  /** Returns the presences of some people as the text of a JSON object, with the last update ID that this replica has read. */
  some(
    slim: boolean,
    historyDays: number,
    userIds: ReadonlySet<UserId>,
  ): { presences: string; updateId: number } {
    const seenSince = seconds() - historyDays * daySeconds;
    const found = this.#isDisabled ? [] : this.#index.some(userIds, seenSince);
    return { presences: presencesJson(found, slim), updateId: this.#index.updateId };
  }

  async answerTo(guestId: UserId, query: PresenceQuery): Promise<Buffer> {
    const contacts = await listContacts(this.#options.db, guestId);
    const found = this.#find(query, Number.POSITIVE_INFINITY, contacts.add(guestId));
    return Buffer.from(presencesJson(found, query.slim));
  }

  /** Returns whether a person is a guest who may not see all people. */
  isLimited(userId: UserId): boolean {
    return this.#limited.has(userId);
  }

  /** Returns the presence of a person, including pings that were not written yet; undefined when it is unknown. */
  find(userId: UserId): Pick<StoredPresence, 'activeAt' | 'idleAt'> | undefined {
    if (this.#isDisabled) return undefined;
    const stored = this.#index.get(userId);
    const ping = this.#pings.get(userId);
    if (!ping) return stored;
    return { activeAt: Math.max(ping.activeAt, stored?.activeAt ?? 0), idleAt: ping.idleAt };
  }

  #find(
    { lastUpdateId, historyDays }: PresenceQuery,
    limit: number,
    only?: ReadonlySet<UserId>,
  ): StoredPresence[] {
    if (this.#isDisabled) return [];
    const found = this.#index.since(lastUpdateId, seconds() - historyDays * daySeconds, limit);
    return only ? found.filter(({ userId }) => only.has(userId)) : found;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#cancel();
    this.#isResting = performance.now() - this.#usedAtMs >= restAfterMs;
    const delayMs = this.#isResting ? restIntervalMs : this.#options.intervalMs;
    this.#cancel = later(delayMs, () => void this.#runAndSchedule());
  }

  #runAndSchedule(): Promise<void> {
    this.#cancel();
    this.#running = this.#running.then(() => this.#runInterval()).finally(() => this.#schedule());
    return this.#running;
  }

  async #runInterval(): Promise<void> {
    try {
      for (const { now, before } of await this.#write()) {
        const earlier = this.#unannounced.get(now.userId);
        this.#unannounced.set(now.userId, { now, before: earlier?.before ?? before });
      }
      const { updateId } = await this.#readFacts();
      if (updateId > this.#index.updateId) await this.#readInto(this.#index);
      this.#answers = new Map();
      this.#answersBytes = 0;
      const online = this.#index.countOnline(seconds());
      this.#maxListed = Math.max(minListed, Math.floor((60 * this.#options.listedPerSecond) / (online + 1)));
      if (!this.#isDisabled && online <= this.#options.maxAnnounced) {
        await this.#announce(this.#changesToAnnounce());
      }
      this.#unannounced.clear();
      if (Date.now() >= this.#reloadAt) await this.#reload();
    } catch (error) {
      this.#options.logger.warn({ reason: errorMessage(error) }, 'could not write or read presences');
    }
  }

  /** After a failure, the pings stay in memory for the next write. */
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

  /** Returns the presences to announce, with their newest values: the person may have been hidden since the write. */
  #changesToAnnounce(): WrittenPresence[] {
    return Array.from(this.#unannounced.values(), ({ before, now }) => ({
      before,
      now: this.#index.get(now.userId) ?? now,
    }));
  }

  async #reload(): Promise<void> {
    const index = new PresenceIndex();
    await this.#readInto(index);
    this.#index.replaceWith(index);
    this.#reloadAt = Date.now() + reloadEveryMs;
  }

  async #readFacts(): Promise<PresenceFacts> {
    const facts = await readPresenceFacts(this.#options.db);
    this.#isDisabled = facts.isDisabled;
    this.#limited = new Set(facts.limitedGuestIds);
    return facts;
  }

  /** Reads all pages before applying them, because all values of an update ID must be applied together. */
  async #readInto(index: PresenceIndex): Promise<void> {
    const rows: StoredPresence[] = [];
    for (let last = { updateId: index.updateId, userId: Number.MAX_SAFE_INTEGER }; ; last = lastItem(rows)) {
      const page = await listPresencesAfter(this.#options.db, last, pageSize);
      rows.push(...page);
      if (page.length < pageSize) break;
    }
    index.apply(rows, seconds());
  }

  /** Sends a signal for each person whose state has changed (active, idle or offline). */
  async #announce(written: readonly WrittenPresence[]): Promise<void> {
    const time = seconds();
    const changed = written
      .filter(({ before, now }) => stateOf(before, time) !== stateOf(now, time))
      .map(({ now }) => now);
    if (changed.length === 0) return;
    const ids = changed.map(({ userId }) => userId);
    const viewers = this.#limited.size > 0 ? await listGuestsByContact(this.#options.db, ids) : undefined;
    for (const signal of presenceChanged(changed, Date.now() / 1000, viewers)) this.#options.send(signal);
  }
}

const seconds = (): number => unixSeconds(Date.now());
