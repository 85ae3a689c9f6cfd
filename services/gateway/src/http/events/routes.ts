import type { AnyRoute } from '../../edge/route.ts';
import { closeQueues } from './close-queues.ts';
import { deleteQueue } from './delete-queue.ts';
import { getEvents } from './get-events.ts';
import { listQueues } from './list-queues.ts';
import { registerQueue } from './register-queue.ts';

/** Routes of event queues. */
export const eventsRoutes: readonly AnyRoute[] = [
  registerQueue,
  getEvents,
  deleteQueue,
  listQueues,
  closeQueues,
];
