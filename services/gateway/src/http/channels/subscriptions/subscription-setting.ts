import type { SubscriptionSetting } from '@parley/proto/channel/v1/personal';
import { z } from 'zod';
import { channelIdSchema } from '../../schemas.ts';

/** The value of a setting of a subscription. The type depends on the property. */
export const valueSchema = z.union([z.boolean(), z.string()], { error: 'is not a boolean or a string' });

/** One setting of the caller's subscription to one channel (docs/api/channels.md#subscription-settings). */
export const settingSchema = z.object({
  stream_id: channelIdSchema,
  property: z.string(),
  value: valueSchema,
});

/** Converts a setting to a field of a request to the channel service. */
export const toSetting = (given: z.infer<typeof settingSchema>): SubscriptionSetting => ({
  channelId: given.stream_id,
  property: given.property,
  value:
    typeof given.value === 'boolean'
      ? { $case: 'flag', flag: given.value }
      : { $case: 'text', text: given.value },
});
