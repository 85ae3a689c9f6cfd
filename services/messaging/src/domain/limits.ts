/** Bytes of the submessages of one message, which every reader of the message gets: some ten thousand votes. */
export const maxSubmessageBytes = 2_000_000;
/** People in one direct conversation. */
export const maxDirectMembers = 1_000;
/** Unread messages that registration lists; of older ones it only says that they exist. */
export const maxUnreadListed = 50_000;
/** Direct conversations that registration lists, the most recent. */
export const maxRecentConversations = 1_000;
/** Topics in one answer. */
export const maxTopicsPerRequest = 20_000;
/** Larger than every message ID: the anchor that clients send for "newest". */
export const newestAnchor = 10_000_000_000_000_000;
