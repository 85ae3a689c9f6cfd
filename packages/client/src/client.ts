import { type AnswerOf, type OperationName, operations, type ParamsOf } from './operations.ts';
import { type Auth, Credentials } from './transport/auth.ts';
import { fillPath, formOf, type ParameterValues } from './transport/encode.ts';
import { type FetchFunction, Http } from './transport/http.ts';
import { isRepeatable } from './transport/repeatable.ts';

export type ClientOptions = {
  /** Address of the server, `https://chat.example.com`. A page of the server's own passes `location.origin`. */
  readonly url: string;
  readonly auth: Auth;
  /** Name of the calling program; shown with messages that it sends. */
  readonly name?: string;
  /** Milliseconds that a call may take, retries included; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Attempts at most of a call that can be repeated without harm; 4 by default. */
  readonly attempts?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: FetchFunction;
};

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the call may take, retries included. */
  readonly timeoutMs?: number | undefined;
  /** Attempts at most, the first included; 1 turns retries off. */
  readonly attempts?: number | undefined;
};

const apiPrefix = '/api/v1';

type Arguments<O extends OperationName> =
  Record<never, never> extends ParamsOf<O>
    ? [params?: ParamsOf<O>, options?: CallOptions]
    : [params: ParamsOf<O>, options?: CallOptions];

/** Calls the server's operations on behalf of one account. */
export class Client {
  readonly http: Http;
  readonly auth: Auth;
  readonly #credentials: Credentials;
  readonly #name: string | undefined;
  readonly #timeoutMs: number;
  readonly #attempts: number;

  constructor({ url, auth, name, timeoutMs = 30_000, attempts = 4, fetch }: ClientOptions) {
    this.auth = auth;
    this.#credentials = new Credentials(auth);
    this.http = new Http(url, this.#credentials, fetch ?? ((input, init) => globalThis.fetch(input, init)));
    this.#name = name;
    this.#timeoutMs = timeoutMs;
    this.#attempts = attempts;
  }

  /** Address of the server, without an ending slash. */
  get url(): string {
    return this.http.url;
  }

  /**
   * Calls an operation by its name in the API's documentation. Calls that can be repeated without harm are retried
   * after failures of the network and of the server, others only where the server did not process them.
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
    const answer = await this.http.json({
      operation,
      method,
      path: path + query,
      ...(!isRead && { body: form }),
      signal: options?.signal,
      timeoutMs: options?.timeoutMs ?? this.#timeoutMs,
      attempts: isRepeatable(operation, method, values) ? (options?.attempts ?? this.#attempts) : 1,
    });
    return answer as unknown as AnswerOf<O>;
  }

  /** Signs the browser in with a password; this client then acts for that account. Only with `auth: session`. */
  async signIn(email: string, password: string, options?: CallOptions): Promise<{ userId: number }> {
    const answer = await this.call('sign-in', { username: email, password }, options);
    this.#credentials.setCsrfToken(answer.csrf_token);
    return { userId: answer.user_id };
  }

  /** Signs the browser out. */
  async signOut(options?: CallOptions): Promise<void> {
    await this.call('sign-out', {}, options);
    this.#credentials.setCsrfToken(undefined);
  }
}

/** Returns a client of the account with that password: for programs, which keep the API key and not the password. */
export async function clientWithPassword(
  options: Omit<ClientOptions, 'auth'> & { readonly email: string; readonly password: string },
): Promise<Client> {
  const { email: username, password, ...rest } = options;
  const anonymous = new Client({ ...rest, auth: { kind: 'none' } });
  const { api_key: apiKey, email } = await anonymous.call('fetch-api-key', { username, password });
  return new Client({ ...rest, auth: { kind: 'key', email, apiKey } });
}
