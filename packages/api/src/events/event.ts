import { z } from 'zod';

/** Returns the schema of an event whose type has no operations. A queue adds `id` when it delivers the event. */
export const event = <const Type extends string, Members extends z.ZodRawShape>(
  type: Type,
  members: Members,
) => z.strictObject({ type: z.literal(type), ...members });

/** Returns the schema of an event that says with `op` what happened. A queue adds `id` when it delivers the event. */
export const eventWithOp = <
  const Type extends string,
  const Op extends string,
  Members extends z.ZodRawShape,
>(
  type: Type,
  op: Op,
  members: Members,
) => z.strictObject({ type: z.literal(type), op: z.literal(op), ...members });
