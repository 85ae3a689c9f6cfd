import type { z } from 'zod';

/** The answer of an operation, typed by its schema. */
export type Answer<Schema extends z.ZodType> = z.infer<Schema>;
