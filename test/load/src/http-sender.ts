import type { Person } from '@parley/test-kit';
import { Pool } from 'undici';

export type Sent = { milliseconds: number; id: number };

/** Sends messages over keep-alive connections, one request at a time on each. */
export class HttpSender {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;

  constructor(url: string, person: Person, connections: number) {
    this.#pool = new Pool(url, { connections, pipelining: 1 });
    this.#headers = {
      authorization: `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
  }

  async send(channelId: number, topic: string, content: string): Promise<Sent> {
    const started = performance.now();
    const { statusCode, body } = await this.#pool.request({
      method: 'POST',
      path: '/api/v1/messages',
      headers: this.#headers,
      body: new URLSearchParams({ type: 'channel', to: String(channelId), topic, content }).toString(),
    });
    const answer = (await body.json()) as { id: number; msg: string };
    if (statusCode !== 200) throw new Error(`A send was answered ${statusCode}: ${answer.msg}`);
    return { milliseconds: performance.now() - started, id: answer.id };
  }

  /** Keeps `concurrency` sends in flight for `ms` milliseconds. */
  async sendFor(ms: number, concurrency: number, channelId: number): Promise<Sent[]> {
    const until = performance.now() + ms;
    const sent: Sent[] = [];
    const loop = async (index: number) => {
      while (performance.now() < until)
        sent.push(await this.send(channelId, `load ${index % 8}`, sampleContent));
    };
    await Promise.all(Array.from({ length: concurrency }, (_, index) => loop(index)));
    return sent;
  }

  /** Sends exactly `count` messages, `concurrency` of them at a time. */
  async sendCount(count: number, concurrency: number, channelId: number): Promise<Sent[]> {
    const sent: Sent[] = [];
    let next = 0;
    const loop = async () => {
      while (next++ < count) sent.push(await this.send(channelId, 'load', sampleContent));
    };
    await Promise.all(Array.from({ length: concurrency }, loop));
    return sent;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** A typical message: a sentence with some formatting. */
export const sampleContent =
  'The **build** is green again; see `services/relay` for the change. Thanks everyone who looked at it today!';
