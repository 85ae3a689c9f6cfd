import { jsonBytes } from '@parley/core';
import type { ListEmojiRequest, ListEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listEmoji as readEmoji } from '../../db/emoji.ts';
import { presentEmojiById } from '../../domain/custom-emoji.ts';

/** Returns all custom emoji by ID, including deactivated ones. */
export async function listEmoji(
  _ctx: Ctx,
  _request: ListEmojiRequest,
  scope: DbScope,
): Promise<ListEmojiResponse> {
  await scope.caller();
  return { emojiJson: jsonBytes(presentEmojiById(await readEmoji(scope))) };
}
