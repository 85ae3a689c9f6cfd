import { errors } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { Ctx } from '../context.ts';
import { listEmoji } from '../db/emoji.ts';
import { readRealm } from '../db/realm.ts';
import { presentAll, presentEmoji } from '../domain/own-emoji.ts';
import type { Person } from '../domain/person.ts';
import { clientEvent, everyone } from '../events/client-event.ts';
import { holdsPermission } from './permissions.ts';
import { organizationFact } from './shared-settings.ts';

/** @throws BAD_REQUEST when the caller may not add emoji */
export async function requireEmojiRight(ctx: Ctx, tx: Tx, caller: Person): Promise<void> {
  const realm = await readRealm(tx, ctx.config);
  if (!(await holdsPermission(tx, realm, caller, 'can_add_custom_emoji_group'))) throw errors.notPermitted();
}

/**
 * Tells everybody of one emoji that is new or was taken away, with all for clients that want them all. The latter
 * has two names among clients: each is an event.
 */
export async function announceEmoji(
  ctx: Ctx,
  tx: Tx,
  change: 'added' | 'removed',
  emojiId: number,
): Promise<void> {
  const all = await listEmoji(tx);
  const emoji = presentEmoji(all.find(({ id }) => id === emojiId)!);
  const fact = await organizationFact(tx, await readRealm(tx, ctx.config));
  const kind = `user-admin.emoji.${change}` as const;
  const event = { type: 'realm_emoji', emoji, realm_emoji: presentAll(all) };
  await emitAll(tx, [
    clientEvent(kind, everyone, { ...event, op: change === 'added' ? 'add' : 'edit' }, fact),
    ...(change === 'removed'
      ? [clientEvent(kind, everyone, { ...event, realm_emoji: {}, op: 'update_one' })]
      : []),
  ]);
}
