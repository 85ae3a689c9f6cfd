import { z } from 'zod';
import { sessionSchema } from '../objects/session.ts';

export const getSessionsAnswer = z.strictObject({
  sessions: z.array(sessionSchema),
});

export const signInAnswer = z.strictObject({
  user_id: z.int(),
  csrf_token: z.string(),
});
