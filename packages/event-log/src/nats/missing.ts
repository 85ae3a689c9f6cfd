import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
