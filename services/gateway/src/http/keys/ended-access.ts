import type { EndAccessResponse } from '@parley/proto/useradmin/v1/keys';
import { z } from 'zod';
import { boolean } from '../../edge/declaration/parameter.ts';

export const endedAccessSchema = z.strictObject({
  sessions: z.int(),
  /** Number of ended named API keys. The own key of the account was replaced in addition. */
  api_keys: z.int(),
  /** The active bots of the person, whose keys the person may know. */
  bots: z.array(
    z.strictObject({
      user_id: z.int(),
      full_name: z.string(),
      /** Whether the access of the bot was ended, too. */
      is_ended: z.boolean(),
    }),
  ),
});

export const endBots = () =>
  boolean()
    .default(false)
    .describe('Whether the access of the bots ends, too. Otherwise they go on, and the answer lists them.');

/** Returns the body of the answer. */
export const presentEnded = ({
  sessions,
  namedKeys,
  bots,
}: EndAccessResponse): z.infer<typeof endedAccessSchema> => ({
  sessions,
  api_keys: namedKeys,
  bots: bots.map(({ userId, fullName, hasEnded }) => ({
    user_id: userId,
    full_name: fullName,
    is_ended: hasEnded,
  })),
});
