import { z } from 'zod';
import { credential } from '../credential.ts';

export const invitationSchema = z.strictObject({
  id: z.int(),
  invited_by_user_id: z.int(),
  invited: z.int(),
  expiry_date: z.int().nullable(),
  invited_as: z.literal([100, 200, 300, 400, 600]),
  email: z.string().optional(),
  notify_referrer_on_join: z.boolean().optional(),
  /** Present only for callers who could make the invitation themselves, and never for a limited API key. */
  link_url: credential('invitation link').optional(),
  is_multiuse: z.boolean(),
});

export type Invitation = z.infer<typeof invitationSchema>;
