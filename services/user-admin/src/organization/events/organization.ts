import { type ClientEvent, clientEvent, type FactValue, newEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import type { OrganizationSettingName } from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import { sharedSettings } from '../domain/realm-fields.ts';
import { isPermission } from '../domain/setting-changes.ts';

/** Builds the event for a new organization. It goes only to the caches of other services. */
export const organizationCreated = (fact: FactValue): Event =>
  newEvent('user-admin.organization.created', { fact });

/** Combined in one event (`update_dict`) with permissions. Others have separate events (`update`). */
const inDictionaries: ReadonlySet<string> = new Set<OrganizationSettingName>([
  'allow_message_editing',
  'authentication_methods',
  'description',
  'message_content_edit_limit_seconds',
  'message_edit_history_visibility_policy',
  'topics_policy',
]);

/** Settings of images. The URL and the source of an image are in the same event. */
const imagesOf: Readonly<Partial<Record<OrganizationSettingName, 'icon' | 'logo' | 'night_logo'>>> = {
  icon_source: 'icon',
  icon_url: 'icon',
  logo_source: 'logo',
  logo_url: 'logo',
  night_logo_source: 'night_logo',
  night_logo_url: 'night_logo',
};

type PlainValue = ClientEvent<'realm/update'>['value'];

/** The last event contains only the organization as data for the caches of other services (`fact`). */
export function organizationChanged(
  organization: Organization,
  names: readonly OrganizationSettingName[],
  fact: FactValue,
): Event[] {
  const values = sharedSettings(organization);
  const shared = names.filter((name) => isPermission(name) || inDictionaries.has(name));
  const data = Object.fromEntries(shared.map((name) => [name, values[name]]));
  if ('topics_policy' in data) data.mandatory_topics = values.mandatory_topics;
  const events: ClientEvent[] = names
    .filter((name) => !shared.includes(name) && !imagesOf[name])
    .map((name) => ({ type: 'realm', op: 'update', property: name, value: values[name] as PlainValue }));
  for (const image of new Set(names.flatMap((name) => imagesOf[name] ?? []))) {
    const [source, url] = [`${image}_source`, `${image}_url`] as const;
    const data = { [source]: values[source], [url]: values[url] };
    events.push({ type: 'realm', op: 'update_dict', property: image, data });
  }
  if (shared.length > 0) events.push({ type: 'realm', op: 'update_dict', property: 'default', data });
  return [
    ...events.map((event) => clientEvent('user-admin.organization.changed', everyone, event)),
    newEvent('user-admin.organization.changed', { fact }),
  ];
}

export const pushPermissionChanged = ({ reachesPhones, pushEndsAt }: Organization): Event[] =>
  Object.entries({
    push_notifications_enabled: reachesPhones,
    push_notifications_enabled_end_timestamp: pushEndsAt,
  }).map(([property, value]) =>
    clientEvent('user-admin.organization.changed', everyone, {
      type: 'realm',
      op: 'update',
      property,
      value,
    }),
  );

export const userSettingDefaultChanged = (
  property: string,
  value: ClientEvent<'realm_user_settings_defaults/update'>['value'],
): Event =>
  clientEvent('user-admin.organization.changed', everyone, {
    type: 'realm_user_settings_defaults',
    op: 'update',
    property,
    value,
  });

/** Clients are notified only of the deactivation. @param fact data for the caches of other services */
export const organizationActivityChanged = (isActive: boolean, fact: FactValue): Event[] => [
  ...(isActive ? [] : [organizationDeactivated()]),
  newEvent('user-admin.organization.changed', { fact }),
];

const organizationDeactivated = (): Event => ({
  ...clientEvent('user-admin.organization.deactivated', everyone, { type: 'realm', op: 'deactivated' }),
  fact: { value: { $case: 'organizationDeactivated', organizationDeactivated: {} } },
});
