/** Rules for requests to other hosts: which addresses are allowed, and how long a request may take. */
export type Guard = {
  /** `host:port` pairs to which requests are allowed although they are private, or have an unusual port. */
  allowed: ReadonlySet<string>;
  /** Time limit of a request with all its redirects, in milliseconds. */
  timeoutMs: number;
  /** Returns the IP addresses of a host. Default: `resolveName`, or the system's resolver for a host in `allowed`. */
  resolve?: ((host: string, signal: AbortSignal) => Promise<string[]>) | undefined;
};

/** Thrown when a request to another host is refused or fails. Only for operators: the message may reveal internal hosts. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
  /** Whether the host did not answer: its name was not found, it was unreachable, or it took too long. */
  readonly isUnanswered: boolean;

  constructor(
    message: string,
    { isUnanswered = false, ...options }: ErrorOptions & { isUnanswered?: boolean } = {},
  ) {
    super(message, options);
    this.isUnanswered = isUnanswered;
  }
}

/** Errors of other classes come from the resolver or the connection, so they mean that the host did not answer. */
export function toOutsideError(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const { name, message } = error as Error;
  const isTimeout = name === 'TimeoutError' || name === 'AbortError';
  return new OutsideError(isTimeout ? 'timeout' : message, { cause: error, isUnanswered: true });
}
