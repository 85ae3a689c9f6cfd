import { attachmentSchema } from '@parley/api';
import { errors } from '@parley/core';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { boolean, integer, messageText, oneOf, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { blocksParameter, composeBlocks } from './apps/block-parts.ts';

export const updateMessage = route({
  method: 'PATCH',
  path: '/messages/{message_id}',
  operation: 'update-message',
  summary: 'Edits a message, or moves it and other messages of its topic.',
  auth: 'required',
  params: params({
    message_id: integer({ min: 0 }).inPath(),
    topic: messageText().alias('subject').optional(),
    propagate_mode: oneOf(['change_one', 'change_later', 'change_all']).default('change_one'),
    send_notification_to_old_thread: boolean().default(false),
    send_notification_to_new_thread: boolean().default(true),
    content: messageText().optional(),
    blocks: blocksParameter(),
    prev_content_sha256: text().optional().describe('SHA-256 of the content that the edit is based on.'),
    stream_id: integer({ min: 0 }).optional(),
  }),
  answer: z.strictObject({
    detached_uploads: z.array(attachmentSchema),
  }),
  async handle(ctx, values, { call }) {
    if (values.blocks !== undefined) {
      if (values.topic !== undefined || values.stream_id !== undefined)
        throw errors.badRequest('A request with blocks cannot move the message.');
      const { message_id: messageId, content, blocks, prev_content_sha256: prevContentSha256 } = values;
      const composed = await composeBlocks(ctx, { blocks, content }, call);
      await ctx.rpc.messaging.updateBlocks({ messageId, ...composed, prevContentSha256 }, call);
      return ok({ detached_uploads: [] });
    }
    const { detachedUploadsJson: detached } = await ctx.rpc.messaging.updateMessage(
      {
        messageId: values.message_id,
        content: values.content,
        prevContentSha256: values.prev_content_sha256,
        topic: values.topic,
        channelId: values.stream_id,
        propagateMode: values.propagate_mode,
        notifyOldThread: values.send_notification_to_old_thread,
        notifyNewThread: values.send_notification_to_new_thread,
      },
      call,
    );
    return ok({ detached_uploads: detached.length > 0 ? raw(detached) : [] });
  },
});
