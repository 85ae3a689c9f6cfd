import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '@parley/core';

/** A TCP proxy whose port stays the same while its destination changes, like the virtual IP address of a database cluster. */
export class Link implements AsyncDisposable {
  readonly port: number;
  readonly #close: () => void;
  readonly #sockets = new Set<Socket>();
  #target: number | undefined;
  #refused = 0;

  private constructor(port: number, target: number, close: () => void) {
    this.port = port;
    this.#target = target;
    this.#close = close;
  }

  static async to(target: number): Promise<Link> {
    const server = createServer((incoming) => link.#join(incoming));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const link = new Link(portOf(server), target, () => server.close());
    return link;
  }

  /** Changes the destination port and closes existing connections. Undefined means that new connections are closed at once. */
  lead(target: number | undefined): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Transfers nothing more on the existing connections, which stay open, as if the network were cut. */
  hold(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Resolves when the proxy has closed `count` further connections because it had no destination. */
  async refused(count: number): Promise<void> {
    const from = this.#refused;
    while (this.#refused < from + count) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.lead(undefined);
    this.#close();
  }

  #join(incoming: Socket): void {
    if (this.#target === undefined) {
      this.#refused++;
      incoming.destroy();
      return;
    }
    const outgoing = connect(this.#target, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
