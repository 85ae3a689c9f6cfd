import { jsonBytes } from '@parley/core';
import { type ClientEvent, clientEvent, type FactValue, newEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import type { OrganizationSettingName } from '@parley/settings';
import type { Realm } from '../../kernel/domain/realm.ts';
import { sharedSettings } from '../domain/realm-fields.ts';
import { isPermission } from '../domain/setting-changes.ts';

/** All settings of the organization, for caches. `settings` as `sharedSettings` gives them. */
export const organizationCreated = (settings: Record<string, unknown>): Event =>
  newEvent('user-admin.organization.created', {
    fact: {
      $case: 'organizationChanged',
      organizationChanged: { settingsJson: jsonBytes(settings) },
    },
  });

/** Settings that clients are told of as parts of a dictionary; of the others one by one (contract, `realm`). */
const inDictionaries: ReadonlySet<string> = new Set<OrganizationSettingName>([
  'allow_message_editing',
  'authentication_methods',
  'message_content_edit_limit_seconds',
  'message_edit_history_visibility_policy',
  'topics_policy',
]);

/** Settings of images: of each clients are told where it is and where it comes from, together. */
const imagesOf: Readonly<Partial<Record<OrganizationSettingName, string>>> = {
  icon_source: 'icon',
  icon_url: 'icon',
  logo_source: 'logo',
  logo_url: 'logo',
  night_logo_source: 'night_logo',
  night_logo_url: 'night_logo',
};

/** What everybody hears of changed settings, and all of them for caches. */
export function organizationChanged(
  realm: Realm,
  names: readonly OrganizationSettingName[],
  fact: FactValue,
): Event[] {
  const values = sharedSettings(realm);
  const inOne = names.filter((name) => isPermission(name) || inDictionaries.has(name));
  const data = Object.fromEntries(inOne.map((name) => [name, values[name]]));
  if ('topics_policy' in data) data.mandatory_topics = values.mandatory_topics;
  const told: ClientEvent[] = names
    .filter((name) => !inOne.includes(name) && !imagesOf[name])
    .map((name) => ({ type: 'realm', op: 'update', property: name, value: values[name] }));
  for (const image of new Set(names.flatMap((name) => imagesOf[name] ?? []))) {
    const [source, url] = [`${image}_source`, `${image}_url`];
    const shown = { [source]: values[source], [url]: values[url] };
    told.push({ type: 'realm', op: 'update_dict', property: image, data: shown });
  }
  if (inOne.length > 0) told.push({ type: 'realm', op: 'update_dict', property: 'default', data });
  return [
    ...told.map((event) => clientEvent('user-admin.organization.changed', everyone, event)),
    newEvent('user-admin.organization.changed', { fact }),
  ];
}

/** A personal setting that new people start with. */
export const userSettingDefaultChanged = (property: string, value: unknown): Event =>
  clientEvent('user-admin.organization.changed', everyone, {
    type: 'realm_user_settings_defaults',
    op: 'update',
    property,
    value,
  });
