/** Limits of requests to other hosts: allowed addresses and duration. */
export type Guard = {
  /** `host:port` pairs that may be requested although they are private or on an unusual port. */
  allowed: ReadonlySet<string>;
  /** Time limit of a request with all its redirects, in milliseconds. */
  timeoutMs: number;
  /** Returns the IP addresses of a host. Default: `resolveName`; for allowed hosts the system's resolver. */
  resolve?: ((host: string, signal: AbortSignal) => Promise<string[]>) | undefined;
};

/**
 * A request to another host was refused or failed. The message is for operators only, never for the person who caused
 * the request.
 */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
  /** Whether the host did not answer: it was not found, could not be reached, or took too long. */
  readonly isUnanswered: boolean;

  constructor(
    message: string,
    { isUnanswered = false, ...options }: ErrorOptions & { isUnanswered?: boolean } = {},
  ) {
    super(message, options);
    this.isUnanswered = isUnanswered;
  }
}

/**
 * Converts any error to an `OutsideError`. After a failure of name resolution or of the connection, the host counts as
 * silent.
 */
export function toOutsideError(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const { name, message } = error as Error;
  const isTimeout = name === 'TimeoutError' || name === 'AbortError';
  return new OutsideError(isTimeout ? 'timeout' : message, { cause: error, isUnanswered: true });
}
