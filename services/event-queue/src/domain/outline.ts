import { itemAt } from '@parley/core';
import type { OrganizationChanged, OrganizationFacts } from '@parley/proto/events/v1/facts';
import type { DeliveryHeader, EventHeader, FactHeader } from '@parley/proto/events/v1/header';
import type { ChannelId, UserId } from '@parley/rules';

/** The type and the audience of one delivery, without its JSON. */
export type DeliveryOutline = {
  /** Type of the client event. Queues can be restricted to types. */
  type: string;
  /** IDs of users in ascending order. */
  userIds: readonly UserId[];
  /** ID of the channel whose subscribers are in the audience; 0 for none. */
  channelId: ChannelId;
  /** Restricts the channel's subscribers to those with this role number or a lower one (a stronger role); 0 for all. */
  channelMaxRole: number;
  /** Users with this role number or a lower one (a stronger role) are in the audience; 0 for none. */
  maxRole: number;
  isPublic: boolean;
  /** IDs of users who are not in the audience, in ascending order. */
  exceptUserIds: readonly UserId[];
  onlyQueueId: string;
  exceptQueueId: string;
};

/** Also of a role or `isActive`, or the end of all access. Influences which later events `userIds` receive. */
export type RightsChange =
  | { kind: 'joined'; userIds: readonly UserId[]; channelIds: readonly ChannelId[] }
  | { kind: 'left'; userIds: readonly UserId[]; channelIds: readonly ChannelId[] }
  | { kind: 'user'; userIds: readonly [number]; role: number; previousRole: number; isActive: boolean }
  | { kind: 'accessEnded'; userIds: readonly [number] };

/** Kept in decoded form, so that recipients are found without decoding the JSON. */
export type Outline = {
  origin: number;
  deliveries: readonly DeliveryOutline[];
  change: RightsChange | undefined;
  /** Display name of the empty topic; set when the event changes this setting of the organization. */
  emptyTopicName: string | undefined;
};

const none: readonly number[] = [];

/** Strings of event types. All outlines with the same type share one string, which saves memory. */
const types = new Map<string, string>();

/** Returns the outline of an event from the header of its log entry. */
export function outlineOf({ origin, deliveries, fact }: EventHeader): Outline {
  const value = fact?.value;
  return {
    origin,
    deliveries: deliveries.map(outlineDelivery),
    change: value && rightsChangeOf(value),
    emptyTopicName:
      value?.$case === 'organizationChanged' ? emptyTopicNameOf(value.organizationChanged) : undefined,
  };
}

function outlineDelivery({ audience, type, onlyQueueId, exceptQueueId }: DeliveryHeader): DeliveryOutline {
  return {
    type: sharedType(type),
    userIds: ascending(audience?.userIds ?? none),
    channelId: audience?.channelId ?? 0,
    channelMaxRole: audience?.channelMaxRole ?? 0,
    maxRole: audience?.maxRole ?? 0,
    isPublic: audience?.channelPublic ?? false,
    exceptUserIds: ascending(audience?.exceptUserIds ?? none),
    onlyQueueId,
    exceptQueueId,
  };
}

function rightsChangeOf(value: NonNullable<FactHeader['value']>): RightsChange | undefined {
  switch (value.$case) {
    case 'userChanged': {
      const { user, previousRole } = value.userChanged;
      if (!user) return undefined;
      return { kind: 'user', userIds: [user.userId], role: user.role, previousRole, isActive: user.isActive };
    }
    case 'subscriptionsAdded': {
      const { userIds, channelIds } = value.subscriptionsAdded;
      return { kind: 'joined', userIds: ascending(userIds), channelIds };
    }
    case 'subscriptionsRemoved': {
      const { userIds, channelIds } = value.subscriptionsRemoved;
      return { kind: 'left', userIds: ascending(userIds), channelIds };
    }
    case 'accessEnded':
      return { kind: 'accessEnded', userIds: [value.accessEnded.userId] };
  }
  return undefined;
}

/** Returns the organization's setting `empty_topic_display_name`; undefined when the change does not contain it. */
export function emptyTopicNameOf({
  organization,
  settingsJson,
}: Pick<OrganizationChanged, 'organization' | 'settingsJson'>): string | undefined {
  // Services of the previous release send the settings only as JSON.
  const name = organization ? typedName(organization) : jsonName(settingsJson);
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function typedName({ settings }: OrganizationFacts): string | undefined {
  const value = settings.empty_topic_display_name?.value;
  return value?.$case === 'text' ? value.text : undefined;
}

const jsonName = (settingsJson: Uint8Array): unknown =>
  JSON.parse(Buffer.from(settingsJson).toString()).empty_topic_display_name;

function sharedType(type: string): string {
  const shared = types.get(type);
  if (shared !== undefined) return shared;
  if (types.size < 1000) types.set(type, type);
  return type;
}

function ascending(ids: readonly number[]): readonly number[] {
  if (ids.length === 0) return none;
  for (let at = 1; at < ids.length; at++) {
    if (itemAt(ids, at) <= itemAt(ids, at - 1)) return [...new Set(ids)].sort((a, b) => a - b);
  }
  return ids;
}

/** Returns whether a list of ascending values contains a value. */
export function includes(list: ArrayLike<number>, value: number): boolean {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = itemAt(list, middle);
    if (found === value) return true;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
