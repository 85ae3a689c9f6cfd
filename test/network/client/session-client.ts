import type { Body, Params } from '@parley/test-kit';

/** Simulates a page of the web client: stores the session cookie and sends the CSRF token. */
export class SessionClient {
  readonly #gatewayUrl: () => string;
  #cookies = new Map<string, string>();

  /**
   * @param gatewayUrl base URL, or a function that returns one for each request, for example to distribute requests over
   * gateways
   */
  constructor(gatewayUrl: string | (() => string)) {
    this.#gatewayUrl = typeof gatewayUrl === 'string' ? () => gatewayUrl : gatewayUrl;
  }

  /** Value of the session cookie; undefined without one. */
  get session(): string | undefined {
    return this.#cookies.get('parley_session');
  }

  /** Sends a request. Returns the status and the body of its answer, even for an error. */
  async raw(method: string, path: string, params: Params = {}): Promise<{ status: number; body: Body }> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const isRead = method === 'GET';
    const response = await fetch(
      `${this.#gatewayUrl()}/api/v1${path}${isRead && form.size > 0 ? `?${form}` : ''}`,
      {
        method,
        headers: {
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-csrftoken': this.#cookies.get('parley_csrf') ?? '',
        },
        ...(!isRead && { body: form }),
      },
    );
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=', 2);
      this.#cookies.set(name, value);
    }
    return { status: response.status, body: (await response.json()) as Body };
  }

  /**
   * Sends a request. Returns the body of a successful answer.
   * @throws Error for any other answer
   */
  async ok(method: string, path: string, params: Params = {}): Promise<Body> {
    const { status, body } = await this.raw(method, path, params);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${body.code}: ${body.msg}`);
    return body;
  }
}
