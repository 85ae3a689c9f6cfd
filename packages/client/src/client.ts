import type { Unsubscribe } from './observable/batch.ts';
import { type AnswerOf, type OperationName, operations, type ParamsOf } from './operations.ts';
import { type Auth, Credentials } from './transport/auth.ts';
import { fillPath, formOf, type ParameterValues } from './transport/encode.ts';
import { ApiError } from './transport/errors.ts';
import { apiErrorOf, type FetchFunction, Http } from './transport/http.ts';
import { isRetryable } from './transport/retryable.ts';

export type ClientOptions = {
  /** Address of the server, such as `https://chat.example.com`. Pages of the server itself pass `location.origin`. */
  readonly url: string;
  readonly auth: Auth;
  /** Name of the calling program. Messages that it sends show the name. */
  readonly name?: string;
  /** Time limit of a call in milliseconds, including retries. Default 30,000. */
  readonly timeoutMs?: number;
  /** Maximum number of attempts of a call that can safely be repeated. Default 4. */
  readonly attempts?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: FetchFunction;
};

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the call in milliseconds, including retries. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of attempts, including the first. 1 disables retries. */
  readonly attempts?: number | undefined;
};

const apiPrefix = '/api/v1';

type Arguments<O extends OperationName> =
  Record<never, never> extends ParamsOf<O>
    ? [params?: ParamsOf<O>, options?: CallOptions]
    : [params: ParamsOf<O>, options?: CallOptions];

/** Calls the operations of the server on behalf of one account. */
export class Client {
  readonly http: Http;
  readonly auth: Auth;
  readonly #credentials: Credentials;
  readonly #name: string | undefined;
  readonly #timeoutMs: number;
  readonly #attempts: number;
  readonly #refusalListeners = new Set<() => void>();

  constructor({ url, auth, name, timeoutMs = 30_000, attempts = 4, fetch }: ClientOptions) {
    this.auth = auth;
    this.#credentials = new Credentials(auth);
    this.http = new Http(url, this.#credentials, fetch ?? ((input, init) => globalThis.fetch(input, init)));
    this.#name = name;
    this.#timeoutMs = timeoutMs;
    this.#attempts = attempts;
  }

  /** Address of the server, without a trailing slash. */
  get url(): string {
    return this.http.url;
  }

  /**
   * Calls an operation by its name in the documentation of the API. After a failure of the network or the server it
   * retries, when the call can safely be repeated or the server did not process it.
   * @throws ApiError when the server refuses, ConnectionError or DeadlineError without an answer
   */
  async call<O extends OperationName>(
    operation: O,
    ...[params, options]: Arguments<O>
  ): Promise<AnswerOf<O>> {
    const values: ParameterValues = (params as ParameterValues | undefined) ?? {};
    const { method, path: template, json: quoted } = operations[operation];
    const { path, rest } = fillPath(apiPrefix + template, values);
    const form = formOf({ ...rest, ...(this.#name !== undefined && { client: this.#name }) }, quoted);
    const isRead = method === 'GET';
    const query = isRead && form.size > 0 ? `?${form}` : '';
    try {
      const answer = await this.http.json({
        operation,
        method,
        path: path + query,
        ...(!isRead && { body: form }),
        signal: options?.signal,
        timeoutMs: options?.timeoutMs ?? this.#timeoutMs,
        attempts: isRetryable(operation, method, values) ? (options?.attempts ?? this.#attempts) : 1,
      });
      return answer as unknown as AnswerOf<O>;
    } catch (error) {
      if (error instanceof ApiError && error.isUnauthorized) this.#refused();
      throw error;
    }
  }

  /** Calls the listener after each call that the server refuses because of the credentials. */
  onUnauthorized(listener: () => void): Unsubscribe {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }

  #refused(): void {
    for (const listener of this.#refusalListeners) listener();
  }

  /**
   * Opens the stream of a queue's events with larger IDs than `lastEventId`. The caller reads the response as
   * server-sent events.
   * @throws ApiError when the server refuses, ConnectionError or DeadlineError without an answer
   */
  async openEventStream(queueId: string, lastEventId: number, options: CallOptions): Promise<Response> {
    const operation = 'stream-events';
    const name = this.#name !== undefined && { client: this.#name };
    const form = formOf({ queue_id: queueId, last_event_id: lastEventId, ...name });
    const { signal, timeoutMs = this.#timeoutMs } = options;
    const path = `${apiPrefix}/events/stream?${form}`;
    const response = await this.http.stream({
      operation,
      method: 'GET',
      path,
      signal,
      timeoutMs,
      attempts: 1,
    });
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.startsWith('text/event-stream')) return response;
    throw apiErrorOf(operation, response, await response.json().catch(() => undefined));
  }

  /** Signs the browser in with a password. From then on this client acts for that account. Requires `auth: session`. */
  async signIn(email: string, password: string, options?: CallOptions): Promise<{ userId: number }> {
    const answer = await this.call('sign-in', { username: email, password }, options);
    this.#credentials.setCsrfToken(answer.csrf_token);
    return { userId: answer.user_id };
  }

  /** Creates the account of an invitation and signs the browser in. Requires `auth: session`. */
  async join(
    params: { token: string; fullName: string; password: string; timezone?: string },
    options?: CallOptions,
  ): Promise<{ userId: number }> {
    const { fullName, ...rest } = params;
    const answer = await this.call('join', { ...rest, full_name: fullName }, options);
    this.#credentials.setCsrfToken(answer.csrf_token);
    return { userId: answer.user_id };
  }

  /**
   * Creates the organization of an empty server with its first owner, and signs the browser in. Requires `auth:
   * session`.
   */
  async setUp(params: ParamsOf<'set-up'>, options?: CallOptions): Promise<{ userId: number }> {
    const answer = await this.call('set-up', params, options);
    this.#credentials.setCsrfToken(answer.csrf_token);
    return { userId: answer.user_id };
  }

  /**
   * Signs the browser out. Returns the address at which the browser also ends its session at the identity provider that
   * signed it in; undefined without one.
   */
  async signOut(options?: CallOptions): Promise<{ providerLogoutUrl: string | undefined }> {
    const { provider_logout_url: providerLogoutUrl } = await this.call('sign-out', {}, options);
    this.#credentials.setCsrfToken(undefined);
    return { providerLogoutUrl };
  }
}

/** Returns a client of the account with a password, for programs. The client keeps the API key, not the password. */
export async function clientWithPassword(
  options: Omit<ClientOptions, 'auth'> & { readonly email: string; readonly password: string },
): Promise<Client> {
  const { email: username, password, ...rest } = options;
  const anonymous = new Client({ ...rest, auth: { kind: 'none' } });
  const { api_key: apiKey, email } = await anonymous.call('fetch-api-key', { username, password });
  return new Client({ ...rest, auth: { kind: 'key', email, apiKey } });
}
