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
    /** Always empty: registrations and events hand out no token. Answers about own bots have `OwnBot`. */
    services: z.array(z.unknown()).max(0),
    email: z.string(),
    bot_type: z.int().nullable(),
    is_active: z.boolean(),
  })
  .meta({ id: 'Bot' });
/** A bot in answers to those who manage it: with the program of an outgoing bot. */
export const ownBotSchema = botSchema
  .extend({
    services: z
      .array(
        z.strictObject({
          base_url: z.string(),
          interface: z.int(),
          token: credential('webhook secret'),
        }),
      )
      .max(1),
  })
  .meta({ id: 'OwnBot' });

export type Bot = z.infer<typeof botSchema>;
