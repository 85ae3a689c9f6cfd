export { ENTRY_OVERHEAD_BYTES, type Entry, FollowedEvent, loggedSize } from './entry.ts';
export { type EpochRecord, type EpochStore, newEpoch, openEpochStore, readEpoch } from './epoch.ts';
export { LogGapError, RecordConflictError, StreamMismatchError } from './errors.ts';
export {
  type ClientEvent,
  clientEvent,
  delivery,
  type EventKind,
  messageDelivery,
  newEvent,
  newSignal,
  rawDelivery,
} from './event.ts';
export { EVENTS_PER_ENTRY, endOf, sequenceOf } from './event-id.ts';
export type { FactKind, FactValue } from './fact-kinds.ts';
export {
  type Follower,
  type FollowerCounters,
  type FollowOptions,
  follow,
  type Gap,
  type LogPosition,
} from './follower.ts';
export { decodeFrame } from './frame.ts';
export {
  ANNOUNCE_AFTER_USE_MS,
  ANNOUNCE_EVERY_MS,
  type Freshness,
  REST_ANNOUNCE_MS,
} from './freshness.ts';
export { type FactDispatch, type FactHandlers, type FactOf, handleFacts } from './handlers.ts';
export { type LogSize, readLogSize } from './log-size.ts';
export { followHead, startWorker, type WorkerLog, workerMetrics } from './metrics.ts';
export { connectNats, type NatsLink, type NatsOptions, type NatsSource, openNats } from './nats.ts';
export { natsOptions } from './nats-options.ts';
export { watchStatus } from './nats-status.ts';
export { isNoAnswer, orUnavailable } from './no-answer.ts';
export { stampOf } from './ordered-reader.ts';
export { outlineOf, sampledTraceOf } from './outline.ts';
export { type EmittingTransaction, OwnCommits } from './own-commits.ts';
export { openPages, type Pages, type PagesOptions } from './pages.ts';
export { BEFORE_ALL, type CommitPosition, comparePositions, formatLsn, parseLsn } from './position.ts';
export { askStatuses, type ProcessStatus, type Readings, serveStatus } from './process-status.ts';
export {
  createPublisher,
  type LastEntry,
  type Publisher,
  type PublisherOptions,
  type PublishOutcome,
} from './publisher.ts';
export { askLogEnd, askWorker, type Question, type WorkerAnswer } from './questions.ts';
export {
  jsonCodec,
  openRecords,
  type RecordCodec,
  type Records,
  type RecordsOptions,
  type StoredRecord,
} from './records.ts';
export { SharedLog } from './shared-log.ts';
export { MAX_SIGNAL_BYTES, receiveSignals, type SignalReceiver, sendSignal } from './signals.ts';
export { isVisible, transactionIdOf, type VisibleSet } from './snapshot.ts';
export {
  ensureStream,
  findStream,
  logNames,
  logStream,
  recordBucket,
  type StorageOptions,
} from './streams.ts';
export { WorkPause } from './work-pause.ts';
export { type Worker, type WorkerCounters, type WorkerOptions, work } from './worker.ts';
