/** In bytes, enough for about ten thousand votes. Every reader of the message receives them all. */
export const maxSubmessageBytes = 2_000_000;
/** Maximum number of messages that are pinned to one channel. All of them are listed at once. */
export const maxPins = 100;
export const maxDirectMembers = 1_000;
/** Maximum number of unread messages in a register response. When there are more, the response marks the list as incomplete. */
export const maxUnreadListed = 50_000;
/** Maximum number of direct conversations in a register response. The most recent ones are included. */
export const maxRecentConversations = 1_000;
/** Maximum number of topics in one answer. */
export const maxTopicsPerRequest = 20_000;
/** Anchor that means "newest". It is larger than every message ID. */
export const newestAnchor = 10_000_000_000_000_000;
