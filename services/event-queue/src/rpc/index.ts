import type { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { beginQueue } from './begin-queue.ts';
import { closeQueues } from './close-queues.ts';
import { connect } from './connect.ts';
import { createQueue } from './create-queue.ts';
import { deleteQueue } from './delete-queue.ts';
import { listQueues } from './list-queues.ts';

/** The calls of this service. */
export function handlers(ctx: Ctx): Handlers<typeof EventQueueServiceService> {
  return {
    beginQueue: (request, call) => beginQueue(ctx, request, call),
    createQueue: (request, call) => createQueue(ctx, request, call),
    deleteQueue: (request, call) => deleteQueue(ctx, request, call),
    listQueues: (request, call) => listQueues(ctx, request, call),
    closeQueues: (request, call) => closeQueues(ctx, request, call),
    connect: (stream) => connect(ctx, stream),
  };
}
