import { z } from 'zod';

export const botSchema = z
  .strictObject({
    user_id: z.int(),
    full_name: z.string(),
    default_sending_stream: z.string().nullable(),
    default_events_register_stream: z.string().nullable(),
    default_all_public_streams: z.boolean(),
    avatar_url: z.string(),
    owner_id: z.int().nullable(),
    /** Always empty, because this server has no outgoing webhooks for bots. */
    services: z.array(z.unknown()).max(0),
    email: z.string(),
    bot_type: z.int().nullable(),
    is_active: z.boolean(),
  })
  .meta({ id: 'Bot' });
export type Bot = z.infer<typeof botSchema>;
