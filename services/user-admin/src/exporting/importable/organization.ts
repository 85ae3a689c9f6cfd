import {
  type FileRecord,
  type OrganizationRecord,
  type PermissionValue,
  profileFieldTypes,
} from '@parley/archive';
import { itemAt } from '@parley/core';
import type { ChannelId, GroupId, GroupSettingValue, UserId } from '@parley/rules';
import { changeableOrganizationSettings, type SystemGroupIds } from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { listLinkifiers } from '../../organization/db/linkifiers.ts';
import { listProfileFields } from '../../organization/db/profile-fields.ts';
import { presentLinkifier } from '../../organization/domain/linkifiers.ts';
import type { ProfileField } from '../../organization/domain/profile-fields.ts';
import { channelSettings, isPermission } from '../../organization/domain/setting-changes.ts';
import { imagesOf } from '../contents/organization.ts';

/** Settings with members of their own in the record, and those that an archive never decides. */
const notAmongSettings: ReadonlySet<string> = new Set(['name', 'description', 'authentication_methods']);

/** Settings of the record. */
export const exportedSettings: readonly (typeof changeableOrganizationSettings)[number][] =
  changeableOrganizationSettings.filter((name) => !notAmongSettings.has(name));

/** Keys of what settings name, by ID. */
export type KeysOfSettings = {
  people: ReadonlyMap<UserId, string>;
  groups: ReadonlyMap<GroupId, string>;
  channels: ReadonlyMap<ChannelId, string>;
};

export async function organizationRecord(scope: DbScope, keys: KeysOfSettings): Promise<OrganizationRecord> {
  const organization = await scope.organization();
  const { name, description } = organization.settings;
  const linkifiers = (await listLinkifiers(scope)).map(presentLinkifier);
  const fields = await listProfileFields(scope);
  return {
    kind: 'organization',
    name,
    description,
    urls: [organization.publicUrl],
    settings: settingsOf(organization, keys),
    ...(fields.length > 0 && { profileFields: fields.map(fieldRecord) }),
    ...(linkifiers.length > 0 && {
      linkifiers: linkifiers.map((each) => ({
        pattern: each.pattern,
        url: each.url_template,
        ...(each.example_input !== null && { example: each.example_input }),
        ...(each.reverse_template !== null && { reverse: each.reverse_template }),
        ...(each.alternative_url_templates.length > 0 && { alternatives: each.alternative_url_templates }),
      })),
    }),
    ...Object.fromEntries(imagesOf(organization.settings).map(({ image }) => [image, imageKey(image)])),
    created: organization.createdAt,
  };
}

const imageKey = (image: string): string => `organization ${image}`;

/** Yields the files of the organization's images. Their contents are among the entries of an export. */
export function* imageRecords(settings: Organization['settings']): Iterable<FileRecord> {
  for (const { image, path } of imagesOf(settings))
    yield { kind: 'file', key: imageKey(image), name: `${image}.png`, path, use: 'organization' };
}

function settingsOf({ settings, systemGroups }: Organization, keys: KeysOfSettings): Record<string, unknown> {
  return Object.fromEntries(
    exportedSettings.map((name) => {
      const value = settings[name];
      if (isPermission(name)) return [name, permissionRecord(value as GroupSettingValue, systemGroups, keys)];
      if (channelSettings.includes(name)) return [name, keys.channels.get(value as number) ?? null];
      return [name, value];
    }),
  );
}

function permissionRecord(
  value: GroupSettingValue,
  systemGroups: SystemGroupIds,
  keys: KeysOfSettings,
): PermissionValue {
  const rules = new Map(Object.entries(systemGroups).map(([rule, id]) => [id, rule]));
  const groupOf = (id: number) => rules.get(id) ?? keys.groups.get(id) ?? [];
  if (typeof value === 'number') return { groups: [groupOf(value)].flat() };
  const people = value.direct_members.flatMap((id) => keys.people.get(id) ?? []);
  return {
    groups: value.direct_subgroups.flatMap(groupOf).toSorted(),
    ...(people.length > 0 && { people: people.toSorted() }),
  };
}

const fieldRecord = (field: ProfileField) => ({
  name: field.name,
  type: itemAt(profileFieldTypes, field.type - 1),
  ...(field.hint !== '' && { hint: field.hint }),
  ...(field.fieldData !== '' && { data: field.fieldData }),
  ...(field.displayInProfileSummary && { isInSummary: true }),
  ...(field.isRequired && { isRequired: true }),
  ...(!field.isEditableByUser && { isLocked: true }),
  ...(field.isUsedForMatching && { isUsedForMatching: true }),
});
