/** Register's fields of what administrators defined for everyone. */

import { effectiveUserSettings, userSettingChoices, userSettingDefaultNames } from '@parley/settings';
import { listDomains } from './db/domains.ts';
import { listEmoji } from './db/emoji.ts';
import { listLinkifiers } from './db/linkifiers.ts';
import { listPlaygrounds } from './db/playgrounds.ts';
import { listProfileFields } from './db/profile-fields.ts';
import { presentLinkifier } from './domain/linkifiers.ts';
import { presentAll } from './domain/custom-emoji.ts';
import { presentPlayground } from './domain/playgrounds.ts';
import { presentProfileField, profileFieldTypes } from './domain/profile-fields.ts';
import { presentDomain } from './events/domains.ts';
import type { StateReader } from '../register.ts';

type Fields = Record<string, unknown>;

/** Clients that do not know templates get none (specification, register). */
export async function readLinkifiers({ tx, capabilities }: StateReader): Promise<Fields> {
  const isKnown = capabilities.has('linkifier_url_template');
  return { realm_linkifiers: isKnown ? (await listLinkifiers(tx)).map(presentLinkifier) : [] };
}

/** Code playgrounds. */
export const readPlaygrounds = async ({ tx }: StateReader): Promise<Fields> => ({
  realm_playgrounds: (await listPlaygrounds(tx)).map(presentPlayground),
});

/** Domains whose addresses may join; spectators are told none. */
export const readDomains = async ({ tx, caller }: StateReader): Promise<Fields> => ({
  realm_domains: caller ? (await listDomains(tx)).map(presentDomain) : [],
});

/** Custom profile fields, and the kinds there are. */
export const readProfileFields = async ({ tx }: StateReader): Promise<Fields> => ({
  custom_profile_fields: (await listProfileFields(tx)).map(presentProfileField),
  custom_profile_field_types: profileFieldTypes,
});

/** Settings that new people start with, and what can be chosen. */
export function readUserSettingsDefaults({ realm }: StateReader): Fields {
  const values = effectiveUserSettings(realm.userSettingsDefaults);
  return {
    realm_user_settings_defaults: {
      ...Object.fromEntries(userSettingDefaultNames.map((name) => [name, values[name]])),
      ...userSettingChoices,
    },
  };
}

/** Also those that were taken away: what was written with them still shows them. */
export const readEmoji = async ({ tx }: StateReader): Promise<Fields> => ({
  realm_emoji: presentAll(await listEmoji(tx)),
});
