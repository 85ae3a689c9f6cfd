import type { StreamSink } from './stream-sink.ts';

/** Longest time to wait for a gateway that does not read. */
const endMs = 2_000;

/** Connected gateways. Each gets `hello` once this replica has caught up, and `leaving` when the replica shuts down. */
export class Gateways {
  readonly #sinks = new Set<StreamSink>();
  #isOpen = false;

  get size(): number {
    return this.#sinks.size;
  }

  /** Adds a gateway. Returns a function to call when its stream has ended. */
  add(sink: StreamSink): () => void {
    this.#sinks.add(sink);
    if (this.#isOpen) sink.hello();
    return () => this.#sinks.delete(sink);
  }

  /** Sends `hello` to every gateway, now and later: polls may be sent here. */
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
