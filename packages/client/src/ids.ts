/**
 * IDs that cannot be swapped: a channel ID where a user ID is expected does not compile. A plain number fits each of them, because the
 * brand is optional. So values of answers and events need no cast. Arithmetic gives a plain number again. The services have the same types in
 * `@parley/proto`, on which this library must not depend: programs install it alone.
 */
type Id<Kind extends string> = number & { readonly [kind]?: Kind };

declare const kind: unique symbol;

export type UserId = Id<'user'>;
export type ChannelId = Id<'channel'>;
export type MessageId = Id<'message'>;
export type GroupId = Id<'group'>;
