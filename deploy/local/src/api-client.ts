import { SetupError } from '@parley/embedded';

/** Error for a call that the server could not answer. The call may succeed when it is retried. */
export class ServerFailure extends SetupError {}

type Parameters = Record<string, string>;

export type ApiUser = { user_id: number; email: string; delivery_email?: string | null };

/** A client of the public API that acts on behalf of one person. */
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

  /** An earlier run may already have made the change, so an error with `doneCode` counts as success. */
  async postOnce(path: string, parameters: Parameters, doneCode: string): Promise<void> {
    const { ok, answer } = await this.#ask(path, { method: 'POST', body: new URLSearchParams(parameters) });
    if (!ok && answer.code !== doneCode) throw new Error(`POST ${path} failed: ${answer.msg}`);
  }

  /** Uploads a file. Returns the address with which messages link to it. */
  async upload(name: string, type: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
    const body = new FormData();
    body.append('file', new Blob([content], { type }), name);
    const { url } = (await this.#call('/user_uploads', { method: 'POST', body })) as { url: string };
    return url;
  }

  /** Returns all users. Caches the answer. */
  async users(): Promise<ApiUser[]> {
    this.#users ??= ((await this.get('/users')) as { members: ApiUser[] }).members;
    return this.#users;
  }

  /** Returns the IDs of the people with these mail addresses, in the given order. */
  async userIds(emails: readonly string[]): Promise<number[]> {
    const users = await this.users();
    return emails.map((email) => {
      const user = users.find((each) => each.delivery_email === email || each.email === email);
      if (user === undefined) throw new Error(`There is no user ${email}.`);
      return user.user_id;
    });
  }

  #ask(path: string, init: RequestInit): Promise<{ ok: boolean; answer: Answer }> {
    return ask(`${this.#url}/api/v1${path}`, {
      ...init,
      headers: { authorization: this.#authorization },
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(30_000)]),
    });
  }

  async #call(path: string, init: RequestInit): Promise<unknown> {
    const { ok, answer } = await this.#ask(path, init);
    if (!ok) throw new Error(`${init.method} ${path} failed: ${answer.msg}`);
    return answer;
  }
}

/** Undefined when the server rejects address or password. @throws ServerFailure when it could not verify them */
export async function fetchApiKey(url: string, email: string, password: string): Promise<string | undefined> {
  const { ok, answer } = await ask(`${url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
    signal: AbortSignal.timeout(30_000),
  });
  return ok ? answer.api_key : undefined;
}

type Answer = { result: string; msg: string; code?: string; api_key?: string };

/** @throws ServerFailure without an answer, after a 5xx status, or when the answer is not JSON */
async function ask(url: string, init: RequestInit): Promise<{ ok: boolean; answer: Answer }> {
  const where = `${init.method} ${new URL(url).pathname}`;
  let response: Response;
  let body: string;
  try {
    response = await fetch(url, init);
    body = await response.text();
  } catch (error) {
    const { cause, message } = error as Error;
    throw new ServerFailure(`${where} got no answer: ${(cause as Error | undefined)?.message ?? message}`);
  }
  const answer = answerIn(body);
  if (response.status >= 500 || answer === undefined) {
    throw new ServerFailure(`${where} failed with ${response.status}: ${answer?.msg ?? body.slice(0, 200)}`);
  }
  return { ok: answer.result === 'success', answer };
}

function answerIn(body: string): Answer | undefined {
  try {
    return JSON.parse(body) as Answer;
  } catch {
    return undefined;
  }
}
