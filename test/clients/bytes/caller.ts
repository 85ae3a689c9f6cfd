import assert from 'node:assert/strict';
import { type Answer, exchange } from './wire.ts';

const form = 'content-type: application/x-www-form-urlencoded; charset=utf-8';

/** An account that sends requests over a socket, as the mobile app encodes them. */
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

  /** Sends a request with these header lines and this body. `line` is method and address: `GET /api/v1/users/me`. */
  send(line: string, headers: readonly string[] = [], body = ''): Promise<Answer> {
    return exchange(this.url, { line, headers: [this.authorization, ...headers], body });
  }

  /** Sends a form; values are texts as they are encoded. */
  form(line: string, values: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send(line, [form], new URLSearchParams(values).toString());
  }

  /**
   * Returns the body of a successful answer to a form, or without values to a request without a body.
   * @throws AssertionError for another status
   */
  async done(line: string, values?: Readonly<Record<string, string>>): Promise<Answer['body']> {
    const answer = await (values === undefined ? this.send(line) : this.form(line, values));
    assert.equal(answer.status, 200, `${line}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.body;
  }
}
