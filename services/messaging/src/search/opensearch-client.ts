import { errors } from '@parley/core';

/** Where OpenSearch is, and how its indexes are made. */
export type OpenSearchConfig = {
  /** URL, perhaps with a name and a password. */
  url: string;
  /** Name by which messages are searched for. The names of indexes begin with it. */
  alias: string;
  shards: number;
  replicas: number;
};

/** How long one request may take, in milliseconds. */
const timeoutMs = 30_000;

/** An answer that says what is wrong with a request. */
export class OpenSearchError extends Error {
  override name = 'OpenSearchError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The API of OpenSearch, as far as the index needs it: JSON over HTTP. */
export class OpenSearchClient {
  readonly #base: string;
  readonly #authorization: string | undefined;

  constructor(url: string) {
    const { username, password, origin, pathname } = new URL(url);
    this.#base = origin + pathname.replace(/\/+$/, '');
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#authorization =
      username === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  }

  /**
   * Sends a request and returns the answer.
   * @param body an object, or lines for the bulk API
   * @throws UNAVAILABLE when OpenSearch does not answer, OpenSearchError when it refuses the request
   */
  async send<Answer>(method: string, path: string, body?: object | string): Promise<Answer> {
    let response: Response;
    try {
      response = await fetch(this.#base + path, {
        method,
        headers: {
          ...(body !== undefined && {
            'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
          }),
          ...(this.#authorization !== undefined && { authorization: this.#authorization }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw Object.assign(errors.unavailable(), { cause: error });
    }
    const text = await response.text();
    if (response.ok) return (text === '' ? {} : JSON.parse(text)) as Answer;
    if (response.status === 429 || response.status >= 500)
      throw Object.assign(errors.unavailable(), { cause: new OpenSearchError(response.status, text) });
    throw new OpenSearchError(response.status, text.slice(0, 1_000));
  }

  /** Sends a request to something that need not exist. Returns undefined if it does not. */
  async find<Answer>(method: string, path: string, body?: object): Promise<Answer | undefined> {
    try {
      return await this.send<Answer>(method, path, body);
    } catch (error) {
      if (error instanceof OpenSearchError && error.status === 404) return undefined;
      throw error;
    }
  }
}
