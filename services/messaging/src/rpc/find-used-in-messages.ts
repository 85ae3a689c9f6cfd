import type { Scope } from '@parley/directory';
import type {
  FindUsedInMessagesRequest,
  FindUsedInMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { usedInMessages } from '../db/imports.ts';

/** Returns those of the channels that contain messages, and those of the people who have sent messages. */
export async function findUsedInMessages(
  { db }: Ctx,
  { channelIds, userIds }: FindUsedInMessagesRequest,
  { call }: Scope,
): Promise<FindUsedInMessagesResponse> {
  requireOperator(call);
  return usedInMessages(db, channelIds, userIds);
}
