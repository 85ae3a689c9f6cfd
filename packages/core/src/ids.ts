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

/** A number that is known to be the ID of a person or bot. */
export const userId = (value: number): UserId => value as UserId;
/** The same of a channel. */
export const channelId = (value: number): ChannelId => value as ChannelId;
/** The same of a message. */
export const messageId = (value: number): MessageId => value as MessageId;
/** The same of a group. */
export const groupId = (value: number): GroupId => value as GroupId;
