import { z } from 'zod';

export const attachmentSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    path_id: z.string(),
    size: z.int(),
    create_time: z.int(),
    messages: z.array(
      z.strictObject({
        date_sent: z.int(),
        id: z.int(),
      }),
    ),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachmentSchema>;
