/** The kinds of events that programs can ask for (docs/api/apps.md#events), in groups. */

const groups = {
  messages: ['app_mention', 'message'],
  reactions: ['reaction_added', 'reaction_removed'],
  channels: ['channel_created', 'channel_changed', 'channel_archived'],
  members: ['member_joined_channel', 'member_left_channel'],
  people: ['team_join', 'user_change'],
} as const;

export type EventGroup = keyof typeof groups;
export type EventKind = (typeof groups)[EventGroup][number];

export const eventGroups = (Object.keys(groups) as EventGroup[]).map((name) => ({
  name,
  kinds: groups[name] as readonly EventKind[],
}));

const known: ReadonlySet<string> = new Set(eventGroups.flatMap(({ kinds }) => kinds));

/** Returns whether a kind has words here. Those that a later server adds are shown by their names. */
export const isKnownEvent = (kind: string): kind is EventKind => known.has(kind);
