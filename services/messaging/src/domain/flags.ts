/** Bits of `personal_flags.flags`. */
export const flagBits = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  hasAlertWord: 8,
  /** Unread although a range, a floor or having sent it says read. */
  keptUnread: 16,
} as const;

export type FlagFacts = {
  isRead: boolean;
  /** The message was sent while the reader was there. */
  isInHistory: boolean;
  personal: number;
  mentionsChannel: boolean;
  mentionsTopicOfReader: boolean;
};

/** A message's `flags` as the API names them (CLIENTS, "Strict enumerations"). */
export function flagNames(facts: FlagFacts): string[] {
  const flags: string[] = [];
  if (facts.isRead || !facts.isInHistory) flags.push('read');
  if (facts.personal & flagBits.starred) flags.push('starred');
  if (facts.personal & flagBits.collapsed) flags.push('collapsed');
  if (facts.personal & flagBits.mentioned) flags.push('mentioned');
  if (facts.mentionsChannel && facts.isInHistory) flags.push('stream_wildcard_mentioned');
  if (facts.mentionsTopicOfReader) flags.push('topic_wildcard_mentioned');
  if (facts.personal & flagBits.hasAlertWord) flags.push('has_alert_word');
  if (!facts.isInHistory) flags.push('historical');
  return flags;
}
