/**
 * Batches presence pings. Every client pings once a minute with nearly the same request, and the overhead of one call per ping
 * would be much larger than the work for its answer. Pings that arrive within one interval go to user-admin in one call, and
 * pings with equal answers share one text. The first ping after a pause is sent immediately. Pings are idempotent, so the RPC
 * client may retry a call at another replica. When a call finally fails, all of its pings fail.
 */
import { errors, itemAt } from '@parley/core';
import type {
  PresencePing,
  UpdatePresencesRequest,
  UpdatePresencesResponse,
} from '@parley/proto/useradmin/v1/personal';
import { backgroundCall, type Call } from '@parley/rpc';

/** Minimum interval between two calls, in milliseconds. */
const intervalMs = 10;
/** Maximum number of pings in one call. */
const maxPings = 500;

type Waiting = {
  ping: PresencePing;
  resolve: (answer: Uint8Array) => void;
  reject: (error: unknown) => void;
};

type Owner = {
  updatePresences(request: UpdatePresencesRequest, call: Call): Promise<UpdatePresencesResponse>;
};

export class PingBatches {
  readonly #owner: Owner;
  readonly #timeoutMs: number;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param timeoutMs deadline of each call, in milliseconds from its start */
  constructor(owner: Owner, timeoutMs: number) {
    this.#owner = owner;
    this.#timeoutMs = timeoutMs;
  }

  /** Reports a user's presence. @returns a JSON object with the members of the answer, in UTF-8 @throws ParleyError */
  ping(ping: PresencePing): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ping, resolve, reject });
      if (this.#timer === undefined || this.#waiting.length >= maxPings) this.#next();
    });
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => this.#next(), intervalMs);
    const batch = this.#waiting.splice(0, maxPings);
    void this.#send(batch);
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const { answers, answerOfPing } = await this.#owner.updatePresences(
        { pings: batch.map(({ ping }) => ping) },
        backgroundCall({ timeoutMs: this.#timeoutMs }),
      );
      if (answerOfPing.length === 0) throw errors.internal('Presence was not answered.');
      for (const [index, answer] of answerOfPing.entries()) batch[index]?.resolve(itemAt(answers, answer));
      // The service limits the size of its answer, so it may answer only the first pings. The others are sent again.
      if (answerOfPing.length < batch.length) await this.#send(batch.slice(answerOfPing.length));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
