declare const brand: unique symbol;
type Branded<Name extends string> = number & { readonly [brand]: Name };

/** A person or bot. Positive integer. */
export type UserId = Branded<'UserId'>;
/** A channel (`stream_id` in the API). Positive integer. */
export type ChannelId = Branded<'ChannelId'>;
/** A message; IDs are in commit order across the organization. */
export type MessageId = Branded<'MessageId'>;
/** A user group. Positive integer. */
export type GroupId = Branded<'GroupId'>;

export const userId = (value: number): UserId => value as UserId;
export const channelId = (value: number): ChannelId => value as ChannelId;
export const messageId = (value: number): MessageId => value as MessageId;
export const groupId = (value: number): GroupId => value as GroupId;
