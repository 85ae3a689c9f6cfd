import { backoff, errorCode, errorMessage, sleep } from '@parley/core';

/** Codes of errors of the network. The servers themselves report other codes. */
const ofNetwork = /^(ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
/** Messages of the PostgreSQL and NATS clients about connections that were not made in time or were lost. */
const ofConnection =
  /^(timeout|connection refused|connection timeout|connection terminated|error connecting)/i;

/**
 * Returns the result of `connect`. Repeats it while the server cannot be reached, because the network policies of a cluster may
 * apply to a new pod only seconds after its start. Errors that a server reports, such as a wrong password, are not repeated.
 * @param withinMs time in milliseconds after which no further attempt begins
 * @throws the error of the last attempt
 */
export async function reach<T>(connect: () => Promise<T>, withinMs: number): Promise<T> {
  const until = performance.now() + withinMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await connect();
    } catch (error) {
      const pauseMs = backoff(attempt, { baseMs: 200, maxMs: 1_000 });
      if (!isUnreachable(error) || performance.now() + pauseMs >= until) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Returns why a connection failed. Connecting to a host with several addresses fails with one error for each address. */
export function reasonOf(error: unknown): string {
  return errorMessage(firstOf(error)).replace(/\.$/, '');
}

/** Returns whether a connection failed because no server was reached, or was lost. Errors that a server reports do not count. */
export function isUnreachable(error: unknown): boolean {
  const cause = firstOf(error);
  return ofNetwork.test(errorCode(cause) ?? '') || ofConnection.test(errorMessage(cause));
}

const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);
