import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { ChangeAlertWordsRequest, ChangeAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteAlertWords, insertAlertWords, listAlertWords } from '../../db/personal.ts';
import { checkAlertWords, maxAlertWords } from '../../domain/alert-words.ts';
import { alertWordsChanged } from '../../events/personal.ts';

/**
 * Adds and removes alert words of the caller. Returns all words after the change.
 * @throws BAD_REQUEST when a word is too long, or the caller would have too many words
 */
export async function changeAlertWords(
  _ctx: Ctx,
  { added, removed }: ChangeAlertWordsRequest,
  scope: DbScope,
): Promise<ChangeAlertWordsResponse> {
  const words = checkAlertWords(added);
  return changeOwnData(scope, async (tx, { userId }) => {
    const before = await listAlertWords(tx, userId);
    await deleteAlertWords(
      tx,
      userId,
      removed.map((word) => word.trim()),
    );
    await insertAlertWords(tx, userId, words);
    const alertWords = await listAlertWords(tx, userId);
    if (alertWords.length > maxAlertWords) {
      throw errors.badRequest(
        errorText('At most {limit} alert words are possible.', { limit: maxAlertWords }),
      );
    }
    if (JSON.stringify(before) !== JSON.stringify(alertWords)) {
      await emit(tx, alertWordsChanged(userId, alertWords));
    }
    return { alertWords };
  });
}
