/**
 * Read your writes (docs/decisions/read-your-writes.md): knows which users wrote recently through any gateway, and which
 * position of the log their requests must see.
 */
import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { jsonBytes } from '@parley/core';
import type { Follower, LogPosition } from '@parley/event-log';
import type { PresenceReport, SeenUpTo } from '@parley/rpc';
import type { Registry } from 'prom-client';
import { type Announced, type Change, type Mark, Marks, type Reported } from './marks.ts';
import { createMetrics, type Outcome } from './metrics.ts';
import { Peers } from './peers.ts';
import { Positions } from './positions.ts';

/** A write in progress. */
export type Write = {
  /** Resolves when every other gateway knows that the user writes. The answer waits for it. */
  readonly announced: Promise<void>;
  /** Must be called when the write has ended, whatever its outcome. */
  end(): void;
};

export type OwnWrites = {
  /** Announces a write when it begins. */
  begin(userId: number, change: Change): Write;
  /**
   * Returns what a request of the user must see of these changes. Undefined, without waiting, for a user who has not
   * written lately.
   */
  before(userId: number, changes: readonly Change[]): Promise<SeenUpTo> | undefined;
  /** Announces a report of presence. Resolves when every other gateway knows it. */
  report(userId: number, presence: PresenceReport): Promise<void>;
  /** Returns the presence that the user reported recently. */
  presenceOf(userId: number): PresenceReport | undefined;
};

/** The messages between gateways: writes that begin, writes that have ended, and reports of presence. */
type Message = { begun?: Announced[]; ended?: Announced[]; reported?: Reported[] };

export type LogAccess = { nats: NatsConnection; prefix: string; follower: Follower };

/** Maximum time for which a request waits for this gateway's own follower, milliseconds. */
const followWithinMs = 2_000;

/** Time limit in milliseconds for finding the log position of a user without a known write. */
const doubtfulMs = 300;

const textDecoder = new TextDecoder();

const notFoundAfter = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());

/** Creates the state of a gateway. Before `connect`, every user is treated as one who wrote recently. */
export class RecentWrites implements OwnWrites {
  readonly #id = randomUUID();
  readonly #marks = new Marks();
  readonly #metrics: ReturnType<typeof createMetrics>;
  #log: { peers: Peers; positions: Positions; follower: Follower } | undefined;
  #writes = 0;
  #wasTrusted = false;
  /** Announcements for the end of this turn of the event loop. */
  #begun: Announced[] = [];
  #ended: Announced[] = [];
  #reported: Reported[] = [];
  #told: Promise<void> | undefined;

