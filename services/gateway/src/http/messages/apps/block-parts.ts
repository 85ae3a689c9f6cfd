import { errors } from '@parley/core';
import type { Container, ControlValue } from '@parley/proto/integrations/v1/apps';
import type { Call } from '@parley/rpc';
import { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { integer, json, text } from '../../../edge/declaration/parameter.ts';

/** Declares the parameters that name the message or form of a control: exactly one of them is given. */
export const containerParameters = () => ({
  message_id: integer({ min: 0 }).optional().describe('Of a message.'),
  ephemeral_id: text(200).optional().describe('Of a message for one person.'),
  view_id: text(200).optional().describe('Of a form.'),
});

/** Declares the blocks of a message that a bot sends (docs/api/apps.md#blocks). The service `integrations` checks them. */
export const blocksParameter = () =>
  json(z.array(z.looseObject({ type: z.string() })).max(100))
    .optional()
    .describe('Blocks that clients show instead of the content; only for bots.');

/**
 * Checks and renders blocks.
 * @returns the content, and the blocks as messaging takes them
 */
export const composeBlocks = async (
  ctx: Ctx,
  { blocks, content }: { blocks: readonly object[]; content: string | undefined },
  call: Call,
): Promise<{ content: string; blocks: string }> =>
  await ctx.rpc.integrations.composeBlocks({ blocks: JSON.stringify(blocks), content }, call);

type ContainerValues = {
  message_id: number | undefined;
  ephemeral_id: string | undefined;
  view_id: string | undefined;
};

/** Returns the message or form that the parameters name. @throws REQUEST_VARIABLE_MISSING when they name none */
export function containerOf({ message_id, ephemeral_id, view_id }: ContainerValues): Container {
  if (message_id !== undefined) return { container: { $case: 'messageId', messageId: message_id } };
  if (ephemeral_id !== undefined) return { container: { $case: 'ephemeralId', ephemeralId: ephemeral_id } };
  if (view_id !== undefined) return { container: { $case: 'viewId', viewId: view_id } };
  throw errors.missingParameter('message_id');
}

/** What a person chose or filled in with one control. */
export const controlValueSchema = z.strictObject({
  block_id: z.string().max(255),
  action_id: z.string().max(255),
  /** The text, or the values of the chosen options, people (`U12`), channels (`C5`), date or time. */
  values: z.array(z.string().max(3_000)).max(200),
  /** The texts of these options, in the same order, of a select whose options the app has loaded. The app gets them back. */
  labels: z.array(z.string().max(75)).max(200).optional(),
});

export const controlValue = ({
  block_id,
  action_id,
  values,
  labels = [],
}: z.infer<typeof controlValueSchema>): ControlValue => ({
  blockId: block_id,
  actionId: action_id,
  values,
  labels,
});
