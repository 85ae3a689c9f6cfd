import { z } from 'zod';
import { channelProperties } from './channel.ts';

export const subscriptionSchema = z
  .strictObject({
    ...channelProperties,
    /** User IDs of the subscribers. Present only when the request asks for subscribers. */
    subscribers: z.array(z.int()).optional(),
    /** User IDs of some subscribers. Replaces `subscribers` when the client accepts partial lists. */
    partial_subscribers: z.array(z.int()).optional(),
    desktop_notifications: z.boolean().nullable(),
    email_notifications: z.boolean().nullable(),
    wildcard_mentions_notify: z.boolean().nullable(),
    push_notifications: z.boolean().nullable(),
    audible_notifications: z.boolean().nullable(),
    pin_to_top: z.boolean(),
    is_muted: z.boolean(),
    in_home_view: z.boolean().meta({ deprecated: true }),
    color: z.string(),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.infer<typeof subscriptionSchema>;
