import { z } from 'zod';

export const botSchema = z
  .strictObject({
    user_id: z.int(),
    full_name: z.string(),
    api_key: z.string().optional(),
    default_sending_stream: z.string().nullable(),
    default_events_register_stream: z.string().nullable(),
    default_all_public_streams: z.boolean(),
    avatar_url: z.string(),
    owner_id: z.int().nullable(),
    services: z.array(
      z.union([
        z.strictObject({
          base_url: z.string(),
          token: z.string(),
          interface: z.int(),
        }),
        z.strictObject({
          service_name: z.string(),
          config_data: z.record(z.string(), z.string()),
        }),
      ]),
    ),
    email: z.string(),
    bot_type: z.int().nullable(),
    is_active: z.boolean(),
  })
  .meta({ id: 'Bot' });
export type Bot = z.infer<typeof botSchema>;
