import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

/** Returns whether an error is the answer of JetStream that a stream does not exist. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
