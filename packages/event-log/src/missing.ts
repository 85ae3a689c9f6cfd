import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

/** Returns whether JetStream answered that the stream does not exist. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
