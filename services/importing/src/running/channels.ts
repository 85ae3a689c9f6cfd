import type { ChannelRecord, SubscriptionRecord, TopicRecord } from '@parley/archive';
import { outcomeOf } from '../domain/report.ts';
import { requirePeople } from './people.ts';
import type { Running } from './state.ts';
import { whereOf } from './state.ts';

const postingGroups = {
  everyone: '',
  administrators: 'role:administrators',
  moderators: 'role:moderators',
  'full-members': 'role:fullmembers',
} as const;

/** Number of subscriptions of one call, and of one beside people who write: each is an event that other services follow. */
const [atOnce, atOnceGently] = [1_000, 25] as const;

const policies = { muted: 1, unmuted: 2, followed: 3 } as const;

export async function importChannels(running: Running, given: readonly ChannelRecord[]): Promise<void> {
  const { tally, row, isDryRun, source } = running;
  const channels = given.filter(({ key }, at) => {
    const isFirst = !running.channels.has(key) && given.findIndex((each) => each.key === key) === at;
    if (!isFirst) tally.find('duplicate-key', whereOf(given[at]!, key), `The channel ${key} comes twice.`);
    return isFirst;
  });
  if (channels.length === 0) return;
  const { results } = await running.ctx.clients.channel.importChannels(
    {
      importId: row.importId,
      source,
      dryRun: isDryRun,
      takenNames: running.channelNames.among(channels.map(({ name }) => name)),
      channels: channels.map((channel) => {
        const folder = running.folders.get(channel.folder ?? '');
        return {
          key: channel.key,
          name: channel.name,
          description: channel.description ?? '',
          isPrivate: channel.privacy === 'private' || channel.privacy === 'private-protected',
          isWebPublic: false,
          isHistoryPublic: channel.privacy !== 'private-protected',
          isArchived: channel.archived ?? false,
          creatorId: Math.max(0, running.people.get(channel.creator ?? '')?.id ?? 0),
          createdAt: Math.floor(channel.created ?? 0),
          isDefault: channel.isDefault ?? false,
          messageRetentionDays: channel.retentionDays === null ? -1 : channel.retentionDays,
          topicsPolicy: channel.topicsPolicy ?? 'inherit',
          postingGroup: postingGroups[channel.posting ?? 'everyone'],
          folderName: folder?.name ?? '',
          folderDescription: folder?.description ?? '',
        };
      }),
    },
    running.call(),
  );
  for (const [at, channel] of channels.entries()) {
    const { channelId, outcome, name } = results[at]!;
    const where = whereOf(channel, channel.key);
    running.channels.set(channel.key, { id: channelId || running.fakeId(), name });
    running.channelNames.add(name);
    tally.add('channels', 'read');
    tally.add('channels', outcomeOf(outcome));
    if (outcome !== 'created') running.channelsThere.add(channelId);
    if (outcome === 'merged')
      tally.find('merged-channel', where, `#${channel.name} is there; its messages are added.`);
    else if (name !== channel.name) tally.find('renamed-channel', where, `${channel.name} → ${name}`);
    if (channel.privacy === 'web-public') {
      tally.find('web-public-channel', where, `#${name} is public, but not readable without signing in.`);
    }
  }
}

export async function importSubscriptions(
  running: Running,
  subscriptions: readonly SubscriptionRecord[],
): Promise<void> {
  const known = subscriptions.filter((each) => isKnownChannel(running, each.channel, whereOf(each)));
  for (const each of known) await requirePeople(running, [each.person], whereOf(each));
  const active = known.filter((each) => {
    if (each.active === false) {
      running.tally.find('former-subscription', whereOf(each), 'Former subscriptions are not imported.');
    }
    return each.active !== false;
  });
  if (running.isDryRun) return;
  const byChannel = active.toSorted((one, other) =>
    one.channel < other.channel ? -1 : one.channel > other.channel ? 1 : 0,
  );
  for (let at = 0; at < byChannel.length; ) {
    const size = running.pace.isGentle ? atOnceGently : atOnce;
    const startedAt = performance.now();
    await store(running, byChannel.slice(at, at + size));
    at += size;
    await running.observeSends();
    await running.giveWay(startedAt);
  }
}

async function store(running: Running, subscriptions: readonly SubscriptionRecord[]): Promise<void> {
  await running.ctx.clients.channel.importSubscriptions(
    {
      importId: running.row.importId,
      subscriptions: subscriptions.map((each) => ({
        channelId: running.channelId(each.channel),
        userId: running.personId(each.person),
        isMuted: each.muted ?? false,
        isPinned: each.pinned ?? false,
        color: each.color ?? '',
        desktopNotifications: each.desktopNotifications ?? undefined,
        audibleNotifications: each.audibleNotifications ?? undefined,
        pushNotifications: each.pushNotifications ?? undefined,
        emailNotifications: each.emailNotifications ?? undefined,
        wildcardMentionsNotify: each.wildcardMentionsNotify ?? undefined,
      })),
    },
    running.call(),
  );
}

export async function importTopics(running: Running, topics: readonly TopicRecord[]): Promise<void> {
  const known = topics.filter((each) => isKnownChannel(running, each.channel, whereOf(each)));
  for (const each of known) await requirePeople(running, [each.person], whereOf(each));
  if (running.isDryRun || known.length === 0) return;
  await running.ctx.clients.channel.importUserTopics(
    {
      importId: running.row.importId,
      topics: known.map((each) => ({
        channelId: running.channelId(each.channel),
        userId: running.personId(each.person),
        topic: each.topic,
        policy: policies[each.policy],
        updatedAt: Math.floor(each.time ?? 0),
      })),
    },
    running.call(),
  );
}

/** Returns whether the archive describes a channel, and says so if it does not. */
export function isKnownChannel(running: Running, key: string, where: string): boolean {
  if (running.channels.has(key)) return true;
  running.tally.find('unknown-channel', where, `The archive does not describe the channel ${key}.`);
  return false;
}
