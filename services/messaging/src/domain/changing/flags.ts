import { errors, errorText } from '@parley/core';
import type { UserId } from '@parley/rules';

export const flagBits = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  hasAlertWord: 8,
  /** By the reader, or by a notice that counts as read for others. Overrides ranges and watermarks. */
  markedUnread: 16,
  hideLinkPreviews: 32,
} as const;

export type FlagFacts = {
  isRead: boolean;
  /** Whether the reader was subscribed when the message was sent, or is a recipient of the direct message. */
  isInHistory: boolean;
  personalFlags: number;
  mentionsChannel: boolean;
  mentionsTopicOfReader: boolean;
};

const wildcards = new Set(['stream_wildcard_mentioned', 'topic_wildcard_mentioned']);
/** The flag that older clients know instead of the two newer ones. */
const olderWildcard = 'wildcard_mentioned';

/** Returns the names of a message's flags in the API (docs/api/messages.md#read-state). */
export function flagNames(facts: FlagFacts): string[] {
  const flags: string[] = [];
  if (facts.isRead) flags.push('read');
  if (facts.personalFlags & flagBits.starred) flags.push('starred');
  if (facts.personalFlags & flagBits.collapsed) flags.push('collapsed');
  if (facts.personalFlags & flagBits.mentioned) flags.push('mentioned');
  if (facts.mentionsChannel && facts.isInHistory) flags.push('stream_wildcard_mentioned');
  if (facts.mentionsTopicOfReader) flags.push('topic_wildcard_mentioned');
  if (flags.some((flag) => wildcards.has(flag))) flags.push(olderWildcard);
  if (facts.personalFlags & flagBits.hasAlertWord) flags.push('has_alert_word');
  if (facts.personalFlags & flagBits.hideLinkPreviews) flags.push('hide_link_previews');
  if (!facts.isInHistory) flags.push('historical');
  return flags;
}

/** A flag that people may set themselves. `read` is stored as ranges of IDs, the others as bits. */
export type EditableFlag =
  | { name: 'read' }
  | { name: 'starred' | 'collapsed' | 'hide_link_previews'; bit: number };

const setByServer = new Set(['mentioned', ...wildcards, olderWildcard, 'has_alert_word', 'historical']);

/** Parses the name of a flag to change. @throws BAD_REQUEST for an unknown flag, and for a flag that only the server sets */
export function parseFlag(name: string): EditableFlag {
  switch (name) {
    case 'read':
      return { name };
    case 'starred':
    case 'collapsed':
      return { name, bit: flagBits[name] };
    case 'hide_link_previews':
      return { name, bit: flagBits.hideLinkPreviews };
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

/** Returns the flags that people get because of a message's content. Each person has one entry. */
export function personalFlags(
  mentioned: readonly number[],
  alerted: readonly number[],
): { userId: UserId; flags: number }[] {
  const flags = new Map<number, number>(mentioned.map((userId) => [userId, flagBits.mentioned]));
  for (const userId of alerted) flags.set(userId, (flags.get(userId) ?? 0) | flagBits.hasAlertWord);
  return Array.from(flags, ([userId, bits]) => ({ userId, flags: bits }));
}

/** Returns the names in the API of the two flags that follow from the content. */
export const personalFlagNames = (flags: number): string[] => [
  ...(flags & flagBits.mentioned ? ['mentioned'] : []),
  ...(flags & flagBits.hasAlertWord ? ['has_alert_word'] : []),
];
