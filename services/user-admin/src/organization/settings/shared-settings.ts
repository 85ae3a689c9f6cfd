import type { FactValue } from '@parley/event-log';
import { toOrganizationFacts } from '@parley/settings';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listEmoji } from '../db/emoji.ts';
import { listLinkifiers } from '../db/linkifiers.ts';
import { sharedSettings } from '../domain/realm-fields.ts';

/** Returns the data about the organization that other services cache. */
export async function sharedOrganization(scope: DbScope | TxScope) {
  const organization = await scope.organization();
  const settings = sharedSettings(organization);
  const methods = Object.entries(settings.authentication_methods);
  const emoji = (await listEmoji(scope)).filter((each) => !each.isDeactivated);
  const facts = toOrganizationFacts({
    settings: {
      ...settings,
      authentication_methods: Object.fromEntries(methods.map(([name, { enabled }]) => [name, enabled])),
    },
    linkifiers: await listLinkifiers(scope),
    emoji: emoji.map(({ id, name, path }) => ({ id: String(id), name, url: path })),
  });
  return { ...facts, isDeactivated: organization.isDeactivated };
}

/** All data that other services cache, including changes in this transaction. */
export const organizationFact = async (tx: TxScope): Promise<FactValue> => ({
  $case: 'organizationChanged',
  organizationChanged: await sharedOrganization(tx),
});
