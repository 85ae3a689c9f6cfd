import type { StreamSink } from './stream-sink.ts';

/** A gateway that does not read is not waited for longer than this. */
const endMs = 2_000;

/** Gateways that are connected. They are greeted once this replica has caught up, and told when it leaves. */
export class Gateways {
  readonly #sinks = new Set<StreamSink>();
  #isOpen = false;

  get size(): number {
    return this.#sinks.size;
  }

  /** Returns what to call when the stream has ended. */
  add(sink: StreamSink): () => void {
    this.#sinks.add(sink);
    if (this.#isOpen) sink.hello();
    return () => this.#sinks.delete(sink);
  }

  /** Polls may come. */
  open(): void {
    this.#isOpen = true;
    for (const sink of this.#sinks) sink.hello();
  }

  /** Every gateway is told to ask elsewhere, and its stream ends. */
  async leave(): Promise<void> {
    this.#isOpen = false;
    for (const sink of this.#sinks) sink.leaving();
    const ended = Promise.all([...this.#sinks].map((sink) => sink.end()));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, endMs).unref())]);
  }
}
