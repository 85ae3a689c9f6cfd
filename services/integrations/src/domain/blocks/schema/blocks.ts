/** Blocks: what a message or a form consists of. */
import { z } from 'zod';
import { problemOf } from '../../templates/read-by-schema.ts';
import { anyElement, element } from './controls.ts';
import { address, marked, plain, text } from './texts.ts';
import { typeOf } from './type-of.ts';

const imageElement = z.object({
  type: z.literal('image'),
  image_url: address,
  alt_text: z.string().max(2_000),
});
const isImage = (value: unknown) => typeOf(value) === 'image';
const elementOrImage = z
  .unknown()
  .transform((value, context): unknown => parsed(isImage(value) ? imageElement : element, value, context));
const id = { block_id: z.string().min(1).max(255).optional() };

function parsed(schema: z.ZodType, value: unknown, context: z.RefinementCtx): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    context.addIssue({
      code: 'custom',
      path: issue.path as (string | number)[],
      params: { problem: problemOf(issue) },
    });
  return z.NEVER;
}

/** A block as apps send it. Building the schema takes long, so there is one. What depends on the renderer is added afterwards. */
export const blockInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('header'), ...id, text: plain(150) }),
  z
    .object({
      type: z.literal('section'),
      ...id,
      text: text(3_000).optional(),
      fields: z.array(text(2_000)).min(1).max(10).optional(),
      accessory: elementOrImage.optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined, 'needs "text" or "fields"'),
  z.object({
    type: z.literal('context'),
    ...id,
    elements: z
      .array(z.union([plain(2_000), marked(2_000), imageElement]))
      .min(1)
      .max(10),
  }),
  z.object({ type: z.literal('divider'), ...id }),
  z.object({
    type: z.literal('image'),
    ...id,
    image_url: address,
    alt_text: z.string().max(2_000),
    title: plain(2_000).optional(),
  }),
  z.object({ type: z.literal('actions'), ...id, elements: z.array(element).min(1).max(25) }),
  z.object({
    type: z.literal('input'),
    ...id,
    label: plain(2_000),
    element: anyElement,
    hint: plain(2_000).optional(),
    optional: z.boolean().default(false),
    dispatch_action: z.boolean().default(false),
  }),
]);
