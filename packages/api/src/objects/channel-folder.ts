import { z } from 'zod';

export const channelFolderSchema = z
  .strictObject({
    name: z.string(),
    date_created: z.int().nullable(),
    creator_id: z.int().nullable(),
    description: z.string(),
    rendered_description: z.string(),
    order: z.int(),
    id: z.int(),
    is_archived: z.boolean(),
  })
  .meta({ id: 'ChannelFolder' });
export type ChannelFolder = z.infer<typeof channelFolderSchema>;
