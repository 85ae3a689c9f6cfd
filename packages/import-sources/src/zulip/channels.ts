import { type ArchiveRecord, type ChannelRecord, type GroupRecord, KeyTable } from '@parley/archive';
import type { Findings } from '../reading/findings.ts';
import { idOf, numberOf, secondsOf, textOf, type Values } from '../reading/values.ts';
import { type Row, referenceOf, streamName, type ZulipTables } from './tables.ts';

/** Returns the groups that people made, those inside of others first. Groups of the system follow from roles. */
export function zulipGroups(
  tables: ZulipTables,
  people: ReadonlySet<string>,
  findings: Findings,
): GroupRecord[] {
  const rows = [...tables.of('zerver_namedusergroup'), ...tables.of('zerver_usergroup')];
  const members = listsOf(tables, 'zerver_usergroupmembership', 'user_group', 'user_profile');
  const subgroups = listsOf(tables, 'zerver_groupgroupmembership', 'supergroup', 'subgroup');
  const groups = new Map<string, GroupRecord>();
  for (const { row, where } of rows) {
    const key = referenceOf(row, 'usergroup_ptr') ?? idOf(row.id);
    const name = textOf(row.name);
    if (key === undefined || name === undefined || row.is_system_group === true || groups.has(key)) continue;
    const description = textOf(row.description);
    groups.set(key, {
      kind: 'group',
      key,
      name,
      members: [...new Set(members.get(key) ?? [])].filter((person) => people.has(person)),
      active: row.deactivated !== true,
      where,
      ...(description === undefined ? {} : { description }),
    });
  }
  const sorted: GroupRecord[] = [];
  const done = new Set<string>();
  const visit = (key: string, path: ReadonlySet<string>): boolean => {
    const group = groups.get(key);
    if (!group || path.has(key)) return false;
    if (done.has(key)) return true;
    const inner = (subgroups.get(key) ?? []).filter((subgroup) => visit(subgroup, new Set([...path, key])));
    if (inner.length < (subgroups.get(key) ?? []).filter((subgroup) => groups.has(subgroup)).length) {
      findings.tell({
        finding: 'group-loop',
        where: group.where ?? '',
        example: `The group "${group.name.slice(0, 80)}" contains itself.`,
      });
    }
    done.add(key);
    sorted.push(inner.length === 0 ? group : { ...group, subgroups: inner });
    return true;
  };
  for (const key of groups.keys()) visit(key, new Set());
  return sorted;
}

function listsOf(tables: ZulipTables, table: string, of: string, value: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { row } of tables.of(table)) {
    const key = referenceOf(row, of);
    const entry = referenceOf(row, value);
    if (key === undefined || entry === undefined) continue;
    const known = lists.get(key);
    if (known) known.push(entry);
    else lists.set(key, [entry]);
  }
  return lists;
}

const postingPolicies = { 1: 'everyone', 2: 'administrators', 3: 'full-members', 4: 'moderators' } as const;
const postingGroups: Readonly<Record<string, NonNullable<ChannelRecord['posting']>>> = {
  'role:everyone': 'everyone',
  'role:members': 'everyone',
  'role:fullmembers': 'full-members',
  'role:moderators': 'moderators',
  'role:administrators': 'administrators',
  'role:owners': 'administrators',
};
const topicsPolicies = {
  1: 'inherit',
  2: 'allow_empty_topic',
  3: 'disable_empty_topic',
  4: 'empty_topic_only',
} as const;

/** Yields folders and channels. */
export function* zulipChannels(
  tables: ZulipTables,
  people: ReadonlySet<string>,
  findings: Findings,
): Iterable<ArchiveRecord> {
  const folders = new Set<string>();
  for (const { row, where } of tables.of('zerver_channelfolder')) {
    const key = idOf(row.id);
    const name = textOf(row.name);
    if (key === undefined || name === undefined || folders.has(key)) continue;
    folders.add(key);
    const description = textOf(row.description);
    yield { kind: 'channel-folder', key, name, where, ...(description === undefined ? {} : { description }) };
  }
  const defaults = new Set(tables.of('zerver_defaultstream').map(({ row }) => referenceOf(row, 'stream')));
  const systemGroups = new Map(
    [...tables.of('zerver_namedusergroup'), ...tables.of('zerver_usergroup')]
      .filter(({ row }) => row.is_system_group === true)
      .map(({ row }) => [referenceOf(row, 'usergroup_ptr') ?? idOf(row.id), textOf(row.name) ?? '']),
  );
  const channels = new Set<string>();
  for (const { row, where } of tables.of('zerver_stream')) {
    const key = idOf(row.id);
    if (key === undefined || channels.has(key)) {
      findings.tell({
        finding: 'duplicate-id',
        where,
        example: 'The channel has no ID, or stands there twice.',
        leftOut: 'channels',
      });
      continue;
    }
    channels.add(key);
    const sending = referenceOf(row, 'can_send_message_group');
    const posting =
      sending === undefined
        ? postingPolicies[Number(row.stream_post_policy) as keyof typeof postingPolicies]
        : postingGroups[systemGroups.get(sending) ?? ''];
    if (sending !== undefined && posting === undefined) {
      findings.tell({
        finding: 'posting-group',
        where,
        example: `A group of its own may write in "${streamName(row).slice(0, 80)}". Everyone may until you choose it again.`,
      });
    }
    yield channelOf(key, row, where, { posting, isDefault: defaults.has(key), folders, people });
  }
}

