/** Each event contains the whole list. It must be emitted in the transaction of the change. */
import { required } from '@parley/core';
import { emit, emitAll } from '@parley/db';
import type { TxScope } from '../../kernel/scope.ts';
import { listEmoji } from '../db/emoji.ts';
import { listLinkifiers } from '../db/linkifiers.ts';
import { listPlaygrounds } from '../db/playgrounds.ts';
import { listProfileFields } from '../db/profile-fields.ts';
import { emojiChanged } from '../events/emoji.ts';
import { linkifiersChanged } from '../events/linkifiers.ts';
import { playgroundsChanged } from '../events/playgrounds.ts';
import { profileFieldsChanged } from '../events/profile-fields.ts';
import { organizationFact } from './shared-settings.ts';

export async function announceEmoji(
  tx: TxScope,
  change: 'added' | 'removed',
  emojiId: number,
): Promise<void> {
  const all = await listEmoji(tx);
  const emoji = required(
    all.find(({ id }) => id === emojiId),
    'emoji',
  );
  await emitAll(tx, emojiChanged(change, emoji, all, await organizationFact(tx)));
}

export async function announceLinkifiers(tx: TxScope): Promise<void> {
  await emit(tx, linkifiersChanged(await listLinkifiers(tx), await organizationFact(tx)));
}

export async function announcePlaygrounds(tx: TxScope): Promise<void> {
  await emit(tx, playgroundsChanged(await listPlaygrounds(tx)));
}

export async function announceProfileFields(tx: TxScope): Promise<void> {
  await emit(tx, profileFieldsChanged(await listProfileFields(tx)));
}
