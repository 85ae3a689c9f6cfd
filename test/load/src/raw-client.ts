import { connect, type Socket } from 'node:net';

/**
 * Times and status of a request, as the client observed them. Times are in milliseconds of the client's clock. `status` is
 * undefined if the connection broke.
 */
export type Exchange = {
  /** Time at which the request was due. */
  dueAt: number;
  /** Time at which the request was written to the socket. */
  wroteAt: number;
  answeredAt: number;
  status: number | undefined;
};

/**
 * A keep-alive connection that carries one request at a time. Uses no HTTP library, so that clients take little CPU from the
 * tested server. Can only read answers with a `content-length` header.
 */
export class RawClient {
  readonly #socket: Socket;
  #current: { exchange: Exchange; done: () => void } | undefined;
  #text = '';
  isOpen = true;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#read(text));
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => {
      this.isOpen = false;
      this.#answered(undefined);
    });
  }

  /** Sends a request. Resolves when the answer arrives or the connection ends. */
  send(request: Uint8Array, dueAt = performance.now()): Promise<Exchange> {
    return new Promise((resolve) => {
      const exchange: Exchange = { dueAt, wroteAt: performance.now(), answeredAt: 0, status: undefined };
      this.#current = { exchange, done: () => resolve(exchange) };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#text += text;
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#text.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (this.#text.length < end + 4 + length) return;
    this.#text = '';
    if (/\r\nconnection: close/i.test(head)) {
      this.isOpen = false;
      this.#socket.end();
    }
    this.#answered(Number(head.slice(9, 12)));
  }

  #answered(status: number | undefined): void {
    const current = this.#current;
    if (!current) return;
    this.#current = undefined;
    current.exchange.answeredAt = performance.now();
    current.exchange.status = status;
    current.done();
  }
}
