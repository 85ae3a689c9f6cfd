/** Where requests to other hosts may go, and how long they may take. */
export type Guard = {
  /** `host:port` pairs that may be requested although they are private or on an unusual port. */
  allowed: ReadonlySet<string>;
  /** Time for a request with all its redirects. */
  timeoutMs: number;
  /** Returns the IP addresses of a host. Default: `resolveName`; for allowed hosts the system's resolver. */
  resolve?: ((host: string, signal: AbortSignal) => Promise<string[]>) | undefined;
};

/** A request to another host was refused or failed. The message is for operators, never for the person who asked. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
  /** The host did not answer: it was not found, not reached, or not in time. */
  readonly isSilence: boolean;

  constructor(
    message: string,
    { isSilence = false, ...options }: ErrorOptions & { isSilence?: boolean } = {},
  ) {
    super(message, options);
    this.isSilence = isSilence;
  }
}

/** Returns any error as an `OutsideError`. Failures of name resolution and of the connection mean that the host does not answer. */
export function toOutsideError(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const { name, message } = error as Error;
  const isTimeout = name === 'TimeoutError' || name === 'AbortError';
  return new OutsideError(isTimeout ? 'timeout' : message, { cause: error, isSilence: true });
}
