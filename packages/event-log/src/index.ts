export { ENTRY_OVERHEAD_BYTES, type Entry, FollowedEvent, loggedSize } from './entries/entry.ts';
export {
  type ClientEvent,
  clientEvent,
  delivery,
  type EventKind,
  messageDelivery,
  newEvent,
  newSignal,
  rawDelivery,
} from './entries/event.ts';
export { EVENTS_PER_ENTRY, endOf, sequenceOf } from './entries/event-id.ts';
export type { FactKind, FactValue } from './entries/fact-kinds.ts';
export { decodeFrame } from './entries/frame.ts';
export { type FactDispatch, type FactHandlers, type FactOf, handleFacts } from './entries/handlers.ts';
export { outlineOf, sampledTraceOf } from './entries/outline.ts';
export { type EmittingTransaction, OwnCommits } from './entries/own-commits.ts';
export { openPages, type Pages, type PagesOptions } from './entries/pages.ts';
export {
  BEFORE_ALL,
  type CommitPosition,
  comparePositions,
  formatLsn,
  parseLsn,
} from './entries/position.ts';
export { isVisible, transactionIdOf, type VisibleSet } from './entries/snapshot.ts';
export { LogGapError, RecordConflictError, StreamMismatchError } from './errors.ts';
export { followHead, startWorker, type WorkerLog, workerMetrics } from './metrics.ts';
export { type EpochRecord, type EpochStore, newEpoch, openEpochStore, readEpoch } from './nats/epoch.ts';
export { type LogSize, readLogSize } from './nats/log-size.ts';
export { connectNats, type NatsLink, type NatsOptions, type NatsSource, openNats } from './nats/nats.ts';
export { natsOptions } from './nats/nats-options.ts';
export { watchStatus } from './nats/nats-status.ts';
export { isNoAnswer, orUnavailable } from './nats/no-answer.ts';
export { askStatuses, type ProcessStatus, type Readings, serveStatus } from './nats/process-status.ts';
export {
  jsonCodec,
  openRecords,
  type RecordCodec,
  type Records,
  type RecordsOptions,
  type StoredRecord,
} from './nats/records.ts';
export {
  ensureStream,
  findStream,
  logNames,
  logStream,
  recordBucket,
  type StorageOptions,
} from './nats/streams.ts';
export {
  createPublisher,
  type LastEntry,
  type Publisher,
  type PublisherOptions,
  type PublishOutcome,
} from './publishing/publisher.ts';
export { MAX_SIGNAL_BYTES, receiveSignals, type SignalReceiver, sendSignal } from './publishing/signals.ts';
export {
  type Follower,
  type FollowerCounters,
  type FollowOptions,
  follow,
  type Gap,
  type LogPosition,
} from './reading/follower.ts';
export {
  ANNOUNCE_AFTER_USE_MS,
  ANNOUNCE_EVERY_MS,
  type Freshness,
  REST_ANNOUNCE_MS,
} from './reading/freshness.ts';
export { stampOf } from './reading/ordered-reader.ts';
export { SharedLog } from './reading/shared-log.ts';
export { askLogEnd, askWorker, type Question, type WorkerAnswer } from './workers/questions.ts';
export { WorkPause } from './workers/work-pause.ts';
export { type Worker, type WorkerCounters, type WorkerOptions, work } from './workers/worker.ts';
