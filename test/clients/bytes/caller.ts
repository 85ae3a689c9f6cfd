import assert from 'node:assert/strict';
import { type Answer, exchange } from './wire.ts';

const form = 'content-type: application/x-www-form-urlencoded; charset=utf-8';

/** An account that sends requests over a raw socket, with the encoding of the mobile app. */
export class Caller {
  readonly url: string;
  readonly email: string;
  readonly apiKey: string;
  readonly userId: number;

  constructor(url: string, account: { email: string; apiKey: string; userId: number }) {
    this.url = url;
    this.email = account.email;
    this.apiKey = account.apiKey;
    this.userId = account.userId;
  }

  get authorization(): string {
    return `authorization: Basic ${Buffer.from(`${this.email}:${this.apiKey}`).toString('base64')}`;
  }

  /**
   * Sends a request with the given header lines and body. `line` contains method and address, such as `GET /api/v1/users/me`.
   */
  send(line: string, headers: readonly string[] = [], body = ''): Promise<Answer> {
    return exchange(this.url, { line, headers: [this.authorization, ...headers], body });
  }

  /** Sends a form. `values` contains the values as text, before form encoding. */
  form(line: string, values: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send(line, [form], new URLSearchParams(values).toString());
  }

  /**
   * Sends a form, or without `values` a request without a body, and returns the answer's body.
   * @throws AssertionError if the status is not 200
   */
  async done(line: string, values?: Readonly<Record<string, string>>): Promise<Answer['body']> {
    const answer = await (values === undefined ? this.send(line) : this.form(line, values));
    assert.equal(answer.status, 200, `${line}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.body;
  }
}
