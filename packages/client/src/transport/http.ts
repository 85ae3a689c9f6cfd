import type { Credentials } from './auth.ts';
import { backoffMs, sleep } from './backoff.ts';
import { ApiError, ConnectionError, DeadlineError, isTransient } from './errors.ts';

export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

export type HttpRequest = {
  /** Name of the operation, used in error messages. */
  readonly operation: string;
  readonly method: string;
  /** Path from the server's root, with the query. */
  readonly path: string;
  readonly body?: RequestInit['body'] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Time limit of all attempts together, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Maximum number of attempts, including the first. Use 1 for calls that cannot safely be repeated. A request that a rate limit
   * refuses is retried in any case.
   */
  readonly attempts: number;
};

const retryBackoff = { firstMs: 250, maxMs: 8_000 };

/** Sends requests: adds credentials, enforces the deadline, retries, and returns typed errors. */
export class Http {
  readonly url: string;
  readonly #credentials: Credentials;
  readonly #fetch: FetchFunction;

  constructor(url: string, credentials: Credentials, fetch: FetchFunction) {
    this.url = url.replace(/\/+$/, '');
    this.#credentials = credentials;
    this.#fetch = fetch;
  }

  /**
   * Sends a request and returns the JSON body of a successful answer.
   * @throws ApiError when the server refuses the request
   * @throws ConnectionError when no valid answer arrives; DeadlineError when none arrives in time
   * @throws the signal's reason when the caller aborts
   */
  async json(request: HttpRequest): Promise<Record<string, unknown>> {
    const deadline = Date.now() + request.timeoutMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(request, deadline);
      } catch (error) {
        const waitMs = retryDelayMs(error, attempt, request.attempts);
        if (waitMs === undefined || Date.now() + waitMs >= deadline) throw error;
        await sleep(waitMs, request.signal);
      }
    }
  }

  /**
   * Makes a single attempt and returns the response, whatever its status is.
   * @throws ConnectionError when no answer arrives; DeadlineError when none arrives in time
   * @throws the signal's reason when the caller aborts
   */
  async send(request: HttpRequest, deadline = Date.now() + request.timeoutMs): Promise<Response> {
    const { operation, method, signal } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const timeout =
      deadline === Infinity ? undefined : AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    const signals = [signal, timeout].filter((each) => each !== undefined);
    try {
      return await this.#fetch(this.url + request.path, {
        method,
        headers: { ...this.#credentials.headers(isRead), ...request.headers },
        ...(request.body !== undefined && { body: request.body }),
        credentials: this.#credentials.auth.kind === 'session' ? 'same-origin' : 'omit',
        signal: AbortSignal.any(signals),
      });
    } catch (error) {
      throw failureOf(operation, error, signal, timeout);
    }
  }

  /**
   * Makes a single attempt and returns the response as soon as its headers arrive. `timeoutMs` limits only the wait for the
   * headers; the body may take any time.
   * @throws ConnectionError when no answer arrives; DeadlineError when none arrives in time
   * @throws the signal's reason when the caller aborts
   */
  async stream(request: HttpRequest): Promise<Response> {
    const late = new AbortController();
    const deadline = new DeadlineError(request.operation, `${request.operation} was not answered in time`);
    const timer = setTimeout(() => late.abort(deadline), request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal;
    try {
      return await this.send({ ...request, signal }, Infinity);
    } finally {
      clearTimeout(timer);
    }
  }

  async #once(request: HttpRequest, deadline: number): Promise<Record<string, unknown>> {
    const response = await this.send(request, deadline);
    let body: unknown;
    try {
      body = await response.json();
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      const message = `${request.operation} was answered with ${response.status} and no JSON`;
      throw new ConnectionError(request.operation, message, { cause: error });
    }
    if (response.ok && isObject(body) && body.result === 'success') return body;
    throw apiErrorOf(request.operation, response, body);
  }
}

function failureOf(
  operation: string,
  error: unknown,
  signal: AbortSignal | undefined,
  timeout: AbortSignal | undefined,
): unknown {
  if (signal?.aborted) return signal.reason;
  if (timeout?.aborted) return new DeadlineError(operation, `${operation} was not answered in time`);
  return new ConnectionError(operation, `${operation} did not reach the server`, { cause: error });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export function apiErrorOf(operation: string, response: Response, body: unknown): ApiError | ConnectionError {
  const fields = isObject(body) ? body : {};
  const { code, msg, 'retry-after': exact } = fields;
  if (typeof code !== 'string' || typeof msg !== 'string') {
    const text = `${operation} was answered with ${response.status}`;
    // Errors without a body of the API come from HEAD requests, or from a proxy between client and server.
    const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 429;
    if (!isRefusal) return new ConnectionError(operation, text);
    return new ApiError(operation, response.status, { code: `HTTP_${response.status}`, msg: text });
  }

  const whole = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = typeof exact === 'number' ? exact : whole;
  const requestId = response.headers.get('x-request-id');
  const errorBody = { ...fields, code, msg };
  return new ApiError(operation, response.status, errorBody, {
    ...(requestId !== null && { requestId }),
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
  });
}

/** Returns the delay in milliseconds before the next attempt; undefined if the request must not be retried. */
function retryDelayMs(error: unknown, attempt: number, attempts: number): number | undefined {
  // The rate limit applies before a request is processed, so a request with status 429 has changed nothing.
  const isUnprocessed = error instanceof ApiError && error.status === 429;
  if (!isTransient(error) || error instanceof DeadlineError) return undefined;
  if (!isUnprocessed && attempt + 1 >= attempts) return undefined;
  const waitMs = backoffMs(attempt, retryBackoff);
  if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) return waitMs;
  return error.retryAfterSeconds * 1000 + waitMs * 0.2;
}
