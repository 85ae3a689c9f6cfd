import { errors } from '@parley/core';

/** Bits of `personal_flags.flags`. */
export const flagBits = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  hasAlertWord: 8,
  /** Unread although a range, a floor or having sent it says read. */
  markedUnread: 16,
} as const;

export type FlagFacts = {
  isRead: boolean;
  /** The message was sent while the reader was there. */
  isInHistory: boolean;
  personal: number;
  mentionsChannel: boolean;
  mentionsTopicOfReader: boolean;
};

const wildcards = new Set(['stream_wildcard_mentioned', 'topic_wildcard_mentioned']);
/** What older clients know both by. */
const olderWildcard = 'wildcard_mentioned';

/** A message's `flags` as the API names them (CLIENTS, "Strict enumerations"). */
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

/** A flag that people set themselves: reading has ranges, the others a bit. */
export type EditableFlag = { name: 'read' } | { name: 'starred' | 'collapsed'; bit: number };

const ofTheServer = new Set(['mentioned', ...wildcards, olderWildcard, 'has_alert_word', 'historical']);

/** Reads the name of a flag to change. @throws BAD_REQUEST for one that does not exist or is not the person's to set. */
export function parseFlag(name: string): EditableFlag {
  switch (name) {
    case 'read':
      return { name };
    case 'starred':
    case 'collapsed':
      return { name, bit: flagBits[name] };
  }
  throw errors.badRequest(ofTheServer.has(name) ? `Flag not editable: '${name}'` : `Invalid flag: '${name}'`);
}

/** Reads what to do with a flag. @throws BAD_REQUEST */
export function parseFlagOp(op: string): 'add' | 'remove' {
  if (op === 'add' || op === 'remove') return op;
  throw errors.badRequest('Invalid op');
}

/** The flags that a message's content gives to people, one entry each. */
export function personalFlags(
  mentioned: readonly number[],
  alerted: readonly number[],
): { userId: number; flags: number }[] {
  const flags = new Map(mentioned.map((userId) => [userId, flagBits.mentioned as number]));
  for (const userId of alerted) flags.set(userId, (flags.get(userId) ?? 0) | flagBits.hasAlertWord);
  return Array.from(flags, ([userId, bits]) => ({ userId, flags: bits }));
}

/** Those flags as the API names them. */
export const personalFlagNames = (flags: number): string[] => [
  ...(flags & flagBits.mentioned ? ['mentioned'] : []),
  ...(flags & flagBits.hasAlertWord ? ['has_alert_word'] : []),
];
