import { type ArchiveRecord, type FormEntry, FormWriter, type PersonRecord } from '@parley/archive';
import { lastItem, required, VERSION } from '@parley/core';
import type { ExportedChannel } from '@parley/proto/channel/v1/exporting';
import type { UserId } from '@parley/rules';
import { listAlertWords, listMutedUsers } from '../accounts/db/personal.ts';
import { listSystemBots } from '../kernel/db/people.ts';
import { findUserSettings } from '../kernel/db/user-settings.ts';
import type { Person } from '../kernel/domain/person.ts';
import { listEmoji } from '../organization/db/emoji.ts';
import { listGroups } from '../organization/db/groups.ts';
import { listProfileFields } from '../organization/db/profile-fields.ts';
import { FIELD_TYPE, type ProfileField } from '../organization/domain/profile-fields.ts';
import { listProfileData, type ProfileData } from '../people/db/profile-values.ts';
import { userPages } from '../people/user-pages.ts';
import { statusesOf } from '../presence/db/user-statuses.ts';
import type { UserStatus } from '../presence/domain/user-status.ts';
import { channelsOf } from './contents/messages.ts';
import type { Source } from './contents/source.ts';
import { type Entry, entryOf } from './domain/tar.ts';
import { groupKeys, personKeys } from './importable/keys.ts';
import { type Known, messageRecords } from './importable/messages.ts';
import { imageRecords, organizationRecord } from './importable/organization.ts';

/**
 * Yields the records of the form of an organization (docs/operations/archive-form.md), which `parley import` reads. The contents of files
 * and pictures are among the entries that the export has already. The manifest comes last.
 */
export async function* formEntries(source: Source): AsyncGenerator<Entry> {
  const writer = new FormWriter();
  const { publicUrl } = await source.scope.organization();
  for await (const record of records(source)) yield* writer.add(record).map(entry);
  const facts = {
    created: Math.floor(Date.now() / 1_000),
    source: publicUrl,
    program: `Parley ${VERSION}`,
    ...(source.since > 0 && { since: source.since }),
  };
  yield* writer.finish(facts).map(entry);
}

const entry = ({ path, bytes }: FormEntry): Entry => entryOf(path, bytes);

const roleNames: Readonly<Record<number, 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};
const botTypes: Readonly<Record<number, 'generic' | 'incoming' | 'outgoing' | 'embedded'>> = {
  1: 'generic',
  2: 'incoming',
  3: 'outgoing',
  4: 'embedded',
};

type Keys = ReadonlyMap<number, string>;

/** Yields the records of an organization, in the order of the form. */
export async function* records(source: Source): AsyncGenerator<ArchiveRecord> {
  const { scope } = source;
  const people = await personKeys(scope);
  const groups = await groupKeys(scope);
  const channels: ExportedChannel[] = [];
  for await (const channel of channelsOf(source)) channels.push(channel);
  const channelKeys = new Map(channels.map(({ channelId, key }) => [channelId, key]));
  yield await organizationRecord(scope, { people, groups, channels: channelKeys });
  const names = new Map<string, string | undefined>();
  const pictures: ArchiveRecord[] = [...imageRecords(await scope.settings())];
  yield* peopleRecords(source, people, { names, pictures });
  const groupNames = new Map<string, string>();
  yield* groupRecords(source, { people, groups }, groupNames);
  yield* pictures;
  yield* emojiRecords(source, people);
  yield* folderRecords(channels);
  const channelNames = new Map<string, string>();
  for (const channel of channels) {
    const record = channelRecord(channel, people);
    channelNames.set(record.name, channel.key);
    yield record;
  }
  for (const channel of channels) yield* subscriptionRecords(source, channel, people);
  const known: Known = { people, names, groupNames, channelNames, channels };
  yield* messageRecords(source, known);
  yield* unreadRecords(source, people);
}

/** Yields the people. Adds their names, and the records of their pictures, which come later. */
async function* peopleRecords(
  source: Source,
  people: Keys,
  { names, pictures }: { names: Map<string, string | undefined>; pictures: ArchiveRecord[] },
): AsyncGenerator<ArchiveRecord> {
  const { scope } = source;
  const fieldNames = new Map((await listProfileFields(scope)).map((field) => [String(field.id), field]));
  for await (const page of userPages(scope)) {
    const userIds = page.map(({ userId }) => userId);
    const profileOf = await listProfileData(scope, userIds);
    const statuses = await statusesOf(scope, userIds);
    for (const person of page) {
      const key = required(people.get(person.userId), 'key of a person');
      // A name that several people have refers to none of them.
      names.set(person.fullName, names.has(person.fullName) ? undefined : key);
      if (person.avatarSource === 'U') {
        const path = `images/avatar-${person.userId}`;
        pictures.push({ kind: 'file', key: `avatar ${key}`, name: 'avatar.png', path, use: 'avatar' });
      }
      const profile = profileRecord(profileOf(person.userId), fieldNames, people);
      const record = await personRecord(source, person, people, profile);
      const status = statuses.get(person.userId);
      yield status ? { ...record, status: statusRecord(status) } : record;
    }
  }
}

