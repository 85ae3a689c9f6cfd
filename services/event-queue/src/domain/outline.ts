import type { OrganizationChanged, OrganizationFacts } from '@parley/proto/events/v1/facts';
import type { DeliveryHeader, EventHeader, FactHeader } from '@parley/proto/events/v1/header';

/** The audience and type of one delivery, without its content. */
export type DeliveryOutline = {
  /** Type of the client event, by which queues filter. */
  type: string;
  /** IDs in ascending order. */
  userIds: readonly number[];
  /** ID of a channel; 0 for none. */
  channelId: number;
  /** Restricts the channel's subscribers to those with at most this role number; 0 for all. */
  channelMaxRole: number;
  /** Role number; 0 for none. */
  maxRole: number;
  isPublic: boolean;
  isWebPublic: boolean;
  /** IDs in ascending order. */
  exceptUserIds: readonly number[];
  onlyQueueId: string;
  exceptQueueId: string;
};

/** A change of subscriptions or of a role. It decides what the named people receive from then on. */
export type RightsChange =
  | { kind: 'joined'; userIds: readonly number[]; channelIds: readonly number[] }
  | { kind: 'left'; userIds: readonly number[]; channelIds: readonly number[] }
  | { kind: 'user'; userIds: readonly [number]; role: number; previousRole: number; isActive: boolean };

/**
 * The part of an event that the window keeps in addition to its bytes. With it, recipients are found without decoding
 * the texts.
 */
export type Outline = {
  origin: number;
  deliveries: readonly DeliveryOutline[];
  change: RightsChange | undefined;
  /** Display name of the empty topic, when the event changes the organization's settings. */
  emptyTopicName: string | undefined;
};

const none: readonly number[] = [];

/** One shared string for each type of client event. */
const types = new Map<string, string>();

/** Returns the outline of an event, from its header. */
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
    isWebPublic: audience?.channelWebPublic ?? false,
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
  }
  return undefined;
}

/** Returns the setting `empty_topic_display_name` of the organization; undefined when it is absent. */
export function emptyTopicNameOf({
  organization,
  settingsJson,
}: Pick<OrganizationChanged, 'organization' | 'settingsJson'>): string | undefined {
  // The previous release sends only JSON.
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
    if (ids[at]! <= ids[at - 1]!) return [...new Set(ids)].sort((a, b) => a - b);
  }
  return ids;
}

/** Returns whether an ascending list contains a value. */
export function includes(list: ArrayLike<number>, value: number): boolean {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = list[middle]!;
    if (found === value) return true;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
