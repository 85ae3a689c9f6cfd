import { messageBlocksSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getMessageBlocks = route({
  method: 'GET',
  path: '/messages/{message_id}/blocks',
  operation: 'get-message-blocks',
  summary: 'Returns the blocks of a message, also those of a poll or to-do list.',
  auth: 'required',
  params: params({ message_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({ message_blocks: messageBlocksSchema }),
  async handle(ctx, { message_id: messageId }, { call, language }) {
    const { blocksData } = await ctx.rpc.integrations.getMessageBlocks(
      { messageId, language: language() },
      call,
    );
    return ok({ message_blocks: raw(blocksData) });
  },
});
