/** Time after the last received heartbeat of a gateway for which it is listed, milliseconds. */
const listedForMs = 1_000;
/** Maximum age of an echoed heartbeat for trusting own marks, milliseconds; less than `listedForMs`. */
const trustedForMs = 500;
/** Time for which a new gateway listens before it assumes that it knows all others, milliseconds. */
const joinAfterMs = 500;
/** Maximum number of own heartbeats whose times are stored. */
const maxBeats = 64;

type Peer = {
  receivedAtMs: number;
  /** Number of its last received heartbeat. */
  beat: number;
  /** Time at which the latest own heartbeat that it echoed was sent. */
  echoedMs: number;
  /** Time until which it may trust its marks because this gateway echoed its heartbeats. */
  trustsUntilMs: number;
  /** Excluded gateways are neither echoed nor sent announcements. */
  isExcluded: boolean;
};

/** A heartbeat: the number of the last one received from each other gateway is in `heard`. */
export type Heartbeat = { from: string; beat: number; heard: Readonly<Record<string, number>> };

/** The heartbeats of gateways: which others exist, and whether they know this one. Compares no clocks. */
export class PeerTable {
  readonly #id: string;
  readonly #peers = new Map<string, Peer>();
  /** Times at which own heartbeats were sent, by number. */
  readonly #sentAtMs = new Map<number, number>();
  #beat = 0;
  #joins = 0;
  #firstMs = Number.POSITIVE_INFINITY;
  /** Time at which the latest own heartbeat that came back was sent. */
  #ownEchoMs = Number.NEGATIVE_INFINITY;

  constructor(id: string) {
    this.#id = id;
  }

  /** Whether this gateway has listened long enough to know every gateway that trusts its marks. */
  get hasJoined(): boolean {
    return this.#ownEchoMs - this.#firstMs >= joinAfterMs;
  }

  /** Number of times that a gateway was added to those that announcements go to. */
  get joins(): number {
    return this.#joins;
  }

  /** Starts to listen from the beginning: gateways may have started while this one was disconnected. */
  rejoin(): void {
    this.#firstMs = Number.POSITIVE_INFINITY;
    this.#ownEchoMs = Number.NEGATIVE_INFINITY;
    this.#sentAtMs.clear();
  }

  /** Returns the next heartbeat to send. */
  nextBeat(nowMs: number): Heartbeat {
    this.#beat++;
    this.#firstMs = Math.min(this.#firstMs, nowMs);
    this.#sentAtMs.set(this.#beat, nowMs);
    this.#sentAtMs.delete(this.#beat - maxBeats);
    const heard: Record<string, number> = {};
    for (const id of this.audience(nowMs)) {
      const peer = this.#peers.get(id)!;
      heard[id] = peer.beat;
      // It sent the heartbeat before this gateway received it.
      peer.trustsUntilMs = peer.receivedAtMs + trustedForMs;
    }
    return { from: this.#id, beat: this.#beat, heard };
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
      beat,
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

  /** Returns the IDs of the gateways that announcements go to. */
  audience(nowMs: number): string[] {
    return this.listed(nowMs).filter((id) => !this.#peers.get(id)!.isExcluded);
  }

  /**
   * Excludes a gateway that does not acknowledge announcements. Its heartbeats are echoed no more, so it stops to trust its
   * marks.
   */
  exclude(id: string): void {
    const peer = this.#peers.get(id);
    if (peer) peer.isExcluded = true;
  }

  /** Returns the time until which a gateway may trust its marks although it is excluded. */
  trustsUntilMs(id: string): number {
    return this.#peers.get(id)?.trustsUntilMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Returns the IDs of excluded gateways that have noticed their exclusion, and may be included if they acknowledge. */
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

  /** Returns whether a recent heartbeat of this gateway came back through NATS. */
  isAnswered(nowMs: number): boolean {
    return isYoung(this.#ownEchoMs, nowMs);
  }

  /**
   * Returns whether the list of gateways is current: a recent heartbeat of this gateway came back through NATS, so all
   * messages before it have arrived.
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
