import { z } from 'zod';
import { deliveredEvents } from '../events/index.ts';

export const closeQueuesAnswer = z.strictObject({
  closed: z.int(),
});

export const getEventsAnswer = z.strictObject({
  queue_id: z.string(),
  events: z.array(z.union(deliveredEvents)),
});

export const listQueuesAnswer = z.strictObject({
  event_queues: z.array(
    z.strictObject({
      queue_id: z.string(),
      client: z.string(),
      created_at: z.int(),
      last_active_at: z.int(),
      idle_queue_timeout_secs: z.int(),
    }),
  ),
});
