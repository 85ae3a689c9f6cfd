import { ParleyError } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { MessageId } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** The parts of a message in the API's form that programs and apps need. */
export type ReadMessage = {
  id: number;
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
  timestamp: number;
  type: string;
  display_recipient: string | readonly { id: number }[];
  stream_id?: number;
  subject?: string;
  /** HTML. */
  content: string;
  submessages: readonly { id: number; sender_id: number; msg_type: string; content: string }[];
};

/** Returns a message as the caller may read it now, and its content in Markdown; undefined when the caller may not. */
export async function readMessage(
  { messaging }: Pick<Ctx, 'messaging'>,
  messageId: MessageId,
  call: Call,
): Promise<{ message: ReadMessage; rawContent: string } | undefined> {
  try {
    const request = { messageId, applyMarkdown: true, allowEmptyTopicName: true };
    const { messageJson, rawContent } = await messaging.getMessage(request, call);
    return { message: JSON.parse(Buffer.from(messageJson).toString()) as ReadMessage, rawContent };
  } catch (error) {
    if (error instanceof ParleyError && error.status < 500) return undefined;
    throw error;
  }
}
