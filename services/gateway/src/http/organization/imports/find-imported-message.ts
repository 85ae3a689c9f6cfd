import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const findImportedMessage = route({
  method: 'GET',
  path: '/imports/messages/{source_id}',
  operation: 'find-imported-message',
  summary:
    'Returns the new ID of a message of another server by its ID or address there, so that old links lead on.',
  auth: 'required',
  params: params({ source_id: text(500).inPath() }),
  answer: z.strictObject({
    message_id: z.int().nullable(),
  }),
  async handle(ctx, { source_id: sourceId }, { call }) {
    const { messageId } = await ctx.rpc.importing.findImportedMessage({ sourceId }, call);
    return ok({ message_id: messageId === 0 ? null : messageId });
  },
});
