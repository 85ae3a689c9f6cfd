import { z } from 'zod';

export const navigationViewSchema = z
  .strictObject({
    fragment: z.string(),
    is_pinned: z.boolean(),
    name: z.string().nullable(),
  })
  .meta({ id: 'NavigationView' });
export type NavigationView = z.infer<typeof navigationViewSchema>;
