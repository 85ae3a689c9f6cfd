import { errors } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { ok } from '../../edge/answer/envelope.ts';
import {
  boolean,
  integer,
  jsonOrText,
  messageText,
  oneOf,
  queueIdText,
  text,
} from '../../edge/declaration/parameter.ts';
import { params, type Values } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { blocksParameter, composeBlocks } from './apps/block-parts.ts';
import { channelRecipient, directRecipient, toSchema } from './recipients.ts';
import { newSendKey, sendKeyOf } from './send-key.ts';

const parameters = params({
  type: oneOf(['direct', 'channel', 'stream', 'private']),
  to: jsonOrText(toSchema).describe('A channel by name or ID, or users by ID or API address.'),
  content: messageText().optional().describe('Required without `blocks`, from which it follows otherwise.'),
  blocks: blocksParameter(),
  topic: messageText().alias('subject').optional().describe('Of a channel message.'),
  queue_id: queueIdText().optional().describe('The queue that gets the local echo.'),
  local_id: text(1_000)
    .optional()
    .describe('Of the local echo. Repeating a send with its queue and local ID stores nothing twice.'),
  read_by_sender: boolean().optional(),
  seen_message_id: integer({ min: 1 })
    .optional()
    .describe(
      'The newest message that the sender sees in the topic: the new one follows it if it was moved.',
    ),
});

const answer = z.strictObject({
  id: z.int(),
  /** The address of the message in the web client. */
  message_url: z.string().optional(),
  message_link: z.string().optional(),
  automatic_new_visibility_policy: z.literal([2, 3]).optional(),
});

export const sendMessage = route({
  method: 'POST',
  path: '/messages',
  operation: 'send-message',
  summary: 'Sends a message to a channel or to users.',
  auth: 'required',
  changes: 'messages',
  awaits: 'facts',
  params: parameters,
  answer,
  async handle(ctx, values, { call, caller }) {
    if (values.queue_id !== undefined && values.local_id === undefined)
      throw errors.missingParameter('local_id');
    if (values.local_id !== undefined && values.queue_id === undefined)
      throw errors.missingParameter('queue_id');
    const { content, blocks } = await composed(ctx, values, call);
    const isDirect = values.type === 'direct' || values.type === 'private';
    // The key makes the call idempotent, so it can be retried at another replica.
    const { id, url, link, automaticNewVisibilityPolicy } = await ctx.rpc.messaging.sendMessage(
      {
        sendKey: keyOf(caller.userId, values),
        recipient: isDirect ? directRecipient(values.to) : channelRecipient(values.to, values.topic),
        content,
        blocks,
        queueId: values.queue_id ?? '',
        localId: values.local_id ?? '',
        readBySender: values.read_by_sender,
        seenMessageId: values.seen_message_id,
      },
      call,
    );
    const policy = automaticNewVisibilityPolicy as z.infer<typeof answer>['automatic_new_visibility_policy'];
    return ok({
      id,
      // Messaging of the previous release tells no address.
      message_url: url || undefined,
      message_link: link || undefined,
      automatic_new_visibility_policy: policy,
    });
  },
});

type SendValues = Pick<
  Values<typeof parameters>,
  'queue_id' | 'local_id' | 'type' | 'to' | 'topic' | 'content' | 'blocks'
>;

/** Returns the content, and the blocks as services have them; empty for none. @throws REQUEST_VARIABLE_MISSING without both */
async function composed(
  ctx: Ctx,
  { content, blocks = [] }: Pick<SendValues, 'content' | 'blocks'>,
  call: Call,
): Promise<{ content: string; blocks: string }> {
  if (blocks.length > 0) return await composeBlocks(ctx, { blocks, content }, call);
  if (content === undefined) throw errors.missingParameter('content');
  return { content, blocks: '' };
}

function keyOf(userId: UserId, { queue_id, local_id, type, to, topic, content, blocks }: SendValues): string {
  if (queue_id === undefined || local_id === undefined) return newSendKey();
  const body = [type, to, topic, content, ...(blocks === undefined ? [] : [blocks])];
  return sendKeyOf({ userId, queueId: queue_id, localId: local_id, body });
}