  constructor(registry: Registry) {
    this.#metrics = createMetrics(registry, () => ({
      writers: this.#marks.size,
      gateways: this.#log?.peers.size ?? 0,
    }));
  }

  /** Starts to exchange announcements. Returns what the service stops. */
  connect({ nats, prefix, follower }: LogAccess): { stop(): void } {
    const positions = new Positions({ nats, prefix });
    const peers = new Peers({
      nats,
      prefix,
      onMessage: (data) => this.#receive(JSON.parse(textDecoder.decode(data)) as Message),
      onBeat: () => this.#onBeat(),
    });
    this.#log = { peers, positions, follower };
    void positions.find();
    return {
      stop: () => {
        this.#log = undefined;
        peers.stop();
      },
    };
  }

  begin(userId: number, change: Change): Write {
    const announced = { write: `${this.#id}.${this.#writes++}`, userId, change };
    this.#marks.begin(announced, performance.now());
    this.#begun.push(announced);
    return {
      announced: this.#announce(),
      end: () => {
        this.#marks.end(announced, performance.now());
        this.#ended.push(announced);
        void this.#announce();
      },
    };
  }

  before(userId: number, changes: readonly Change[]): Promise<SeenUpTo> | undefined {
    if (changes.length === 0) return undefined;
    const isTrusted = this.#checkTrust();
    const marks = this.#marks.of(userId, changes);
    if (isTrusted && marks.length === 0) return undefined;
    return this.#find(marks, isTrusted);
  }

  report(userId: number, presence: PresenceReport): Promise<void> {
    const reported = { userId, presence };
    this.#marks.report(reported, performance.now());
    this.#reported.push(reported);
    return this.#announce();
  }

  presenceOf(userId: number): PresenceReport | undefined {
    return this.#marks.presenceOf(userId);
  }

  /** Finds the position out unless it is known, and waits until this gateway has merged it. */
  async #find(marks: readonly Mark[], isTrusted: boolean): Promise<SeenUpTo> {
    if (!this.#log?.peers.isConnected) return this.#found('unknown', 'unconfirmed', performance.now());
    const { positions, follower } = this.#log;
    const beganMs = performance.now();
    const known = isTrusted ? latestOf(marks) : undefined;
    const position = known ?? (await this.#ask(positions, marks));
    const seen = position && (await isMerged(follower, position)) ? position : 'unknown';
    const outcome = seen === 'unknown' ? 'unconfirmed' : known ? 'known' : 'found';
    return this.#found(seen, outcome, beganMs);
  }

  async #ask(positions: Positions, marks: readonly Mark[]): Promise<LogPosition | undefined> {
    const versions = marks.map(({ version }) => version);
    const finding = positions.find();
    // A user who may have written, but probably has not, waits for a short time only.
    const position = await (marks.length > 0 ? finding : Promise.race([finding, notFoundAfter(doubtfulMs)]));
    marks.forEach((mark, index) => {
      // While a write is open, what is found out now may not include it.
      if (mark.open.size === 0 && mark.version === versions[index]) mark.position = position;
    });
    return position;
  }

  #found(seen: SeenUpTo, outcome: Outcome, beganMs: number): SeenUpTo {
    this.#metrics.found(outcome, performance.now() - beganMs);
    return seen;
  }

  /** After announcements may have been missed, every user is treated as one who wrote recently. */
  #checkTrust(): boolean {
    const isTrusted = this.#log?.peers.isTrusted() ?? false;
    if (isTrusted && !this.#wasTrusted) this.#marks.markEveryone(performance.now());
    this.#wasTrusted = isTrusted;
    return isTrusted;
  }

  #announce(): Promise<void> {
    if (!this.#log) {
      [this.#begun, this.#ended, this.#reported] = [[], [], []];
      return Promise.resolve();
    }
    this.#told ??= new Promise((resolve) => {
      // Without NATS there is no one to tell.
      setImmediate(() => resolve(this.#send().catch(() => undefined)));
    });
    return this.#told;
  }

  async #send(): Promise<void> {
    const [begun, ended, reported] = [this.#begun, this.#ended, this.#reported];
    [this.#begun, this.#ended, this.#reported, this.#told] = [[], [], [], undefined];
    const message = () => jsonBytes({ begun, ended, reported } satisfies Message);
    if (begun.length + reported.length > 0) await this.#log?.peers.tell(message);
    else this.#log?.peers.mention(message);
  }

  #receive({ begun = [], ended = [], reported = [] }: Message): void {
    const nowMs = performance.now();
    for (const write of begun) this.#marks.begin(write, nowMs);
    for (const write of ended) this.#marks.end(write, nowMs);
    for (const report of reported) this.#marks.report(report, nowMs);
  }

  #onBeat(): void {
    this.#checkTrust();
    // While the log is late, the effects of writes are late too.
    if (this.#log?.follower.freshness.isFresh()) this.#marks.sweep(performance.now());
    if (this.#log && !this.#log.positions.isWorking) void this.#log.positions.find();
  }
}

/** Returns the latest position of the marks; undefined unless all have one, of one epoch. */
function latestOf(marks: readonly Mark[]): LogPosition | undefined {
  let latest: LogPosition | undefined;
  for (const { position } of marks) {
    if (!position || (latest && latest.epoch !== position.epoch)) return undefined;
    if (!latest || latest.sequence < position.sequence) latest = position;
  }
  return latest;
}

/** Waits until the follower has merged a position. Returns false on timeout. */
async function isMerged(follower: Follower, { epoch, sequence }: LogPosition): Promise<boolean> {
  const { position } = follower;
  if (position.epoch > epoch || (position.epoch === epoch && position.sequence >= sequence)) return true;
  if (position.epoch !== epoch) return false;
  return follower.waitFor(sequence, AbortSignal.timeout(followWithinMs)).then(
    () => true,
    () => false,
  );
}
