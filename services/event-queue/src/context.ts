import type { Follower } from '@parley/event-log';
import type { EventQueueConfig } from './config.ts';
import type { Gateways } from './polls/gateways.ts';
import type { LogView } from './polls/log-view.ts';
import type { PollRegistry } from './polls/poll-registry.ts';
import type { Sessions } from './queues/sessions.ts';
import type { QueueStore } from './queues/store.ts';

/**
 * Dependencies of the RPC handlers. `store` and `sessions` belong to the current epoch of the log: the relay begins a new one when
 * entries of the log were lost. They return undefined until the process has found an epoch, for instance during the start.
 */
export type Ctx = {
  readonly config: EventQueueConfig;
  readonly follower: Follower;
  readonly log: LogView;
  readonly polls: PollRegistry;
  readonly gateways: Gateways;
  store(): QueueStore | undefined;
  sessions(): Sessions | undefined;
  /** Returns the current display name of the empty topic, for clients that cannot show an empty one. */
  emptyTopicName(): string;
  broadcastDeleted(queueId: string): void;
};
