import { connect, type Socket } from 'node:net';

export type PollTarget = { path: string; authorization?: string };

/** A keep-alive connection that sends a poll and waits for the answer. Uses a plain socket, which costs little CPU. */
class HeldRequest {
  readonly #socket: Socket;
  #text: string;
  #received: Buffer[] = [];
  #answered: ((body: Buffer) => void) | undefined;
  /** Status line and headers of the last answer. */
  head = '';

  constructor(socket: Socket, text: string) {
    this.#socket = socket;
    this.#text = text;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  /** Sends the next poll. `target` replaces the connection's target if given. */
  ask(target?: PollTarget): Promise<Buffer> {
    if (target) this.#text = textOf(target);
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#socket.once('close', () => reject(new Error('A held connection was closed.')));
      this.#socket.write(this.#text);
    });
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const headerEnd = all.indexOf('\r\n\r\n');
    if (headerEnd < 0) return;
    const header = all.toString('latin1', 0, headerEnd);
    const length = Number(/content-length: (\d+)/i.exec(header)?.[1]);
    if (Number.isNaN(length)) throw new Error(`An answer without length: ${header.slice(0, 200)}`);
    if (all.length < headerEnd + 4 + length) return;
    if (!header.startsWith('HTTP/1.1 200'))
      throw new Error(`A held request was answered ${all.toString().slice(0, 300)}`);
    this.#received = [];
    this.head = header;
    this.#socket.removeAllListeners('close');
    this.#answered?.(all.subarray(headerEnd + 4, headerEnd + 4 + length));
  }
}

/** Many pending polls. */
export class WaitingPolls {
  readonly #requests: HeldRequest[];

  private constructor(requests: HeldRequest[]) {
    this.#requests = requests;
  }

  /** Opens a connection for each target, a limited number at a time. Distributes the connections evenly over the ports. */
  static async open(ports: readonly number[], targets: readonly PollTarget[]): Promise<WaitingPolls> {
    const requests: HeldRequest[] = [];
    for (let start = 0; start < targets.length; start += 200) {
      const some = targets.slice(start, start + 200);
      requests.push(
        ...(await Promise.all(some.map((target, at) => openRequest(ports[at % ports.length]!, target)))),
      );
    }
    return new WaitingPolls(requests);
  }

  /** Sends a poll on every connection, with new targets if given. Resolves with all answers. */
  ask(targets?: readonly PollTarget[]): Promise<Buffer[]> {
    return Promise.all(this.#requests.map((request, at) => request.ask(targets?.[at])));
  }

  /** Returns the headers of the first connection's last answer, without those that `node:http` adds automatically. */
  answeredHeaders(): Record<string, string> {
    const lines = this.#requests[0]!.head.split('\r\n').slice(1);
    const fields = lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]);
    return Object.fromEntries(
      fields.filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name!)),
    );
  }

  close(): void {
    for (const request of this.#requests) request.close();
  }
}

function textOf({ path, authorization }: PollTarget): string {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: keep-alive'];
  if (authorization) lines.push(`Authorization: ${authorization}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function openRequest(port: number, target: PollTarget): Promise<HeldRequest> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(new HeldRequest(socket, textOf(target))));
  });
}