/** Yields the groups, and adds their names. */
async function* groupRecords(
  { scope }: Source,
  { people, groups }: { people: Keys; groups: Keys },
  names: Map<string, string>,
): AsyncGenerator<ArchiveRecord> {
  for (const group of (await listGroups(scope)).toSorted((one, other) => one.groupId - other.groupId)) {
    const key = groups.get(group.groupId);
    if (key === undefined) continue;
    names.set(group.name, key);
    yield {
      kind: 'group',
      key,
      name: group.name,
      description: group.description,
      members: group.memberIds.flatMap((id) => people.get(id) ?? []),
      subgroups: group.subgroupIds.flatMap((id) => groups.get(id) ?? []),
      active: !group.isDeactivated,
    };
  }
}

/** Yields the pictures of the emoji of the organization, and then the emoji. */
async function* emojiRecords({ scope }: Source, people: Keys): AsyncGenerator<ArchiveRecord> {
  const emoji = (await listEmoji(scope)).filter(({ isDeactivated }) => !isDeactivated);
  // Another name of an emoji has the same picture.
  const firstNames = new Map(emoji.toReversed().map(({ path, name }) => [path, name]));
  for (const { id, name, path: picture } of emoji) {
    if (firstNames.get(picture) !== name) continue;
    const path = `images/emoji-${id}`;
    yield { kind: 'file', key: `emoji ${name}`, name: `${name}.png`, path, use: 'emoji' };
  }
  for (const { name, path, authorId } of emoji) {
    const author = authorId === null ? undefined : people.get(authorId);
    const first = required(firstNames.get(path), 'first name of an emoji');
    yield {
      kind: 'emoji',
      name,
      ...(first === name ? { file: `emoji ${name}` } : { aliasOf: first }),
      ...(author !== undefined && { author }),
    };
  }
}

function* folderRecords(channels: readonly ExportedChannel[]): Generator<ArchiveRecord> {
  const folders = new Set<string>();
  for (const { folderName, folderDescription } of channels) {
    if (folderName !== '' && !folders.has(folderName)) {
      folders.add(folderName);
      yield { kind: 'channel-folder', key: folderName, name: folderName, description: folderDescription };
    }
  }
}

/** Number of messages in one record. */
const unreadOfRecord = 1_000;

/** Yields what people have not read, those whose private data is exported. */
async function* unreadRecords(
  { ctx, scope, call, consentingUserIds, hasAllPrivateData, since }: Source,
  people: ReadonlyMap<UserId, string>,
): AsyncGenerator<ArchiveRecord> {
  const consenting = new Set(consentingUserIds);
  // Their messages are not exported.
  const excludedSenderIds = (await listSystemBots(scope)).map(({ userId }) => userId);
  for (const [userId, person] of [...people].toSorted(([one], [other]) => one - other)) {
    if (!hasAllPrivateData && !consenting.has(userId)) continue;
    for (let afterMessageId = 0; ; ) {
      const { messages } = await ctx.rpc.messaging.listExportedUnread(
        { userId, afterMessageId, since, excludedSenderIds },
        call(),
      );
      if (messages.length === 0) break;
      for (let at = 0; at < messages.length; at += unreadOfRecord) {
        const keys = messages.slice(at, at + unreadOfRecord).map(({ sendKey }) => sendKey);
        yield { kind: 'unread', person, messages: keys };
      }
      afterMessageId = lastItem(messages).messageId;
    }
  }
}

function profileRecord(
  data: ProfileData,
  fields: ReadonlyMap<string, ProfileField>,
  people: ReadonlyMap<UserId, string>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([id, { value }]): [string, string | string[]][] => {
      const field = fields.get(id);
      if (!field) return [];
      if (field.type !== FIELD_TYPE.user) return [[field.name, value]];
      const ids = JSON.parse(value) as number[];
      return [[field.name, ids.flatMap((each) => people.get(each) ?? [])]];
    }),
  );
}

const statusRecord = ({ statusText, emojiName, endsAt }: UserStatus & { endsAt: number }) => ({
  ...(statusText !== '' && { text: statusText }),
  ...(emojiName !== '' && { emoji: emojiName }),
  ...(endsAt !== 0 && { until: endsAt }),
});

/** The value of `email_address_visibility` for an address that nobody sees. */
const hiddenFromAll = 4;

