/** Base class of all errors of calls. A call that the caller aborts rejects with the signal's reason instead. */
export class ParleyClientError extends Error {
  override name = 'ParleyClientError';
  /** Name of the operation, as in the API's documentation. */
  readonly operation: string;

  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }
}

/** Body of an error answer: `code` for programs, `msg` for people, and further members that depend on the code. */
export type ErrorBody = { readonly code: string; readonly msg: string; readonly [field: string]: unknown };

/** Error for a call that the server refused. `message` may be shown to people. */
export class ApiError extends ParleyClientError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** Further members of the error body, such as `stream` for the code `STREAM_DOES_NOT_EXIST`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** ID of the request in the server's logs. */
  readonly requestId: string | undefined;
  /** Time in seconds to wait before the next request; undefined if the server demands no wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    operation: string,
    status: number,
    body: ErrorBody,
    { requestId, retryAfterSeconds }: { requestId?: string; retryAfterSeconds?: number } = {},
  ) {
    super(operation, body.msg);
    this.status = status;
    this.code = body.code;
    this.fields = body;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the credentials are missing, wrong or no longer valid. */
  get isUnauthorized(): boolean {
    return this.status === 401;
  }
}

/** Error for a call without a valid answer of the API. A write may nevertheless have taken effect. */
export class ConnectionError extends ParleyClientError {
  override name = 'ConnectionError';
}

/** Error for a call without an answer before the deadline. A write may nevertheless have taken effect. */
export class DeadlineError extends ConnectionError {
  override name = 'DeadlineError';
}

/** Returns an error as it is; anything else that was thrown as the message of one. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** Returns whether an error is temporary: a failure of the network, any failure of the server (status 5xx), or a rate limit. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));
