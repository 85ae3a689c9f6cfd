/** Telling everybody what the organization defines, a whole list at a time, in the transaction that changed it. */
import { emit, emitAll, type Tx } from '@parley/db';
import { readRealm } from '../../kernel/db/realm.ts';
import type { Ctx } from '../context.ts';
import { listEmoji } from '../db/emoji.ts';
import { listLinkifiers } from '../db/linkifiers.ts';
import { listPlaygrounds } from '../db/playgrounds.ts';
import { listProfileFields } from '../db/profile-fields.ts';
import { emojiChanged } from '../events/emoji.ts';
import { linkifiersChanged } from '../events/linkifiers.ts';
import { playgroundsChanged } from '../events/playgrounds.ts';
import { profileFieldsChanged } from '../events/profile-fields.ts';
import { organizationFact } from './shared-settings.ts';

/** One emoji, and all of them. */
export async function announceEmoji(
  ctx: Ctx,
  tx: Tx,
  change: 'added' | 'removed',
  emojiId: number,
): Promise<void> {
  const all = await listEmoji(tx);
  const emoji = all.find(({ id }) => id === emojiId)!;
  const fact = await organizationFact(tx, await readRealm(tx, ctx.config));
  await emitAll(tx, emojiChanged(change, emoji, all, fact));
}

/** Linkifiers. */
export async function announceLinkifiers(ctx: Ctx, tx: Tx): Promise<void> {
  const all = await listLinkifiers(tx);
  await emit(tx, linkifiersChanged(all, await organizationFact(tx, await readRealm(tx, ctx.config))));
}

/** Code playgrounds. */
export async function announcePlaygrounds(tx: Tx): Promise<void> {
  await emit(tx, playgroundsChanged(await listPlaygrounds(tx)));
}

/** Custom profile fields. */
export async function announceProfileFields(tx: Tx): Promise<void> {
  await emit(tx, profileFieldsChanged(await listProfileFields(tx)));
}
