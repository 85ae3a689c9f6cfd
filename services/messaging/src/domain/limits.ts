/** Maximum bytes of one message's submessages, which every reader of the message gets: about ten thousand votes. */
export const maxSubmessageBytes = 2_000_000;
/** Maximum number of people in one direct conversation. */
export const maxDirectMembers = 1_000;
/** Maximum number of unread messages that registration lists; of older ones it says only that they exist. */
export const maxUnreadListed = 50_000;
/** Direct conversations that registration lists, the most recent. */
export const maxRecentConversations = 1_000;
/** Maximum number of topics in one answer. */
export const maxTopicsPerRequest = 20_000;
/** Larger than every message ID: the anchor that clients send for "newest". */
export const newestAnchor = 10_000_000_000_000_000;
