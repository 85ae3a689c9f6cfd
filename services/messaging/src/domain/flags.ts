import { errors, errorText } from '@parley/core';

/** Bits of `personal_flags.flags`. */
export const flagBits = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  hasAlertWord: 8,
  /** The reader marked the message unread. This overrides a read range, a watermark, and having sent the message. */
  markedUnread: 16,
} as const;

export type FlagFacts = {
  isRead: boolean;
  /** The message was sent while the reader was subscribed, or directly to them. */
  isInHistory: boolean;
  personal: number;
  mentionsChannel: boolean;
  mentionsTopicOfReader: boolean;
};

const wildcards = new Set(['stream_wildcard_mentioned', 'topic_wildcard_mentioned']);
/** The flag that older clients know in place of the two newer ones. */
const olderWildcard = 'wildcard_mentioned';

/** Returns a message's `flags` as the API names them (docs/api/messages.md#read-state). */
export function flagNames(facts: FlagFacts): string[] {
  const flags: string[] = [];
  if (facts.isRead) flags.push('read');
  if (facts.personal & flagBits.starred) flags.push('starred');
  if (facts.personal & flagBits.collapsed) flags.push('collapsed');
  if (facts.personal & flagBits.mentioned) flags.push('mentioned');
  if (facts.mentionsChannel && facts.isInHistory) flags.push('stream_wildcard_mentioned');
  if (facts.mentionsTopicOfReader) flags.push('topic_wildcard_mentioned');
  if (flags.some((flag) => wildcards.has(flag))) flags.push(olderWildcard);
  if (facts.personal & flagBits.hasAlertWord) flags.push('has_alert_word');
  if (!facts.isInHistory) flags.push('historical');
  return flags;
}

/** A flag that people set themselves. `read` is stored as ranges, the others as bits. */
export type EditableFlag = { name: 'read' } | { name: 'starred' | 'collapsed'; bit: number };

const setByServer = new Set(['mentioned', ...wildcards, olderWildcard, 'has_alert_word', 'historical']);

/** Parses the name of a flag to change. @throws BAD_REQUEST for an unknown flag and for one that the server sets */
export function parseFlag(name: string): EditableFlag {
  switch (name) {
    case 'read':
      return { name };
    case 'starred':
    case 'collapsed':
      return { name, bit: flagBits[name] };
  }
  throw errors.badRequest(
    setByServer.has(name)
      ? errorText("Flag not editable: '{name}'", { name })
      : errorText("Invalid flag: '{name}'", { name }),
  );
}

/** Parses the operation on a flag. @throws BAD_REQUEST */
export function parseFlagOp(op: string): 'add' | 'remove' {
  if (op === 'add' || op === 'remove') return op;
  throw errors.badRequest('Invalid op');
}

/** Returns the flags that the content of a message gives to people. Each person has one entry. */
export function personalFlags(
  mentioned: readonly number[],
  alerted: readonly number[],
): { userId: number; flags: number }[] {
  const flags = new Map(mentioned.map((userId) => [userId, flagBits.mentioned as number]));
  for (const userId of alerted) flags.set(userId, (flags.get(userId) ?? 0) | flagBits.hasAlertWord);
  return Array.from(flags, ([userId, bits]) => ({ userId, flags: bits }));
}

/** Returns flags by their names in the API. */
export const personalFlagNames = (flags: number): string[] => [
  ...(flags & flagBits.mentioned ? ['mentioned'] : []),
  ...(flags & flagBits.hasAlertWord ? ['has_alert_word'] : []),
];
