import { BinaryReader } from '@bufbuild/protobuf/wire';
import { Audience } from '@parley/proto/events/v1/event';
import { OrganizationChanged, SubscriptionsAdded, UserChanged } from '@parley/proto/events/v1/facts';

/** Who a delivery is for, and nothing of what it says. */
export type DeliveryOutline = {
  /** Client event type, what queues filter by. */
  type: string;
  /** Ascending. */
  userIds: readonly number[];
  /** 0 for none. */
  channelId: number;
  /** Of the channel's subscribers only those up to this role; 0 for all. */
  channelMaxRole: number;
  /** 0 for none. */
  maxRole: number;
  isPublic: boolean;
  isWebPublic: boolean;
  /** Ascending. */
  exceptUserIds: readonly number[];
  onlyQueueId: string;
  exceptQueueId: string;
};

/** A change of what people may hear, as far as queues need to know it. */
export type RightsChange =
  | { kind: 'joined'; userIds: readonly number[]; channelIds: readonly number[] }
  | { kind: 'left'; userIds: readonly number[]; channelIds: readonly number[] }
  | { kind: 'user'; userIds: readonly [number]; role: number; previousRole: number; isActive: boolean };

/** What the window keeps of an event beside its bytes: enough to find its readers without decoding it. */
export type Outline = {
  origin: number;
  deliveries: readonly DeliveryOutline[];
  change: RightsChange | undefined;
  /** Of a change of the organization's settings: what the empty topic is called since. */
  emptyTopicName: string | undefined;
};

const none: readonly number[] = [];

/** Client event types are few: one string of each is kept. */
const types = new Map<string, string>();

/** Reads the outline of an encoded Event, skipping texts. @throws when the bytes are no Event. */
export function readOutline(encoded: Uint8Array): Outline {
  const reader = new BinaryReader(encoded);
  const deliveries: DeliveryOutline[] = [];
  const outline: Outline = { origin: 0, deliveries, change: undefined, emptyTopicName: undefined };
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === 16) outline.origin = reader.int32();
    else if (tag === 26) deliveries.push(readDelivery(reader, reader.uint32()));
    else if (tag === 34) readFact(reader, reader.uint32(), outline);
    else reader.skip(tag & 7);
  }
  return outline;
}

function readDelivery(reader: BinaryReader, length: number): DeliveryOutline {
  const end = reader.pos + length;
  let audience: Audience | undefined;
  let type = '';
  let onlyQueueId = '';
  let exceptQueueId = '';
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 10) audience = Audience.decode(reader, reader.uint32());
    else if (tag === 18) type = reader.string();
    else if (tag === 34) onlyQueueId = reader.string();
    else if (tag === 42) exceptQueueId = reader.string();
    else reader.skip(tag & 7);
  }
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

/**
 * Of the facts, those that change rights (field 2 user_changed, 5 and 6 subscriptions added and removed), and
 * 8 organization_changed.
 */
function readFact(reader: BinaryReader, length: number, outline: Outline): void {
  const end = reader.pos + length;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 18) outline.change = readUserChanged(UserChanged.decode(reader, reader.uint32()));
    else if (tag === 42 || tag === 50) {
      // Both messages have the same fields.
      const { userIds, channelIds } = SubscriptionsAdded.decode(reader, reader.uint32());
      outline.change = { kind: tag === 42 ? 'joined' : 'left', userIds: ascending(userIds), channelIds };
    } else if (tag === 66) {
      const { settingsJson } = OrganizationChanged.decode(reader, reader.uint32());
      outline.emptyTopicName = emptyTopicNameOf(settingsJson);
    } else reader.skip(tag & 7);
  }
}

function readUserChanged({ user, previousRole }: UserChanged): RightsChange | undefined {
  if (!user) return undefined;
  return { kind: 'user', userIds: [user.userId], role: user.role, previousRole, isActive: user.isActive };
}

/** `empty_topic_display_name` of the organization's settings as its owner tells them, JSON text. */
export function emptyTopicNameOf(settingsJson: Uint8Array): string | undefined {
  const { empty_topic_display_name: name } = JSON.parse(Buffer.from(settingsJson).toString());
  return typeof name === 'string' && name !== '' ? name : undefined;
}

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

/** Whether an ascending list holds a value. */
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
