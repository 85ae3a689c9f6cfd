import type { TxScope } from '../../kernel/scope.ts';
import { deactivateEmoji } from '../db/emoji.ts';
import { deleteEmoji, listImportedEmoji } from '../db/imports.ts';
import { lockOrganization } from '../db/organization.ts';
import { announceEmoji } from '../settings/announce-definitions.ts';

/** Removes the emoji of an import. Clients and other services learn of it as of an emoji that was deactivated. */
export async function removeImportedEmoji(tx: TxScope, importId: number): Promise<void> {
  await lockOrganization(tx);
  const emojiIds = await listImportedEmoji(tx, importId);
  for (const emojiId of emojiIds) {
    await deactivateEmoji(tx, emojiId);
    await announceEmoji(tx, 'removed', emojiId);
  }
  await deleteEmoji(tx, emojiIds);
}
