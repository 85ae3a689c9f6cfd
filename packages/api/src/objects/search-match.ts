import { z } from 'zod';

/** Content and topic of a found message, in which HTML marks the words of the search. */
export const searchMatchSchema = z.strictObject({
  match_content: z.string(),
  match_subject: z.string(),
});

export type SearchMatch = z.infer<typeof searchMatchSchema>;
