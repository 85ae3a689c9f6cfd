import type { AnyRoute } from '../../edge/route.ts';
import { deleteQueue } from './delete-queue.ts';
import { getEvents } from './get-events.ts';
import { registerQueue } from './register-queue.ts';

/** Registering a queue and waiting for events. */
export const eventsRoutes: readonly AnyRoute[] = [registerQueue, getEvents, deleteQueue];
