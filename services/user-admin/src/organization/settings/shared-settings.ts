import { jsonBytes } from '@parley/core';
import type { Fact } from '@parley/proto/events/v1/facts';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import { listEmoji } from '../db/emoji.ts';
import { listLinkifiers } from '../db/linkifiers.ts';
import { presentLinkifier } from '../domain/linkifiers.ts';
import { sharedSettings } from '../domain/realm-fields.ts';

/**
 * Returns the data of the organization that other services cache, as JSON text: its settings by name, and `linkifiers`
 * and `emoji`, which rendering needs.
 */
export async function sharedSettingsJson(scope: Scope | TxScope): Promise<Buffer> {
  const linkifiers = (await listLinkifiers(scope)).map(presentLinkifier);
  const emoji = (await listEmoji(scope))
    .filter((each) => !each.isDeactivated)
    .map(({ id, name, path }) => ({ id: String(id), name, url: path }));
  return jsonBytes({ ...sharedSettings(await scope.organization()), linkifiers, emoji });
}

/**
 * Returns the fact that keeps the caches of `sharedSettingsJson` up to date. It carries everything, as the transaction
 * sees it.
 */
export async function organizationFact(tx: TxScope): Promise<NonNullable<Fact['value']>> {
  return {
    $case: 'organizationChanged',
    organizationChanged: {
      settingsJson: await sharedSettingsJson(tx),
      isDeactivated: (await tx.organization()).isDeactivated,
    },
  };
}
