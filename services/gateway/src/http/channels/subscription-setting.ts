import type { SubscriptionSetting } from '@parley/proto/channel/v1/personal';
import { z } from 'zod';
import { channelIdSchema } from '../schemas.ts';

/** A value of any property. */
export const valueSchema = z.union([z.boolean(), z.string()], { error: 'is not a boolean or a string' });

/** One property of one channel, as clients send it (docs/api/channels.md#subscription-settings). */
export const settingSchema = z.object({
  stream_id: channelIdSchema,
  property: z.string(),
  value: valueSchema,
});

/** Converts the setting to a field of a request to channel. */
export const toSetting = (given: z.infer<typeof settingSchema>): SubscriptionSetting => ({
  channelId: given.stream_id,
  property: given.property,
  value:
    typeof given.value === 'boolean'
      ? { $case: 'flag', flag: given.value }
      : { $case: 'text', text: given.value },
});
