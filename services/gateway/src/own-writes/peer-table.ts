/** Time after the last received heartbeat of a gateway for which it is listed, milliseconds. */
const listedForMs = 1_000;
/** Maximum age of an echoed heartbeat for trusting own marks, milliseconds; less than `listedForMs`. */
const trustedForMs = 500;
/** Time for which a new gateway listens before it assumes that it knows all others, milliseconds. */
const joinAfterMs = 500;
/** Maximum number of own heartbeats whose times are stored. */
const maxBeats = 64;

type Peer = { heardAtMs: number; beat: number; echoedMs: number };

/** The heartbeats of gateways: which others exist, and whether they know this one. Compares no clocks. */
export class PeerTable {
  readonly #id: string;
  readonly #peers = new Map<string, Peer>();
  /** Times at which own heartbeats were sent, by number. */
  readonly #sentAtMs = new Map<number, number>();
  #beat = 0;
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

  /** Returns the next heartbeat to send: its number, and the number of the last one of each other gateway. */
  nextBeat(nowMs: number): { beat: number; heard: Record<string, number> } {
    this.#beat++;
    this.#firstMs = Math.min(this.#firstMs, nowMs);
    this.#sentAtMs.set(this.#beat, nowMs);
    this.#sentAtMs.delete(this.#beat - maxBeats);
    const heard = Object.fromEntries(this.listed(nowMs).map((id) => [id, this.#peers.get(id)!.beat]));
    return { beat: this.#beat, heard };
  }

  /** Records a received heartbeat, including own ones. */
  heard(
    { from, beat, heard }: { from: string; beat: number; heard: Readonly<Record<string, number>> },
    nowMs: number,
  ): void {
    if (from === this.#id) {
      this.#ownEchoMs = this.#sentAtMs.get(beat) ?? this.#ownEchoMs;
      return;
    }
    const echoedMs =
      this.#sentAtMs.get(heard[this.#id] ?? -1) ??
      this.#peers.get(from)?.echoedMs ??
      Number.NEGATIVE_INFINITY;
    this.#peers.set(from, { heardAtMs: nowMs, beat, echoedMs });
  }

  /** Returns the IDs of the other gateways. */
  listed(nowMs: number): string[] {
    return [...this.#peers.keys()].filter((id) => this.isListed(id, nowMs));
  }

  isListed(id: string, nowMs: number): boolean {
    const peer = this.#peers.get(id);
    if (!peer) return false;
    if (nowMs - peer.heardAtMs <= listedForMs) return true;
    this.#peers.delete(id);
    return false;
  }

  /** Removes a gateway that stopped. */
  remove(id: string): void {
    this.#peers.delete(id);
  }

  /**
   * Returns whether the list of gateways is current: a recent heartbeat of this gateway came back through NATS, so all
   * messages before it have arrived.
   */
  isCurrent(nowMs: number): boolean {
    return this.hasJoined && isYoung(this.#ownEchoMs, nowMs);
  }

  /**
   * Returns whether all other gateways announce writers to this one: the list is current, and each listed gateway has
   * acknowledged a recent heartbeat of this one.
   */
  isTrusted(nowMs: number): boolean {
    return (
      this.isCurrent(nowMs) && this.listed(nowMs).every((id) => isYoung(this.#peers.get(id)!.echoedMs, nowMs))
    );
  }
}

const isYoung = (sentMs: number, nowMs: number): boolean => nowMs - sentMs <= trustedForMs;