async function personRecord(
  { scope, consentingUserIds, hasAllPrivateData }: Source,
  person: Person,
  people: ReadonlyMap<UserId, string>,
  profile: Record<string, string | string[]>,
): Promise<PersonRecord> {
  const { userId, isBot } = person;
  const key = required(people.get(userId), 'key of a person');
  const owner = people.get(person.botOwnerId);
  const hasConsent = hasAllPrivateData || consentingUserIds.includes(userId);
  const { deliveryEmail, emailAddressVisibility } = person;
  // As in the list of people: an address that not even administrators see is private.
  const isShown = hasConsent || emailAddressVisibility !== hiddenFromAll;
  const isAddress = isShown && !deliveryEmail.endsWith('@imported.invalid');
  const words = hasConsent && !isBot ? await listAlertWords(scope, userId) : [];
  const settings = hasConsent && !isBot ? await findUserSettings(scope, userId) : {};
  const muted = hasConsent && !isBot ? await listMutedUsers(scope, userId) : [];
  const mutedPeople = muted.flatMap(({ id }) => people.get(id) ?? []);
  return {
    kind: 'person',
    key,
    name: person.fullName,
    ...(isAddress && { email: deliveryEmail }),
    role: roleNames[person.role] ?? 'member',
    ...(isBot && {
      bot: { type: botTypes[person.botType] ?? 'generic', ...(owner !== undefined && { owner }) },
    }),
    active: person.isActive,
    id: userId,
    joined: person.joinedAt,
    ...(person.timezone !== '' && { timezone: person.timezone }),
    ...(person.avatarSource === 'U' && { avatar: `avatar ${key}` }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(words.length > 0 && { alertWords: words }),
    ...(Object.keys(profile).length > 0 && { profile }),
    ...(mutedPeople.length > 0 && { mutedPeople }),
  };
}

type ChannelJson = {
  name: string;
  description: string;
  is_archived: boolean;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  creator_id: UserId | null;
  date_created: number;
  is_default: boolean;
  message_retention_days: number | null;
  stream_post_policy: number;
  topics_policy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
};

const postings = { 1: 'everyone', 2: 'administrators', 3: 'full-members', 4: 'moderators' } as const;

function channelRecord(
  { key, channelJson, folderName }: ExportedChannel,
  people: ReadonlyMap<UserId, string>,
) {
  const json = JSON.parse(channelJson.toString()) as ChannelJson;
  const creator = json.creator_id === null ? undefined : people.get(json.creator_id);
  const secret = json.history_public_to_subscribers ? 'private' : 'private-protected';
  const days = json.message_retention_days;
  return {
    kind: 'channel',
    key,
    name: json.name,
    description: json.description,
    privacy: json.invite_only ? secret : json.is_web_public ? 'web-public' : 'public',
    archived: json.is_archived,
    ...(creator !== undefined && { creator }),
    created: json.date_created,
    ...(folderName !== '' && { folder: folderName }),
    isDefault: json.is_default,
    ...(days !== null && { retentionDays: days === -1 ? null : days }),
    posting: postings[json.stream_post_policy as keyof typeof postings] ?? 'everyone',
    topicsPolicy: json.topics_policy,
  } as const satisfies ArchiveRecord;
}

const policies = { 1: 'muted', 2: 'unmuted', 3: 'followed' } as const;

async function* subscriptionRecords(
  { ctx, call, consentingUserIds, hasAllPrivateData }: Source,
  { channelId, key: channel }: ExportedChannel,
  people: ReadonlyMap<UserId, string>,
): AsyncGenerator<ArchiveRecord> {
  for (let afterUserId = 0; ; ) {
    const { subscriptions } = await ctx.rpc.channel.listExportedSubscriptions(
      { channelId, afterUserId },
      call(),
    );
    if (subscriptions.length === 0) return;
    for (const subscription of subscriptions) {
      const { userId, topics } = subscription;
      const person = people.get(userId);
      if (person === undefined) continue;
      const isPersonal = hasAllPrivateData || consentingUserIds.includes(userId);
      yield { kind: 'subscription', channel, person, ...(isPersonal && personalOf(subscription)) };
      if (!isPersonal) continue;
      for (const { topic, policy, updatedAt } of topics) {
        const name = policies[policy as keyof typeof policies];
        yield { kind: 'topic', channel, topic, person, policy: name, time: updatedAt };
      }
    }
    afterUserId = lastItem(subscriptions).userId;
  }
}

type Personal = {
  isMuted: boolean;
  isPinned: boolean;
  color: string;
  desktopNotifications?: boolean | undefined;
  audibleNotifications?: boolean | undefined;
  pushNotifications?: boolean | undefined;
  emailNotifications?: boolean | undefined;
  wildcardMentionsNotify?: boolean | undefined;
};

const personalOf = (given: Personal) => ({
  ...(given.isMuted && { muted: true }),
  ...(given.isPinned && { pinned: true }),
  ...(given.color !== '' && { color: given.color }),
  ...(given.desktopNotifications !== undefined && { desktopNotifications: given.desktopNotifications }),
  ...(given.audibleNotifications !== undefined && { audibleNotifications: given.audibleNotifications }),
  ...(given.pushNotifications !== undefined && { pushNotifications: given.pushNotifications }),
  ...(given.emailNotifications !== undefined && { emailNotifications: given.emailNotifications }),
  ...(given.wildcardMentionsNotify !== undefined && { wildcardMentionsNotify: given.wildcardMentionsNotify }),
});
