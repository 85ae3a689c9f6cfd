import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

/** Whether JetStream said that the stream does not exist. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;

/** Whether JetStream said that the consumer does not exist. */
export const isConsumerMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound;
