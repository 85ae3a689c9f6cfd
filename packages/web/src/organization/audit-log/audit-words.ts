/** Texts for actions and details of audit log entries. */
import type { AnswerOf, GroupSettingValue, Store } from '@parley/client';
import { b, botsTexts } from '../../bots/texts.ts';
import { type ChannelsText, c, channelsTexts } from '../../channels/texts.ts';
import { groupName, valueInWords as permissionInWords } from '../../forms/group-words.ts';
import { choicesOf, fieldTypes } from '../../forms/profile-field-types.ts';
import { dateTimeOf, listOf } from '../../i18n/format.ts';
import { channelName, topicName, userName } from '../../model/names.ts';
import { roleName, roleValues } from '../people/role-names.ts';
import { o, organizationTexts } from '../texts.ts';
import { type AuditText, a, auditTexts } from './audit-texts.ts';

export type AuditEntry = AnswerOf<'get-audit-log'>['entries'][number];

const isText = (name: string): name is AuditText => auditTexts.has(name);

/** Returns the name of an action. An unknown action of a newer server keeps its name of the API. */
export const actionInWords = (action: string): string => (isText(action) ? a(action) : action);

const actions = auditTexts.names.filter((name) => name.includes('.'));
const areaOf = (action: string): AuditText => {
  const [entity = ''] = action.split('.');
  if (/sign|session|access|api_key|passkey|password|factor|recovery|identity/.test(action))
    return 'areaSignIn';
  if (entity === 'user') return 'areaAccounts';
  if (['channel', 'message', 'topic', 'file'].includes(entity)) return 'areaChannels';
  if (['app', 'group', 'bot', 'invitation'].includes(entity)) return 'areaGroups';
  return 'areaOrganization';
};

/** Returns all actions by area. In each area, they are sorted by `words`, their names in the reader's language. */
export function actionsByArea(): { area: string; actions: { name: string; words: string }[] }[] {
  const areas: AuditText[] = ['areaAccounts', 'areaSignIn', 'areaGroups', 'areaChannels', 'areaOrganization'];
  return areas.map((area) => ({
    area: a(area),
    actions: actions
      .filter((action) => areaOf(action) === area)
      .map((name) => ({ name, words: actionInWords(name) }))
      .sort((one, other) => one.words.localeCompare(other.words)),
  }));
}

/** Keys of details that come last, in this order. The database does not preserve the order of keys. */
const lastKeys = ['from', 'to'];

const keyInWords = (key: string): string => {
  const name = `key_${key}`;
  return isText(name)
    ? a(name)
    : key
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase();
};

function settingInWords(setting: string): string {
  if (organizationTexts.has(setting)) return o(setting);
  if (isPermission(setting) && channelsTexts.has(setting)) return c(setting);
  return keyInWords(setting.replace(/_group$/, ''));
}

const isPermission = (setting: string): boolean => setting.endsWith('_group');

const isPermissionValue = (value: unknown): value is GroupSettingValue =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'direct_subgroups' in value);

const topicsPolicies: Readonly<Record<string, ChannelsText>> = {
  inherit: 'topicsInherit',
  allow_empty_topic: 'topicsAllow',
  disable_empty_topic: 'topicsRequire',
  empty_topic_only: 'topicsNone',
};

/** Keys of details whose values are identifiers of the API. */
const wordKeys = ['method', 'reason', 'factor'];

/** Returns the text for a value in the details of an entry. IDs and roles are numbers in the API. */
function valueInWords(store: Store, action: string, key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueInWords(store, action, key, each)).join(', ');
  if (value === null || value === '') return a('nothing');
  if (typeof value === 'boolean') return a(value ? 'yes' : 'no');
  if (typeof value === 'object') return detailsInWords(store, action, value as Record<string, unknown>);
  const isRole = key === 'role' || action.endsWith('role_changed');
  if (isRole && roleValues.some((role) => role === value)) return roleName(Number(value));
  const id = Number(value);
  if (key === 'channelId' && store.channels.channels.has(id)) return `#${channelName(store, id)}`;
  const isGroup = ['groupId', 'subgroupId', 'addGroups', 'removeGroups'].includes(key);
  if (isGroup && store.groups.groups.has(id)) return groupName(store.groups.groups.get(id));
  if (['userIds', 'invitedBy', 'ownerId', 'botOwnerId'].includes(key) && store.people.users.has(id))
    return userName(store, id);
  const folder = key === 'folderId' ? store.channels.folders.get(id) : undefined;
  if (folder) return folder.name;
  if (key === 'sentAt') return dateTimeOf(id);
  if (key === 'type' || key === 'exportType') return kindInWords(action, Number(value));
  if (key === 'fieldData') return optionsInWords(String(value));
  if (key === 'setting') return settingInWords(String(value));
  if (key === 'topicsPolicy' && Object.hasOwn(topicsPolicies, String(value)))
    return c(topicsPolicies[String(value)]!);
  const word = `value_${value}`;
  if (wordKeys.includes(key) && isText(word)) return a(word);
  if (key === 'topic') return topicName(store, String(value));
  return String(value);
}

/** Prefixes of the texts of numbered kinds, by the first part of the action's name. */
const kinds: Readonly<Record<string, string>> = { profile_field: 'fieldType', export: 'exportType' };

/** Returns the name of a kind of profile fields, bots or exports. Kinds that only a newer server knows stay numbers. */
function kindInWords(action: string, kind: number): string {
  const subject = action.slice(0, action.indexOf('.'));
  const botType = `botType${kind}`;
  if (subject === 'bot') return botsTexts.has(botType) ? b(botType) : String(kind);
  const name = `${kinds[subject]}${kind}`;
  return organizationTexts.has(name) ? o(name) : String(kind);
}

/**
 * Returns the options of a profile field with a list. Returns other stored options, such as those of an external account,
 * unchanged.
 */
function optionsInWords(stored: string): string {
  const options = choicesOf({ type: fieldTypes.select, field_data: stored }).map(({ text }) => text);
  return options.every((text) => typeof text === 'string') ? listOf(options) : stored;
}

/** Returns whether a detail has content. Objects and lists without members have none. */
const saysSomething = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length > 0;

function detailsInWords(store: Store, action: string, details: Record<string, unknown>): string {
  const { channelId, name, setting } = details;
  const isNamedAlready = name !== undefined && store.channels.channels.get(Number(channelId))?.name === name;
  const inWords = (key: string, value: unknown): string => {
    const isChanged = typeof setting === 'string' && (key === 'from' || key === 'to');
    if (isChanged && isPermission(setting) && isPermissionValue(value))
      return permissionInWords(store, value);
    return valueInWords(store, action, isChanged ? setting : key, value);
  };
  return Object.entries(details)
    .filter(([key, value]) => !(isNamedAlready && key === 'name') && saysSomething(value))
    .sort(([one], [other]) => lastKeys.indexOf(one) - lastKeys.indexOf(other))
    .map(([key, value]) => `${keyInWords(key)}: ${inWords(key, value)}`)
    .join(', ');
}

export const entryDetails = (store: Store, { action, details }: AuditEntry): string =>
  detailsInWords(store, action, details);
