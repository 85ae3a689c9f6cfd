import type { Duplex } from 'node:stream';

/** Both directions of one bidirectional call. Iterate to receive, call `send` to send. */
export class MessageStream<In, Out> implements AsyncIterable<In> {
  readonly #duplex: Duplex & { cancel?: () => void };
  #drained: Promise<void> | undefined;

  readonly #toError: ((error: unknown) => Error) | undefined;

  /** @param toError converts a failure of the call to the error that the iteration throws */
  constructor(duplex: Duplex, toError?: (error: unknown) => Error) {
    this.#duplex = duplex;
    this.#toError = toError;
  }

  /**
   * Sends a message. Returns false when the peer is slower than this side. The caller then awaits `drained` before the
   * next message.
   */
  send(message: Out): boolean {
    return !this.#duplex.destroyed && this.#duplex.write(message);
  }

  /** Resolves when more may be sent, or when the stream has ended. */
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

  /** Ends this side's messages. */
  end(): void {
    this.#duplex.end();
  }

  /** Cancels the call immediately. Only for clients. */
  cancel(): void {
    this.#duplex.cancel?.();
  }

  /** Yields the messages of the peer in order. Throws the error of the call when it fails. */
  [Symbol.asyncIterator](): AsyncIterator<In> {
    const inner = this.#duplex[Symbol.asyncIterator]() as AsyncIterator<In>;
    const toError = this.#toError;
    if (!toError) return inner;
    return {
      next: () =>
        inner.next().catch((error: unknown) => {
          throw toError(error);
        }),
      return: () => inner.return!(),
    };
  }
}
