type Parameters = Record<string, string>;

export type ApiUser = { user_id: number; email: string; delivery_email?: string | null };

/** A person's calls to the public API. */
export class ApiClient {
  readonly #url: string;
  readonly #authorization: string;
  readonly #signal: AbortSignal;
  #users: ApiUser[] | undefined;

  constructor(url: string, email: string, apiKey: string, signal: AbortSignal) {
    this.#url = url;
    this.#authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
    this.#signal = signal;
  }

  get(path: string, parameters: Parameters = {}): Promise<unknown> {
    return this.#call(`${path}?${new URLSearchParams(parameters)}`, { method: 'GET' });
  }

  post(path: string, parameters: Parameters): Promise<unknown> {
    return this.#call(path, { method: 'POST', body: new URLSearchParams(parameters) });
  }

  /** Everybody; asked for once. */
  async users(): Promise<ApiUser[]> {
    this.#users ??= ((await this.get('/users')) as { members: ApiUser[] }).members;
    return this.#users;
  }

  /** IDs of the people with these addresses, in their order. */
  async userIds(emails: readonly string[]): Promise<number[]> {
    const users = await this.users();
    return emails.map((email) => {
      const user = users.find((each) => each.delivery_email === email || each.email === email);
      if (user === undefined) throw new Error(`There is no user ${email}.`);
      return user.user_id;
    });
  }

  async #call(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      ...init,
      headers: { authorization: this.#authorization },
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(30_000)]),
    });
    const answer = (await response.json()) as { result: string; msg: string };
    if (answer.result !== 'success') throw new Error(`${init.method} ${path} failed: ${answer.msg}`);
    return answer;
  }
}

/** The person's API key; undefined when the address or the password is not accepted. */
export async function fetchApiKey(url: string, email: string, password: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = (await response.json()) as { result: string; api_key?: string };
  return answer.result === 'success' ? answer.api_key : undefined;
}
