import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

/** Returns whether an error is JetStream's answer that the stream does not exist. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
