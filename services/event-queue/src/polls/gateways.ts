import type { StreamSink } from './stream-sink.ts';

/** Maximum time to wait for a gateway that does not read, in milliseconds. */
const endMs = 2_000;

/** Each receives `hello` when this replica is ready, and `leaving` when it shuts down. */
export class Gateways {
  readonly #sinks = new Set<StreamSink>();
  #isOpen = false;

  get size(): number {
    return this.#sinks.size;
  }

  /** Adds a gateway. Returns a function that removes it, to be called when the gateway's stream has ended. */
  add(sink: StreamSink): () => void {
    this.#sinks.add(sink);
    if (this.#isOpen) sink.hello();
    return () => this.#sinks.delete(sink);
  }

  /** Sends `hello` to every connected gateway, and to each that connects later. A gateway may send polls after `hello`. */
  open(): void {
    this.#isOpen = true;
    for (const sink of this.#sinks) sink.hello();
  }

  /** Sends `leaving` to every gateway, and ends the streams. Resolves when they have ended, or after `endMs`. */
  async leave(): Promise<void> {
    this.#isOpen = false;
    for (const sink of this.#sinks) sink.leaving();
    const ended = Promise.all([...this.#sinks].map((sink) => sink.end()));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, endMs).unref())]);
  }
}
