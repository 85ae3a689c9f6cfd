import { z } from 'zod';
import { credential } from '../credential.ts';

export const botSchema = z
  .strictObject({
    user_id: z.int(),
    full_name: z.string(),
    default_sending_stream: z.string().nullable(),
    default_events_register_stream: z.string().nullable(),
    default_all_public_streams: z.boolean(),
    avatar_url: z.string(),
    owner_id: z.int().nullable(),
    /**
     * Where the messages of an outgoing bot are sent: in answers about bots of the caller. Empty in registrations and events, because
     * these would hand out its token.
     */
    services: z
      .array(
        z.strictObject({
          base_url: z.string(),
          interface: z.int(),
          token: credential('webhook secret'),
        }),
      )
      .max(1),
    email: z.string(),
    bot_type: z.int().nullable(),
    is_active: z.boolean(),
  })
  .meta({ id: 'Bot' });
export type Bot = z.infer<typeof botSchema>;
