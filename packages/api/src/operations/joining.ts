import { z } from 'zod';

export const getJoinOfferAnswer = z.strictObject({
  organization: z.string(),
  /** The address of the new account; null when the new user enters one and confirms it by mail. */
  email: z.string().nullable(),
  /** False when the link is not valid. */
  is_open: z.boolean(),
});

export const joinAnswer = z.strictObject({
  user_id: z.int(),
  csrf_token: z.string(),
});

export const setUpAnswer = z.strictObject({
  user_id: z.int(),
  csrf_token: z.string(),
});

export const confirmEmailChangeAnswer = z.strictObject({
  email: z.string(),
});
