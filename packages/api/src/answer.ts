import type { z } from 'zod';

/** What an operation answers, by its schema. */
export type Answer<Schema extends z.ZodType> = z.infer<Schema>;
