import type {
  FindImportedMessageRequest,
  FindImportedMessageResponse,
} from '@parley/proto/importing/v1/importing';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { findMessageId } from '../db/keys.ts';
import { oldAddress } from '../domain/old-address.ts';

/**
 * Finds the new ID of a message by its old one, or by its address at the source. The ID tells nothing: whoever follows it must be allowed
 * to read the message.
 */
export async function findImportedMessage(
  ctx: Ctx,
  { sourceId }: FindImportedMessageRequest,
  _call: Call,
): Promise<FindImportedMessageResponse> {
  return { messageId: (await findMessageId(ctx.db, oldAddress(sourceId))) ?? 0 };
}
