/** An error answer of the API. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${body.code}: ${body.msg}`);
    this.status = status;
    this.body = body;
  }

  get code(): unknown {
    return this.body.code;
  }
}

export type Params = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: bodies are checked by what tests expect of them
export type Body = Record<string, any>;
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type Credentials = { email: string; apiKey: string };

/**
 * Calls the HTTP API as clients do: with Basic authentication, parameters in the query or the form, and arrays and objects as
 * JSON. Uses none of the server's code.
 */
export class ApiClient {
  readonly #baseUrl: () => string;
  readonly #authorization: string | undefined;

  /**
   * @param baseUrl base URL, or a function that returns one for each request, for example to distribute requests over gateways
   */
  constructor(baseUrl: string | (() => string), credentials?: Credentials) {
    this.#baseUrl = typeof baseUrl === 'string' ? () => baseUrl : baseUrl;
    this.#authorization =
      credentials && `Basic ${Buffer.from(`${credentials.email}:${credentials.apiKey}`).toString('base64')}`;
  }

  get = (path: string, params?: Params, signal?: AbortSignal) => this.ok('GET', path, params, signal);
  post = (path: string, params?: Params, signal?: AbortSignal) => this.ok('POST', path, params, signal);
  patch = (path: string, params?: Params, signal?: AbortSignal) => this.ok('PATCH', path, params, signal);
  put = (path: string, params?: Params, signal?: AbortSignal) => this.ok('PUT', path, params, signal);
  delete = (path: string, params?: Params, signal?: AbortSignal) => this.ok('DELETE', path, params, signal);

  /**
   * Sends a request and returns the body of a successful answer.
   * @throws ApiError for any other answer
   */
  async ok(method: Method, path: string, params: Params = {}, signal?: AbortSignal): Promise<Body> {
    const { status, body } = await this.raw(method, path, params, signal);
    if (status !== 200 || body.result !== 'success') throw new ApiError(status, body);
    return body;
  }

  /** Sends a request and returns the status and the JSON body of its answer, even for an error. */
  async raw(
    method: Method,
    path: string,
    params: Params = {},
    signal?: AbortSignal,
  ): Promise<{ status: number; body: Body }> {
    const response = await this.#fetch(method, path, params, signal);
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) as Body };
    } catch {
      throw new Error(`${method} ${path} answered ${response.status} with no JSON: ${text.slice(0, 200)}`);
    }
  }

  /**
   * Sends a GET request and returns the response without reading its body.
   * @throws ApiError if the status is not 200
   */
  async open(path: string, params: Params, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch('GET', path, params, signal);
    if (response.status !== 200) throw new ApiError(response.status, (await response.json()) as Body);
    return response;
  }

  #fetch(method: Method, path: string, params: Params, signal: AbortSignal | undefined): Promise<Response> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const url = `${this.#baseUrl()}/api/v1${path}`;
    const inQuery = method === 'GET';
    return fetch(inQuery && form.size > 0 ? `${url}?${form}` : url, {
      method,
      headers: this.#authorization ? { authorization: this.#authorization } : {},
      ...(!inQuery && { body: form }),
      ...(signal && { signal }),
    });
  }
}
