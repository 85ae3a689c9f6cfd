import { connect, type Socket } from 'node:net';
import type { PollTarget } from './waiting-polls.ts';

/** Text that occurs only in message events. */
const messageMark = Buffer.from('"type":"message"');
const heartbeatMark = Buffer.from('"type":"heartbeat"');

/** A connection that reads an event stream. Uses a plain socket, which costs little CPU. */
class OpenStream {
  readonly #socket: Socket;
  #onMessage: (() => void) | undefined;
  #onHeartbeat: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes(messageMark)) this.#onMessage?.();
      if (chunk.includes(heartbeatMark)) this.#onHeartbeat?.();
    });
  }

  /** Sends the request. Resolves at the first heartbeat, when the stream has sent all events in the queue. */
  begin({ path, authorization }: PollTarget): Promise<void> {
    return new Promise((resolve) => {
      this.#onHeartbeat = () => resolve();
      this.#socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`,
      );
    });
  }

  /**
   * Resolves with the arrival time of the next message.
   * @throws Error when the stream ends first
   */
  next(): Promise<number> {
    return new Promise((resolve, reject) => {
      const onClose = () => reject(new Error('A stream was closed.'));
      this.#socket.once('close', onClose);
      this.#onMessage = () => {
        this.#socket.off('close', onClose);
        resolve(performance.now());
      };
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Many open event streams. */
export class OpenStreams {
  readonly #streams: OpenStream[];

  private constructor(streams: OpenStream[]) {
    this.#streams = streams;
  }

  /** Opens a stream for each target, a limited number at a time. Distributes the streams evenly over the ports. */
  static async open(ports: readonly number[], targets: readonly PollTarget[]): Promise<OpenStreams> {
    const streams: OpenStream[] = [];
    for (let start = 0; start < targets.length; start += 200) {
      const some = targets.slice(start, start + 200);
      const opening = some.map(async (target, at) => {
        const stream = new OpenStream(await connected(ports[at % ports.length]!));
        await stream.begin(target);
        return stream;
      });
      streams.push(...(await Promise.all(opening)));
    }
    return new OpenStreams(streams);
  }

  /** Resolves when every stream has received the next message. Returns the time of the last arrival. */
  async next(): Promise<number> {
    return Math.max(...(await Promise.all(this.#streams.map((stream) => stream.next()))));
  }

  close(): void {
    for (const stream of this.#streams) stream.close();
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}
