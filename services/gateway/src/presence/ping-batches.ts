/**
 * Gathers pings. Everybody pings once a minute and asks nearly the same, so that a call for each would cost far more
 * than its answer: those of a moment go to the owner together, and one text answers all who know as much.
 *
 * A ping waits for company only when one was sent just before; alone it goes at once. A failure is everybody's in
 * the call. Pings may be told twice: the call is repeated at another replica.
 */
import { errors } from '@parley/core';
import type {
  PresencePing,
  UpdatePresencesRequest,
  UpdatePresencesResponse,
} from '@parley/proto/useradmin/v1/personal';
import { backgroundCall, type Call } from '@parley/rpc';

/** Milliseconds from one call to the next. */
const intervalMs = 10;
/** Pings in one call at most. */
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

  /** `timeoutMs`: how long an answer may take. */
  constructor(owner: Owner, timeoutMs: number) {
    this.#owner = owner;
    this.#timeoutMs = timeoutMs;
  }

  /** Tells of a person; JSON object text of the members of their answer. @throws ParleyError */
  ping(ping: PresencePing): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ping, resolve, reject });
      if (this.#timer === undefined || this.#waiting.length >= maxPings) this.#next();
    });
  }

  /** Sends what waits, then lets pings gather. */
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
      for (const [index, answer] of answerOfPing.entries()) batch[index]?.resolve(answers[answer]!);
      // Long answers fill a call before everybody has theirs.
      if (answerOfPing.length < batch.length) await this.#send(batch.slice(answerOfPing.length));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
