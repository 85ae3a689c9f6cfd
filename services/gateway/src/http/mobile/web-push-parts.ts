import { z } from 'zod';

/** The JSON form of a browser's `PushSubscription`. Unknown members are ignored. */
export const subscriptionSchema = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

/** A subscription to remove. Its URL identifies it. */
export const endpointSchema = subscriptionSchema.pick({ endpoint: true });
