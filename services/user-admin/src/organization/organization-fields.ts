import { visitor } from '@parley/core';
import { effectiveUserSettings, userSettingChoices, userSettingDefaultNames } from '@parley/settings';
import type { FieldReaders, Fields, RegisterRequest } from '../kernel/field-readers.ts';
import { listDomains } from './db/domains.ts';
import { listEmoji } from './db/emoji.ts';
import { listGroups } from './db/groups.ts';
import { listLinkifiers } from './db/linkifiers.ts';
import { listPlaygrounds } from './db/playgrounds.ts';
import { listProfileFields } from './db/profile-fields.ts';
import { presentEmojiById } from './domain/custom-emoji.ts';
import { presentLinkifier } from './domain/linkifiers.ts';
import { presentPlayground } from './domain/playgrounds.ts';
import { presentProfileField, profileFieldTypes } from './domain/profile-fields.ts';
import { realmFields, realmFieldsForVisitors } from './domain/realm-fields.ts';
import { presentDomain } from './events/domains.ts';
import { presentAllGroups } from './groups/all-groups.ts';
import { deactivatedMembers } from './groups/visible-groups.ts';

/** Reads the linkifiers. Clients that do not support URL templates get an empty list. */
async function readLinkifiers({ tx, capabilities }: RegisterRequest): Promise<Fields> {
  const isKnown = capabilities.has('linkifier_url_template');
  return { realm_linkifiers: isKnown ? (await listLinkifiers(tx.small)).map(presentLinkifier) : [] };
}

const readPlaygrounds = async ({ tx }: RegisterRequest): Promise<Fields> => ({
  realm_playgrounds: (await listPlaygrounds(tx.small)).map(presentPlayground),
});

const readDomains = async ({ tx, reader }: RegisterRequest): Promise<Fields> => ({
  realm_domains: reader === visitor ? [] : (await listDomains(tx.small)).map(presentDomain),
});

const readProfileFields = async ({ tx }: RegisterRequest): Promise<Fields> => ({
  custom_profile_fields: (await listProfileFields(tx.small)).map(presentProfileField),
  custom_profile_field_types: profileFieldTypes,
});

function readUserSettingsDefaults({ organization }: RegisterRequest): Fields {
  const values = effectiveUserSettings(organization.userSettingsDefaults);
  return {
    realm_user_settings_defaults: {
      ...Object.fromEntries(userSettingDefaultNames.map((name) => [name, values[name]])),
      ...userSettingChoices,
    },
  };
}

/** Reads the custom emoji, including deactivated ones, which old messages and reactions still show. */
const readEmoji = async ({ tx }: RegisterRequest): Promise<Fields> => ({
  realm_emoji: presentEmojiById(await listEmoji(tx.small)),
});

/** Visitors get only system groups. Only clients with `include_deactivated_groups` get deactivated groups. */
async function readGroups(request: RegisterRequest): Promise<Fields> {
  const { tx, reader, capabilities, peopleByRole } = request;
  const [all] = await Promise.all([
    tx.once(listGroups),
    reader === visitor ? undefined : tx.once(deactivatedMembers),
  ]);
  const groups = all.filter(
    (group) =>
      (reader !== visitor || group.rule !== '') &&
      (!group.isDeactivated || capabilities.has('include_deactivated_groups')),
  );
  return { realm_user_groups: await presentAllGroups(tx, reader, groups, peopleByRole) };
}

/** For features that this server does not support, the functions return empty values. */
export const organizationFields: FieldReaders = {
  realm: ({ organization, reader }) =>
    reader === visitor ? realmFieldsForVisitors(organization) : realmFields(organization),
  realm_user_groups: readGroups,
  realm_user_settings_defaults: readUserSettingsDefaults,
  custom_profile_fields: readProfileFields,
  giphy: () => ({ giphy_api_key: '' }),
  tenor: () => ({ tenor_api_key: '' }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_domains: readDomains,
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_emoji: readEmoji,
  realm_filters: () => ({ realm_filters: [] }),
  realm_linkifiers: readLinkifiers,
  realm_playgrounds: readPlaygrounds,
  stop_words: () => ({ stop_words: [] }),
};
