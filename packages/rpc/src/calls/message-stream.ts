import type { Duplex } from 'node:stream';

/** Both directions of a bidirectional stream: iterate over it to receive messages, and call `send` to send them. */
export class MessageStream<In, Out> implements AsyncIterable<In> {
  readonly #duplex: Duplex & { cancel?: () => void };
  #drained: Promise<void> | undefined;

  readonly #toError: ((error: unknown) => Error) | undefined;

  /** @param toError converts the error of a failed stream to the error that the iteration throws */
  constructor(duplex: Duplex, toError?: (error: unknown) => Error) {
    this.#duplex = duplex;
    this.#toError = toError;
  }

  /**
   * Sends a message. Returns false when the peer reads more slowly than this side sends (backpressure), or when the stream has
   * ended. The caller then awaits `drained` before the next message.
   */
  send(message: Out): boolean {
    return !this.#duplex.destroyed && this.#duplex.write(message);
  }

  /** Resolves when further messages may be sent, or when the stream has ended. */
  drained(): Promise<void> {
    if (this.#duplex.destroyed || !this.#duplex.writableNeedDrain) return Promise.resolve();
    this.#drained ??= new Promise((resolve) => {
      const done = () => {
        this.#drained = undefined;
        this.#duplex.off('drain', done).off('close', done).off('error', done);
        resolve();
      };
      this.#duplex.once('drain', done).once('close', done).once('error', done);
    });
    return this.#drained;
  }

  end(): void {
    this.#duplex.end();
  }

  /** Cancels the stream immediately. Only clients can do this. */
  cancel(): void {
    this.#duplex.cancel?.();
  }

  /** Yields the messages of the peer in order. Throws when the stream fails. */
  [Symbol.asyncIterator](): AsyncIterator<In> {
    const inner = this.#duplex[Symbol.asyncIterator]() as AsyncIterator<In>;
    const toError = this.#toError;
    if (!toError) return inner;
    return {
      next: () =>
        inner.next().catch((error: unknown) => {
          throw toError(error);
        }),
      return: async () => (await inner.return?.()) ?? { done: true, value: undefined },
    };
  }
}
