/** Of the parts of an interactive message, which go with it wherever it is read: some ten thousand votes. */
export const maxSubmessageBytes = 2_000_000;
/** People in one direct conversation. */
export const maxDirectMembers = 1_000;
/** Unread messages that registration lists; older ones are only said to exist. */
export const maxUnreadListed = 50_000;
/** Direct conversations that registration lists, the most recent. */
export const maxRecentConversations = 1_000;
/** Topics in one answer. */
export const maxTopicsPerRequest = 20_000;
/** Larger than every message ID: the anchor that clients send for "newest". */
export const newestAnchor = 10_000_000_000_000_000;
