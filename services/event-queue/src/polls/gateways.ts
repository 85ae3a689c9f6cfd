import type { StreamSink } from './stream-sink.ts';

/** Maximum time to wait for a gateway that does not read, milliseconds. */
const endMs = 2_000;

/**
 * The connected gateways. Each receives `hello` when this replica has caught up, and `leaving` when the replica shuts
 * down.
 */
export class Gateways {
  readonly #sinks = new Set<StreamSink>();
  #isOpen = false;

  get size(): number {
    return this.#sinks.size;
  }

  /** Adds a gateway. Returns a function, which the caller calls when the stream of the gateway has ended. */
  add(sink: StreamSink): () => void {
    this.#sinks.add(sink);
    if (this.#isOpen) sink.hello();
    return () => this.#sinks.delete(sink);
  }

  /** Sends `hello` to every gateway that is connected or connects later. Gateways may send polls from then on. */
  open(): void {
    this.#isOpen = true;
    for (const sink of this.#sinks) sink.hello();
  }

  /** Sends `leaving` to every gateway and ends its stream. */
  async leave(): Promise<void> {
    this.#isOpen = false;
    for (const sink of this.#sinks) sink.leaving();
    const ended = Promise.all([...this.#sinks].map((sink) => sink.end()));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, endMs).unref())]);
  }
}
