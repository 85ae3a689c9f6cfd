/**
 * Maximum size of one message's submessages in bytes: about ten thousand votes. Every reader of the message receives
 * all of them.
 */
export const maxSubmessageBytes = 2_000_000;
/** Maximum number of people in one direct conversation. */
export const maxDirectMembers = 1_000;
/** Maximum number of unread messages that a registration lists. It only reports that older ones exist. */
export const maxUnreadListed = 50_000;
/** Maximum number of direct conversations that a registration lists, the most recent first. */
export const maxRecentConversations = 1_000;
/** Maximum number of topics in one answer. */
export const maxTopicsPerRequest = 20_000;
/** Larger than every message ID. Clients send it as the anchor for "newest". */
export const newestAnchor = 10_000_000_000_000_000;
