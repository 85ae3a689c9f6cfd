import { JetStreamApiError } from '@nats-io/jetstream';
import { errors as natsErrors } from '@nats-io/transport-node';
import { errors } from '@parley/core';

/** Returns whether NATS did not answer: it is down, has no leader, or is too slow. An error of NATS is an answer. */
export function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof natsErrors.TimeoutError ||
    error instanceof natsErrors.NoRespondersError ||
    error instanceof natsErrors.RequestError ||
    error instanceof natsErrors.ConnectionError ||
    (error instanceof JetStreamApiError && error.status === 503) ||
    (error instanceof Error && error.name === 'JetStreamNotEnabled')
  );
}

/**
 * Waits for an answer of NATS and returns it.
 * @throws UNAVAILABLE when NATS does not answer or the connection is closed, so that the caller retries; its `cause` is the
 * original error
 */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isNoAnswer(error) && !(error instanceof natsErrors.ClosedConnectionError)) throw error;
    const unavailable = errors.unavailable();
    unavailable.cause = error;
    throw unavailable;
  }
}
