import type { AnnouncedGeneration } from './generation.ts';

/** A gateway is listed for this time after its last received heartbeat, in milliseconds. */
const listedForMs = 1_000;
/**
 * A gateway trusts its own marks while the heartbeats that others echoed to it are at most this old, in milliseconds.
 * Less than `listedForMs`, so it loses this trust before the others stop announcing writes to it.
 */
const trustedForMs = 500;
/** A new gateway receives heartbeats for this time, in milliseconds, before it assumes that it knows all others. */
const joinAfterMs = 500;
/** Maximum number of own heartbeats whose times of sending are stored. */
const maxSentHeartbeats = 64;

type Peer = {
  receivedAtMs: number;
  /** Number of the last heartbeat received from the peer. */
  lastNumber: number;
  /** Time at which this gateway sent the latest heartbeat that the peer echoed. */
  echoedMs: number;
  /** Time until which the peer may trust its marks, because this gateway echoed its heartbeats. */
  trustsUntilMs: number;
  /** Whether this gateway neither echoes the heartbeats of the peer nor announces writes to it. */
  isExcluded: boolean;
};

/**
 * A heartbeat as gateways send it, which ones of other releases also read: its sender, its number, the number of the
 * last heartbeat that the sender received from each other gateway, and the generation of the server, if known.
 */
export type Heartbeat = {
  from: string;
  beat: number;
  heard: Readonly<Record<string, number>>;
  generation?: AnnouncedGeneration | undefined;
};

/**
 * The other gateways as their heartbeats show them: which ones exist, and whether each of them has received heartbeats
 * of this one. All times are from this gateway's own clock.
 */
export class PeerTable {
  readonly #id: string;
  readonly #peers = new Map<string, Peer>();
  /** Times at which own heartbeats were sent, by number. */
  readonly #sentAtMs = new Map<number, number>();
  #lastNumber = 0;
  #joins = 0;
  #firstMs = Number.POSITIVE_INFINITY;
  /** Time at which the latest own heartbeat was sent that NATS delivered back. */
  #ownEchoMs = Number.NEGATIVE_INFINITY;

  constructor(id: string) {
    this.#id = id;
  }

  /** Whether this gateway has listened long enough to know every gateway that trusts its marks. */
  get hasJoined(): boolean {
    return this.#ownEchoMs - this.#firstMs >= joinAfterMs;
  }

  /** Number of times that a gateway was added to those that receive announcements. */
  get joins(): number {
    return this.#joins;
  }

  /** Treats this gateway as a new one, because others may have started while it was disconnected. */
  rejoin(): void {
    this.#firstMs = Number.POSITIVE_INFINITY;
    this.#ownEchoMs = Number.NEGATIVE_INFINITY;
    this.#sentAtMs.clear();
  }

  /** Returns the next heartbeat to send. */
  nextHeartbeat(nowMs: number): Heartbeat {
    this.#lastNumber++;
    this.#firstMs = Math.min(this.#firstMs, nowMs);
    this.#sentAtMs.set(this.#lastNumber, nowMs);
    this.#sentAtMs.delete(this.#lastNumber - maxSentHeartbeats);
    const lastNumbers: Record<string, number> = {};
    for (const id of this.audience(nowMs)) {
      const peer = this.#peers.get(id)!;
      lastNumbers[id] = peer.lastNumber;
      // The other gateway trusts its marks for `trustedForMs` from the time at which it sent the heartbeat. That was before
      // this gateway received it, so its trust ends no later than this.
      peer.trustsUntilMs = peer.receivedAtMs + trustedForMs;
    }
    return { from: this.#id, beat: this.#lastNumber, heard: lastNumbers };
  }

  /** Records a received heartbeat, including own ones. Returns whether it is the first of another gateway. */
  receive({ from, beat, heard }: Heartbeat, nowMs: number): boolean {
    if (from === this.#id) {
      this.#ownEchoMs = this.#sentAtMs.get(beat) ?? this.#ownEchoMs;
      return false;
    }
    const known = this.isListed(from, nowMs) ? this.#peers.get(from) : undefined;
    if (!known) this.#joins++;
    this.#peers.set(from, {
      receivedAtMs: nowMs,
      lastNumber: beat,
      echoedMs: this.#sentAtMs.get(heard[this.#id] ?? -1) ?? known?.echoedMs ?? Number.NEGATIVE_INFINITY,
      trustsUntilMs: known?.trustsUntilMs ?? Number.NEGATIVE_INFINITY,
      isExcluded: known?.isExcluded ?? false,
    });
    return !known;
  }

  /** Returns the IDs of the other gateways. */
  listed(nowMs: number): string[] {
    return [...this.#peers.keys()].filter((id) => this.isListed(id, nowMs));
  }

  isListed(id: string, nowMs: number): boolean {
    const peer = this.#peers.get(id);
    if (!peer) return false;
    if (nowMs - peer.receivedAtMs <= listedForMs) return true;
    this.#peers.delete(id);
    return false;
  }

  /** Returns the IDs of the gateways that receive announcements. */
  audience(nowMs: number): string[] {
    return this.listed(nowMs).filter((id) => !this.#peers.get(id)!.isExcluded);
  }

  /**
   * Excludes a gateway that does not acknowledge announcements. Its heartbeats are not echoed any more, so it stops
   * to trust its marks.
   */
  exclude(id: string): void {
    const peer = this.#peers.get(id);
    if (peer) peer.isExcluded = true;
  }

  /** Returns the time until which a gateway may trust its marks although it is excluded. */
  trustsUntilMs(id: string): number {
    return this.#peers.get(id)?.trustsUntilMs ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * Returns the IDs of excluded gateways that have stopped trusting their marks, and may be included if they
   * acknowledge.
   */
  readmissible(nowMs: number): string[] {
    return this.listed(nowMs).filter((id) => {
      const { isExcluded, trustsUntilMs } = this.#peers.get(id)!;
      return isExcluded && nowMs > trustsUntilMs + listedForMs - trustedForMs;
    });
  }

  /** Includes a gateway that acknowledges again. Returns whether it was excluded. */
  include(id: string): boolean {
    const peer = this.#peers.get(id);
    if (!peer?.isExcluded) return false;
    peer.isExcluded = false;
    this.#joins++;
    return true;
  }

  /** Removes a gateway that stopped. */
  remove(id: string): void {
    this.#peers.delete(id);
  }

  /** Returns whether NATS has delivered a recent heartbeat of this gateway back to it. */
  isAnswered(nowMs: number): boolean {
    return isYoung(this.#ownEchoMs, nowMs);
  }

  /**
   * Returns whether the list of gateways is current: NATS has delivered a recent heartbeat of this gateway back to
   * it, so all messages before it have arrived.
   */
  isCurrent(nowMs: number): boolean {
    return this.hasJoined && this.isAnswered(nowMs);
  }

  /**
   * Returns whether all other gateways announce writers to this one: the list is current, and each listed gateway has
   * echoed a recent heartbeat of this one.
   */
  isTrusted(nowMs: number): boolean {
    return (
      this.isCurrent(nowMs) && this.listed(nowMs).every((id) => isYoung(this.#peers.get(id)!.echoedMs, nowMs))
    );
  }
}

const isYoung = (sentMs: number, nowMs: number): boolean => nowMs - sentMs <= trustedForMs;
