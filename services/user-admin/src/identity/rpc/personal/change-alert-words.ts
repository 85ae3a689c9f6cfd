import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { ChangeAlertWordsRequest, ChangeAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import type { Ctx } from '../../context.ts';
import { deleteAlertWords, insertAlertWords, listAlertWords } from '../../db/personal.ts';
import { checkAlertWords, maxAlertWords } from '../../domain/alert-words.ts';
import { alertWordsChanged } from '../../events/personal.ts';

/**
 * Adds alert words and takes some away (contract, `add-alert-words`, `remove-alert-words`). @returns the words
 * there are then.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function changeAlertWords(
  ctx: Ctx,
  { added, removed }: ChangeAlertWordsRequest,
  call: Call,
): Promise<ChangeAlertWordsResponse> {
  const words = checkAlertWords(added);
  return changeOwn(ctx, call, async (tx, { userId }) => {
    const before = await listAlertWords(tx, userId);
    await deleteAlertWords(
      tx,
      userId,
      removed.map((word) => word.trim()),
    );
    await insertAlertWords(tx, userId, words);
    const alertWords = await listAlertWords(tx, userId);
    if (alertWords.length > maxAlertWords) {
      throw errors.badRequest(`At most ${maxAlertWords} alert words are possible.`);
    }
    if (JSON.stringify(before) !== JSON.stringify(alertWords)) {
      await emit(tx, alertWordsChanged(userId, alertWords));
    }
    return { alertWords };
  });
}
