import { jsonBytes } from '@parley/core';
import type { Queryable } from '@parley/db';
import type { Fact } from '@parley/proto/events/v1/facts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { listEmoji } from '../db/emoji.ts';
import { listLinkifiers } from '../db/linkifiers.ts';
import { presentLinkifier } from '../domain/linkifiers.ts';
import { sharedSettings } from '../domain/realm-fields.ts';

/**
 * What other services know of the organization, as JSON text: its settings by name, and `linkifiers` and
 * `emoji`, which rendering needs.
 */
export async function sharedSettingsJson(db: Queryable, realm: Realm): Promise<Buffer> {
  const linkifiers = (await listLinkifiers(db)).map(presentLinkifier);
  const emoji = (await listEmoji(db))
    .filter((each) => !each.isDeactivated)
    .map(({ id, name, path }) => ({ id: String(id), name, url: path }));
  return jsonBytes({ ...sharedSettings(realm), linkifiers, emoji });
}

/** The fact that keeps their caches fresh: everything, as it is now in the transaction. */
export async function organizationFact(db: Queryable, realm: Realm): Promise<NonNullable<Fact['value']>> {
  return {
    $case: 'organizationChanged',
    organizationChanged: { settingsJson: await sharedSettingsJson(db, realm) },
  };
}