function channelOf(
  key: string,
  row: Values,
  where: string,
  known: {
    posting: ChannelRecord['posting'] | undefined;
    isDefault: boolean;
    folders: ReadonlySet<string>;
    people: ReadonlySet<string>;
  },
): ChannelRecord {
  const description = textOf(row.description);
  const creator = referenceOf(row, 'creator');
  const created = secondsOf(row.date_created);
  const folder = referenceOf(row, 'folder');
  const days = numberOf(row.message_retention_days);
  const topicsPolicy = topicsPolicies[Number(row.topics_policy) as keyof typeof topicsPolicies];
  return {
    kind: 'channel',
    key,
    name: streamName(row),
    privacy: privacyOf(row),
    where,
    ...(description === undefined ? {} : { description }),
    ...(row.deactivated === true ? { archived: true } : {}),
    ...(creator !== undefined && known.people.has(creator) ? { creator } : {}),
    ...(created === undefined ? {} : { created }),
    ...(folder !== undefined && known.folders.has(folder) ? { folder } : {}),
    ...(known.isDefault ? { isDefault: true } : {}),
    ...(days === undefined ? {} : { retentionDays: days === -1 ? null : days }),
    ...(known.posting === undefined || known.posting === 'everyone' ? {} : { posting: known.posting }),
    ...(topicsPolicy === undefined || topicsPolicy === 'inherit' ? {} : { topicsPolicy }),
  };
}

function privacyOf(row: Values): ChannelRecord['privacy'] {
  if (row.is_web_public === true) return 'web-public';
  if (row.invite_only !== true) return 'public';
  return row.history_public_to_subscribers === true ? 'private' : 'private-protected';
}

/** Channels by the recipients that stand for them in messages and subscriptions. */
export function recipientsOf(tables: ZulipTables): Map<string, { type: number; id: string }> {
  const recipients = new Map<string, { type: number; id: string }>();
  for (const { row } of tables.of('zerver_recipient')) {
    const key = idOf(row.id);
    const id = idOf(row.type_id);
    const type = numberOf(row.type);
    if (key !== undefined && id !== undefined && type !== undefined) recipients.set(key, { type, id });
  }
  return recipients;
}

/**
 * Yields subscriptions to channels.
 * @param conversations gets the people of group conversations: those with a subscription to its recipient
 */
export async function* zulipSubscriptions(
  rows: AsyncIterable<Row>,
  known: {
    channels: { has(key: string): boolean };
    people: ReadonlySet<string>;
    recipients: ReturnType<typeof recipientsOf>;
  },
  conversations: Map<string, string[]>,
  temporaryFolder: string | undefined,
): AsyncIterable<ArchiveRecord> {
  const { channels, people, recipients } = known;
  const seen = new KeyTable(temporaryFolder);
  for await (const { row, where } of rows) {
    const recipient = recipients.get(referenceOf(row, 'recipient') ?? '');
    const person = referenceOf(row, 'user_profile');
    if (person === undefined) continue;
    if (recipient?.type === 3) {
      const members = conversations.get(recipient.id);
      if (members) members.push(person);
      else conversations.set(recipient.id, [person]);
    }
    if (recipient?.type !== 2 || !channels.has(recipient.id) || !people.has(person)) continue;
    if (!seen.addNew(`${recipient.id} ${person}`)) continue;
    const color = textOf(row.color);
    const choice = (column: string): boolean | undefined =>
      typeof row[column] === 'boolean' ? row[column] : undefined;
    const choices = {
      desktopNotifications: choice('desktop_notifications'),
      audibleNotifications: choice('audible_notifications'),
      pushNotifications: choice('push_notifications'),
      emailNotifications: choice('email_notifications'),
      wildcardMentionsNotify: choice('wildcard_mentions_notify'),
    };
    yield {
      kind: 'subscription',
      channel: recipient.id,
      person,
      where,
      ...(row.active === false ? { active: false } : {}),
      ...(row.is_muted === true || row.in_home_view === false ? { muted: true } : {}),
      ...(row.pin_to_top === true ? { pinned: true } : {}),
      ...(color === undefined ? {} : { color }),
      ...Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)),
    };
  }
}

/** A policy of a person for a topic. Older versions had a table of muted ones only. */
export type TopicRow = Row & { readonly isMuted: boolean };

/** Yields people's policies for topics. */
export async function* zulipTopics(
  rows: AsyncIterable<TopicRow>,
  channels: ReadonlySet<string>,
  people: ReadonlySet<string>,
): AsyncIterable<ArchiveRecord> {
  const policies = { 1: 'muted', 2: 'unmuted', 3: 'followed' } as const;
  for await (const { row, where, isMuted } of rows) {
    const channel = referenceOf(row, 'stream');
    const person = referenceOf(row, 'user_profile');
    const policy = isMuted ? 'muted' : policies[Number(row.visibility_policy ?? 1) as keyof typeof policies];
    const time = secondsOf(row.last_updated) ?? secondsOf(row.date_muted);
    if (channel === undefined || person === undefined || policy === undefined) continue;
    if (!channels.has(channel) || !people.has(person) || typeof row.topic_name !== 'string') continue;
    yield {
      kind: 'topic',
      channel,
      topic: row.topic_name,
      person,
      policy,
      where,
      ...(time === undefined ? {} : { time }),
    };
  }
}
