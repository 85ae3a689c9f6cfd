import { errorMessage } from '@parley/core';
import { SetupError } from '@parley/embedded';
import { z } from 'zod';

/** Error for a call that the server could not answer. The call may succeed when it is retried. */
export class ServerFailure extends SetupError {}

type Parameters = Record<string, string>;

export const apiUser = z.object({
  user_id: z.number(),
  email: z.string(),
  delivery_email: z.string().nullish(),
});
export type ApiUser = z.infer<typeof apiUser>;

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

  /** @param answer schema of the fields that are read */
  get<Answer>(path: string, parameters: Parameters, answer: z.ZodType<Answer>): Promise<Answer> {
    return this.#call(`${path}?${new URLSearchParams(parameters)}`, { method: 'GET' }, answer);
  }

  /** @param answer schema of the fields that are read */
  post<Answer>(path: string, parameters: Parameters, answer: z.ZodType<Answer>): Promise<Answer> {
    return this.#call(path, { method: 'POST', body: new URLSearchParams(parameters) }, answer);
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
    const answer = z.object({ url: z.string() });
    return (await this.#call('/user_uploads', { method: 'POST', body }, answer)).url;
  }

  /** Returns all users. Caches the answer. */
  async users(): Promise<ApiUser[]> {
    this.#users ??= (await this.get('/users', {}, z.object({ members: z.array(apiUser) }))).members;
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

  async #call<Read>(path: string, init: RequestInit, schema: z.ZodType<Read>): Promise<Read> {
    const { ok, answer } = await this.#ask(path, init);
    if (!ok) throw new Error(`${init.method} ${path} failed: ${answer.msg}`);
    return schema.parse(answer);
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

const answerSchema = z.looseObject({
  result: z.string(),
  msg: z.string(),
  code: z.string().optional(),
  api_key: z.string().optional(),
});
type Answer = z.infer<typeof answerSchema>;

/** @throws ServerFailure without an answer, after a 5xx status, or when the answer is not JSON */
async function ask(url: string, init: RequestInit): Promise<{ ok: boolean; answer: Answer }> {
  const where = `${init.method} ${new URL(url).pathname}`;
  let response: Response;
  let body: string;
  try {
    response = await fetch(url, init);
    body = await response.text();
  } catch (error) {
    // `fetch` fails with one sentence for everything, and tells the reason as its cause.
    const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw new ServerFailure(`${where} got no answer: ${errorMessage(reason)}`);
  }
  const answer = answerIn(body);
  if (response.status >= 500 || answer === undefined) {
    throw new ServerFailure(`${where} failed with ${response.status}: ${answer?.msg ?? body.slice(0, 200)}`);
  }
  return { ok: answer.result === 'success', answer };
}

function answerIn(body: string): Answer | undefined {
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
