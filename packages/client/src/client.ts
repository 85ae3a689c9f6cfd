import type { UserId } from './ids.ts';
import type { Unsubscribe } from './observable/batch.ts';
import { type AnswerOf, type OperationName, operations, type ParamsOf } from './operations.ts';
import { type Auth, Credentials } from './transport/auth.ts';
import { fillPath, formOf, type ParameterValues } from './transport/encode.ts';
import { ApiError } from './transport/errors.ts';
import { apiErrorOf, type FetchFunction, Http } from './transport/http.ts';
import { isRetryable } from './transport/retryable.ts';

export type ClientOptions = {
  /** Address of the server, such as `https://chat.example.com`. Pages that the server itself serves pass `location.origin`. */
  readonly url: string;
  readonly auth: Auth;
  /** Name of the calling program. The server records the name with the messages that the program sends. */
  readonly name?: string;
  /** Time limit of a call in milliseconds, including retries. Default 30,000. */
  readonly timeoutMs?: number;
  /** Maximum number of attempts of a call that can safely be repeated. Default 4. */
  readonly attempts?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: FetchFunction;
};

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the call in milliseconds, including retries. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of attempts, including the first. 1 disables retries, except of calls that a rate limit refused. */
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
   * Calls an operation by its name in the documentation of the API. Retries after a failure of the network or the server if the
   * call can safely be repeated, and in any case after a rate limit refused it.
   * @throws ApiError when the server refuses the call
   * @throws ConnectionError when no valid answer arrives; DeadlineError when none arrives in time
   * @throws the signal's reason when the caller aborts
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

  /** Calls the listener after each call that the server refuses with status 401. The credentials may be invalid. */
  onUnauthorized(listener: () => void): Unsubscribe {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }

  #refused(): void {
    for (const listener of this.#refusalListeners) listener();
  }

  /**
   * Opens the event stream of a queue. The stream contains the events with IDs above `lastEventId`. The caller reads the
   * response as server-sent events.
   * @throws ApiError when the server refuses the call
   * @throws ConnectionError when no valid answer arrives; DeadlineError when none arrives in time
   * @throws the signal's reason when the caller aborts
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

  /**
   * Signs in with a password. The server sets the browser's session cookie, and this client then acts for the account. Requires
   * `auth: { kind: 'session' }`.
   */
  async signIn(email: string, password: string, options?: CallOptions): Promise<{ userId: UserId }> {
    const answer = await this.call('sign-in', { username: email, password }, options);
    this.#credentials.setCsrfToken(answer.csrf_token);
    return { userId: answer.user_id };
  }

  /** Creates an account from an invitation and signs the browser in. Requires `auth: { kind: 'session' }`. */
  async join(
    params: { token: string; fullName: string; password: string; timezone?: string },
    options?: CallOptions,
  ): Promise<{ userId: UserId }> {
    const { fullName, ...rest } = params;
    const answer = await this.call('join', { ...rest, full_name: fullName }, options);
    this.#credentials.setCsrfToken(answer.csrf_token);
    return { userId: answer.user_id };
  }

  /**
   * Creates the organization of an empty server and its first owner, and signs the browser in as the owner. Requires `auth: {
   * kind: 'session' }`.
   */
  async setUp(params: ParamsOf<'set-up'>, options?: CallOptions): Promise<{ userId: UserId }> {
    const answer = await this.call('set-up', params, options);
    this.#credentials.setCsrfToken(answer.csrf_token);
    return { userId: answer.user_id };
  }

  /**
   * Signs the browser out. If an identity provider signed the person in, returns the address at which the browser can end its
   * session there too; undefined otherwise.
   */
  async signOut(options?: CallOptions): Promise<{ providerLogoutUrl: string | undefined }> {
    const { provider_logout_url: providerLogoutUrl } = await this.call('sign-out', {}, options);
    this.#credentials.setCsrfToken(undefined);
    return { providerLogoutUrl };
  }
}

/**
 * Fetches the API key of an account with its password and returns a client that uses the key. The client does not keep the
 * password. Meant for programs outside of browsers.
 */
export async function clientWithPassword(
  options: Omit<ClientOptions, 'auth'> & { readonly email: string; readonly password: string },
): Promise<Client> {
  const { email: username, password, ...rest } = options;
  const anonymous = new Client({ ...rest, auth: { kind: 'none' } });
  const { api_key: apiKey, email } = await anonymous.call('fetch-api-key', { username, password });
  return new Client({ ...rest, auth: { kind: 'key', email, apiKey } });
}
