/**
 * IDs that cannot be swapped: a channel ID where a user ID is expected does not compile. A plain number fits each of them, because
 * the brand is optional. So values from the wire and from SQL need no cast, and code without brands compiles beside code with
 * them. Arithmetic gives a plain number again. `scripts/brand-ids.mjs` gives these types to fields of messages.
 */
type Id<Kind extends string> = number & { readonly [kind]?: Kind };

declare const kind: unique symbol;

export type UserId = Id<'user'>;
export type ChannelId = Id<'channel'>;
export type MessageId = Id<'message'>;
export type GroupId = Id<'group'>;
