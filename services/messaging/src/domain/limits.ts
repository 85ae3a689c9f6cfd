/** Of a message's content, in code points (register: `max_message_length`). */
export const maxMessageLength = 10_000;
/** Of the parts of an interactive message, which go with it wherever it is read: some ten thousand votes. */
export const maxSubmessageBytes = 2_000_000;
/** People in one direct conversation. */
export const maxDirectMembers = 1_000;
/** Messages in one answer (specification, "Limits"). */
export const maxMessagesPerRequest = 5_000;
/** Messages flagged by one request that names them. */
export const maxFlaggedMessages = 50_000;
/** Unread messages that registration lists; older ones are only said to exist. */
export const maxUnreadListed = 50_000;
/** Direct conversations that registration lists, the most recent. */
export const maxRecentConversations = 1_000;
/** Topics in one answer. */
export const maxTopicsPerRequest = 20_000;
/** Larger than every message ID: the anchor that clients send for "newest". */
export const newestAnchor = 10_000_000_000_000_000;

/** Length as people count it: a character outside the basic plane is one. */
export function codePoints(text: string): number {
  if (text.length === 0) return 0;
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        at++;
      }
    }
  }
  return count;
}
