import { z } from 'zod';

/** JSON form of a browser's `PushSubscription`. Other members are ignored. */
export const subscriptionSchema = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

/** A subscription to forget: its address is enough. */
export const endpointSchema = subscriptionSchema.pick({ endpoint: true });
