import type { AnnouncedGeneration } from './generation.ts';

/** Time in milliseconds after its last heartbeat for which a gateway stays in the list. */
const listedForMs = 1_000;
/**
 * Maximum age in milliseconds of own heartbeats that others have confirmed. While they are younger, a gateway trusts that its
 * records of recent writers are complete. The value is less than `listedForMs`, so a gateway stops trusting its records
 * before other gateways stop sending announcements to it.
 */
const trustedForMs = 500;
/** Time in milliseconds for which a new gateway receives heartbeats before it assumes that it knows all others. */
const joinAfterMs = 500;
/** Maximum number of own heartbeats whose sending times are stored. */
const maxSentHeartbeats = 64;

type Peer = {
  receivedAtMs: number;
  lastNumber: number;
  /** Time at which this gateway sent its latest heartbeat that the peer has confirmed. */
  echoedMs: number;
  /** Time until which the peer may trust its records, because this gateway has confirmed heartbeats of the peer. */
  trustsUntilMs: number;
  /** Whether the peer is excluded: this gateway neither confirms its heartbeats nor sends it announcements. */
  isExcluded: boolean;
};

/**
 * A heartbeat as gateways send it as JSON. Gateways of other releases read it too, so its fields must stay. `beat` is its
 * number. `heard` confirms heartbeats: for each other gateway, the number of the last one that the sender received.
 * `generation` is that of the server, if known.
 */
export type Heartbeat = {
  from: string;
  beat: number;
  heard: Readonly<Record<string, number>>;
  generation?: AnnouncedGeneration | undefined;
};

/** Which gateways exist, and whether they receive this one's heartbeats. Times are of this gateway's clock. */
export class PeerTable {
  readonly #id: string;
  readonly #peers = new Map<string, Peer>();
  /** Sending times of own heartbeats, by number. */
  readonly #sentAtMs = new Map<number, number>();
  #lastNumber = 0;
  #joinCount = 0;
  #firstMs = Number.POSITIVE_INFINITY;
  /** Sending time of the latest own heartbeat that NATS delivered back to this gateway. */
  #ownEchoMs = Number.NEGATIVE_INFINITY;

  constructor(id: string) {
    this.#id = id;
  }

  /** Whether this gateway has received heartbeats for long enough to know every other gateway that trusts its records. */
  get hasJoined(): boolean {
    return this.#ownEchoMs - this.#firstMs >= joinAfterMs;
  }

  /** How often another gateway began to receive this one's announcements, as a new one or again after an exclusion. */
  get joinCount(): number {
    return this.#joinCount;
  }

  /** Must be called after a disconnection, because other gateways may have started meanwhile. */
  rejoin(): void {
    this.#firstMs = Number.POSITIVE_INFINITY;
    this.#ownEchoMs = Number.NEGATIVE_INFINITY;
    this.#sentAtMs.clear();
  }

  nextHeartbeat(nowMs: number): Heartbeat {
    this.#lastNumber++;
    this.#firstMs = Math.min(this.#firstMs, nowMs);
    this.#sentAtMs.set(this.#lastNumber, nowMs);
    this.#sentAtMs.delete(this.#lastNumber - maxSentHeartbeats);
    const lastNumbers: Record<string, number> = {};
    for (const [id, peer] of this.#listedPeers(nowMs)) {
      if (peer.isExcluded) continue;
      lastNumbers[id] = peer.lastNumber;
      // The other gateway will trust its records for `trustedForMs` after it sent the heartbeat that is confirmed here. It sent
      // that heartbeat before `receivedAtMs`, so its trust ends at the calculated time or earlier.
      peer.trustsUntilMs = peer.receivedAtMs + trustedForMs;
    }
    return { from: this.#id, beat: this.#lastNumber, heard: lastNumbers };
  }

  /** Records a received heartbeat, which may be an own one. Returns whether it adds another gateway to the list. */
  receive({ from, beat, heard }: Heartbeat, nowMs: number): boolean {
    if (from === this.#id) {
      this.#ownEchoMs = this.#sentAtMs.get(beat) ?? this.#ownEchoMs;
      return false;
    }
    const known = this.isListed(from, nowMs) ? this.#peers.get(from) : undefined;
    if (!known) this.#joinCount++;
    this.#peers.set(from, {
      receivedAtMs: nowMs,
      lastNumber: beat,
      echoedMs: this.#sentAtMs.get(heard[this.#id] ?? -1) ?? known?.echoedMs ?? Number.NEGATIVE_INFINITY,
      trustsUntilMs: known?.trustsUntilMs ?? Number.NEGATIVE_INFINITY,
      isExcluded: known?.isExcluded ?? false,
    });
    return !known;
  }

  /** Returns the IDs of all other gateways in the list, including excluded ones. */
  listed(nowMs: number): string[] {
    return this.#listedPeers(nowMs).map(([id]) => id);
  }

  #listedPeers(nowMs: number): [string, Peer][] {
    return [...this.#peers].filter(([id]) => this.isListed(id, nowMs));
  }

  isListed(id: string, nowMs: number): boolean {
    const peer = this.#peers.get(id);
    if (!peer) return false;
    if (nowMs - peer.receivedAtMs <= listedForMs) return true;
    this.#peers.delete(id);
    return false;
  }

  /** Returns the IDs of the other gateways that receive announcements. */
  audience(nowMs: number): string[] {
    return this.#listedPeers(nowMs).flatMap(([id, { isExcluded }]) => (isExcluded ? [] : [id]));
  }

  /** Its heartbeats are no longer confirmed, so it will stop trusting its records. */
  exclude(id: string): void {
    const peer = this.#peers.get(id);
    if (peer) peer.isExcluded = true;
  }

  /** Returns the time until which an excluded gateway may still trust its records. */
  trustsUntilMs(id: string): number {
    return this.#peers.get(id)?.trustsUntilMs ?? Number.NEGATIVE_INFINITY;
  }

  /** They have stopped trusting their records, and are included again if they acknowledge messages. */
  readmissible(nowMs: number): string[] {
    const untilMs = nowMs - listedForMs + trustedForMs;
    return this.#listedPeers(nowMs).flatMap(([id, { isExcluded, trustsUntilMs }]) =>
      isExcluded && trustsUntilMs < untilMs ? [id] : [],
    );
  }

  include(id: string): boolean {
    const peer = this.#peers.get(id);
    if (!peer?.isExcluded) return false;
    peer.isExcluded = false;
    this.#joinCount++;
    return true;
  }

  remove(id: string): void {
    this.#peers.delete(id);
  }

  /** Returns whether NATS has recently delivered a heartbeat of this gateway back to it. */
  isAnswered(nowMs: number): boolean {
    return isYoung(this.#ownEchoMs, nowMs);
  }

  /** NATS has delivered a recent heartbeat of this gateway back, and so all messages before it. */
  isCurrent(nowMs: number): boolean {
    return this.hasJoined && this.isAnswered(nowMs);
  }

  /** The list is current, and each listed gateway has confirmed a recent heartbeat of this one. */
  receivesFromAll(nowMs: number): boolean {
    return (
      this.isCurrent(nowMs) && this.#listedPeers(nowMs).every(([, { echoedMs }]) => isYoung(echoedMs, nowMs))
    );
  }
}

const isYoung = (sentMs: number, nowMs: number): boolean => nowMs - sentMs <= trustedForMs;
