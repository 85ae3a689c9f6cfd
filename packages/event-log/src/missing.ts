import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

/** Whether JetStream said that the stream does not exist. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
