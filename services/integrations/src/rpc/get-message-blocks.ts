import type { MessageBlocks } from '@parley/api';
import { errors, jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type GetMessageBlocksRequest, GetMessageBlocksResponse } from '@parley/proto/integrations/v1/apps';
import { widgetOf } from '@parley/rules/widgets';
import { messageBlocksOf } from '../apps/presses/containers.ts';
import { blocksOfWidget, peopleIn } from '../apps/presses/widget-blocks.ts';
import type { Ctx } from '../context.ts';
import { findHiddenPeople } from '../facts/hidden-people.ts';
import { readMessage } from '../facts/read-message.ts';

/**
 * Returns the blocks of a message. Those of a poll or to-do list follow from its state.
 * @throws BAD_REQUEST when the caller may not read the message
 */
export async function getMessageBlocks(
  ctx: Ctx,
  { messageId, language }: GetMessageBlocksRequest,
  scope: Scope,
): Promise<GetMessageBlocksResponse> {
  const read = await readMessage(ctx, messageId, scope.call);
  if (!read) throw errors.badRequest('Invalid message(s)');
  const widget = widgetOf(read.message);
  if (!widget)
    return GetMessageBlocksResponse.create({ blocksData: jsonBytes(messageBlocksOf(read.message)) });
  const people = peopleIn(widget);
  const [users, hidden] = await Promise.all([
    scope.users.many(people),
    findHiddenPeople(ctx, await scope.caller(), people, scope),
  ]);
  const seen = [...users.values()].filter(({ userId }) => !hidden.has(userId));
  const names = new Map(seen.map(({ userId, fullName }) => [userId, fullName]));
  const found: MessageBlocks = { app_id: null, blocks: blocksOfWidget(widget, names, language) };
  return GetMessageBlocksResponse.create({ blocksData: jsonBytes(found) });
}
