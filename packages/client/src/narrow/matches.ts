import { foldCase } from '../fold-case.ts';
import type { ChannelId, MessageId, UserId } from '../ids.ts';
import type { Message } from '../objects.ts';
import { placeOf } from '../place.ts';
import { canonicalOperator, type Narrow, type NarrowTerm } from './narrow.ts';

/** Data that `matches` needs in addition to the message itself. */
export type MatchFacts = {
  selfId(): number;
  channelIdOf(name: string): ChannelId | undefined;
  channelNameOf(channelId: ChannelId): string | undefined;
  /** Returns whether a message is pinned to its channel; undefined while that is not known. */
  isPinned(channelId: ChannelId, messageId: MessageId): boolean | undefined;
  isFollowed(channelId: ChannelId, topic: string): boolean;
  isMutedPlace(message: Message): boolean;
};

type Decision = boolean | undefined;

/**
 * Returns whether a message matches a narrow (a message filter). Returns undefined when only the server can decide, for example
 * for full-text search or the name of a channel that the client does not know.
 */
export function matches(message: Message, narrow: Narrow, facts: MatchFacts): Decision {
  let result: Decision = true;
  for (const term of narrow) {
    const holds = decide(message, term, facts);
    const decision = holds === undefined ? undefined : holds !== (term.negated ?? false);
    if (decision === false) return false;
    if (decision === undefined) result = undefined;
  }
  return result;
}

function decide(message: Message, { operator, operand }: NarrowTerm, facts: MatchFacts): Decision {
  switch (canonicalOperator(operator)) {
    case 'channel': {
      const id = channelIdOf(operand, facts);
      return id === undefined ? undefined : message.stream_id === id;
    }
    case 'topic':
      return message.stream_id !== undefined && equalTexts(message.subject, String(operand));
    case 'dm':
      return isDirectWith(message, operand, facts.selfId());
    case 'dm-including': {
      const ids = idsOf(operand);
      if (message.stream_id !== undefined) return false;
      const people = participantsOf(message);
      return ids?.every((id) => people.includes(id));
    }
    case 'sender': {
      if (operand === 'me') return message.sender_id === facts.selfId();
      if (typeof operand === 'number') return message.sender_id === operand;
      const id = Number(operand);
      return Number.isInteger(id) ? message.sender_id === id : message.sender_email === operand;
    }
    case 'id':
      return message.id === Number(operand);
    case 'is':
      return isKind(message, String(operand), facts);
    case 'has':
      return has(message, String(operand));
    case 'in':
      return operand === 'all' ? true : operand === 'home' ? !facts.isMutedPlace(message) : undefined;
    case 'with':
      return undefined;
    default:
      return undefined;
  }
}

const equalTexts = (one: string, other: string): boolean => foldCase(one) === foldCase(other);

function channelIdOf(operand: NarrowTerm['operand'], facts: MatchFacts): ChannelId | undefined {
  if (typeof operand === 'number') return operand;
  return typeof operand === 'string' ? facts.channelIdOf(operand) : undefined;
}

function idsOf(operand: NarrowTerm['operand']): readonly number[] | undefined {
  if (typeof operand === 'number') return [operand];
  if (typeof operand !== 'string') return operand;
  const ids = operand.split(',').map(Number);
  return ids.every(Number.isInteger) ? ids : undefined;
}

const participantsOf = ({ display_recipient: people }: Message): number[] =>
  typeof people === 'string' ? [] : people.map(({ id }) => id);

function isDirectWith(message: Message, operand: NarrowTerm['operand'], selfId: UserId): Decision {
  const ids = idsOf(operand);
  if (message.stream_id !== undefined) return false;
  if (!ids) return undefined;
  const place = placeOf(message, selfId);
  const wanted = new Set(ids.filter((id) => id !== selfId));
  if (wanted.size === 0) wanted.add(selfId);
  return (
    place.kind === 'direct' &&
    place.userIds.length === wanted.size &&
    place.userIds.every((id) => wanted.has(id))
  );
}

const mentions = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];
const resolvedPrefix = '✔ ';

function isKind(message: Message, kind: string, facts: MatchFacts): Decision {
  const { flags, stream_id: channelId } = message;
  switch (kind) {
    case 'dm':
    case 'private':
      return channelId === undefined;
    case 'starred':
      return flags.includes('starred');
    case 'unread':
      return !flags.includes('read');
    case 'mentioned':
      return mentions.some((flag) => flags.includes(flag));
    case 'alerted':
      return flags.includes('has_alert_word');
    case 'pinned':
      return channelId === undefined ? false : facts.isPinned(channelId, message.id);
    case 'followed':
      return channelId !== undefined && facts.isFollowed(channelId, message.subject);
    case 'resolved':
      return channelId !== undefined && message.subject.startsWith(resolvedPrefix);
    case 'muted':
      return facts.isMutedPlace(message);
    default:
      return undefined;
  }
}

function has(message: Message, what: string): Decision {
  if (what === 'reaction') return message.reactions.length > 0;
  return undefined;
}
