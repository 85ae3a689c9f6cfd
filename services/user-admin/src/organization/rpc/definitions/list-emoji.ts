import { jsonBytes } from '@parley/core';
import type { ListEmojiRequest, ListEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listEmoji as readEmoji } from '../../db/emoji.ts';
import { presentAll } from '../../domain/custom-emoji.ts';

/**
 * The organization's own emoji by ID, those that were taken away too (contract, `get-custom-emoji`). @throws
 * UNAUTHORIZED
 */
export async function listEmoji(
  ctx: Ctx,
  _request: ListEmojiRequest,
  call: Call,
): Promise<ListEmojiResponse> {
  await requireCaller(ctx.db, call);
  return { emojiJson: jsonBytes(presentAll(await readEmoji(ctx.db))) };
}
