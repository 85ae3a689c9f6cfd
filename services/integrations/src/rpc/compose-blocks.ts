import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { ComposeBlocksRequest, ComposeBlocksResponse } from '@parley/proto/integrations/v1/apps';
import { blocksText, composeBotMessage } from '../apps/composing/compose.ts';
import { programOfBot } from '../apps/program-of-bot.ts';
import type { Ctx } from '../context.ts';
import { PayloadError } from '../domain/templates/payload.ts';

/**
 * Checks and renders blocks that a bot sends or puts into a message with its own credentials. The content follows from them where there is none.
 * @throws BAD_REQUEST for people, and for a wrong block, with its place; REQUEST_VARIABLE_MISSING when the blocks have no text
 */
export async function composeBlocks(
  ctx: Ctx,
  { blocks: written, content }: ComposeBlocksRequest,
  scope: Scope,
): Promise<ComposeBlocksResponse> {
  const caller = await scope.caller();
  const program = caller.isBot ? await programOfBot(ctx, caller.userId, scope) : undefined;
  if (!program) throw errors.badRequest('Only bots can send blocks.');
  try {
    const blocks: unknown = JSON.parse(written);
    const message = await composeBotMessage(ctx, program, { blocks, content }, scope);
    if (message.content.trim() === '') throw errors.missingParameter('content');
    return { content: message.content, blocks: blocksText(program, message.blocks) };
  } catch (error) {
    if (error instanceof PayloadError) throw errors.badRequest(error.text);
    throw error;
  }
}
