/** Base class of everything that a call of the server can fail with, except an abort by the caller. */
export class ParleyClientError extends Error {
  override name = 'ParleyClientError';
  /** Name of the operation, as in the API's documentation. */
  readonly operation: string;

  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }
}

/** Body of a refusal: `code` for programs, `msg` for people, further members by code. */
export type ErrorBody = { readonly code: string; readonly msg: string; readonly [field: string]: unknown };

/** The server refused a call. `message` may be shown to people. */
export class ApiError extends ParleyClientError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** Further members of the error body, `stream` of `STREAM_DOES_NOT_EXIST` for instance. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Finds the request in the server's logs. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next request, where the server says so. */
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

/** No answer arrived, or none that is an answer of the API. A write may have happened nevertheless. */
export class ConnectionError extends ParleyClientError {
  override name = 'ConnectionError';
}

/** The deadline passed before an answer arrived. A write may have happened nevertheless. */
export class DeadlineError extends ConnectionError {
  override name = 'DeadlineError';
}

/** Whether an error is temporary: the network, an overloaded server, a rate limit. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));
