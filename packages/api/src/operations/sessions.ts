import { z } from 'zod';
import { sessionSchema } from '../objects/session.ts';

export const getSessionsAnswer = z.strictObject({
  sessions: z.array(sessionSchema),
});

export const signInAnswer = z.strictObject({
  user_id: z.int(),
  csrf_token: z.string(),
});

export const signOutAnswer = z.strictObject({
  /** Address at which the browser also ends its session at the identity provider. */
  provider_logout_url: z.string().optional(),
});

export const getUserSessionsAnswer = z.strictObject({
  sessions: z.array(sessionSchema.omit({ is_current: true })),
});

export const endUserSessionsAnswer = z.strictObject({
  /** Number of sessions that were ended. */
  count: z.int(),
});
