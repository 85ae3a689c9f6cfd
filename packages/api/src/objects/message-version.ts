import { z } from 'zod';

export const messageVersionSchema = z.strictObject({
  topic: z.string(),
  prev_topic: z.string().optional(),
  stream: z.int().optional(),
  prev_stream: z.int().optional(),
  content: z.string(),
  rendered_content: z.string(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  user_id: z.int().nullable(),
  content_html_diff: z.string().optional(),
  timestamp: z.int(),
});

export type MessageVersion = z.infer<typeof messageVersionSchema>;
