import type { Body, Params } from '@parley/test-kit';

/** A page of the web client: it keeps the session cookie and sends the CSRF token. */
export class SessionClient {
  readonly #gatewayUrl: () => string;
  #cookies = new Map<string, string>();

  /** `gatewayUrl` is called for each request, so that requests can be distributed over gateways. */
  constructor(gatewayUrl: string | (() => string)) {
    this.#gatewayUrl = typeof gatewayUrl === 'string' ? () => gatewayUrl : gatewayUrl;
  }

  /** The value of the session cookie; undefined when there is none. */
  get session(): string | undefined {
    return this.#cookies.get('parley_session');
  }

  /** Returns the status and body of any answer. */
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

  /** Returns the body of a success. @throws Error for any other answer */
  async ok(method: string, path: string, params: Params = {}): Promise<Body> {
    const { status, body } = await this.raw(method, path, params);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${body.code}: ${body.msg}`);
    return body;
  }
}
