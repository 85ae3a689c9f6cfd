import type { MessageRecord, ReactionRecord, ReadOptions } from '@parley/archive';
import { splitBlocks } from '../text/split.ts';
import type { Block } from '../text/tree.ts';
import { asText } from '../text/write.ts';
import type { Tell } from './chunks.ts';

export type MessageHead = Omit<MessageRecord, 'kind' | 'content'>;

/** Microsecond by which each part of a split message is later than the one before. */
const partDelay = 0.000_001;

/** Yields several records for a text that is too long for one message, and none for an empty one, both with a finding. */
export function* messageRecords(
  head: MessageHead,
  blocks: readonly Block[],
  options: ReadOptions,
  tell: Tell,
): Iterable<MessageRecord> {
  const texts = splitBlocks(blocks, options.maxContentLength);
  const where = head.where ?? head.key;
  if (texts.every((parts) => parts.length === 0)) {
    tell({
      finding: 'empty-message',
      where,
      example: 'The message has neither text nor files.',
      leftOut: 'messages',
    });
    return;
  }
  if (texts.length > 1) {
    tell({
      finding: 'long-message',
      where,
      example: `The message is longer than ${options.maxContentLength} characters and becomes ${texts.length} messages.`,
    });
  }
  for (const [index, parts] of texts.entries()) {
    const content = asText(parts);
    if (index === 0) yield { kind: 'message', ...head, content };
    else {
      yield {
        kind: 'message',
        key: `${head.key}#${index + 1}`,
        place: head.place,
        sender: head.sender,
        time: head.time + index * partDelay,
        content,
        where,
      };
    }
  }
}

/** Tells that a reaction loses its color of skin. */
export const tellSkinTone = (tell: Tell, where: string): void =>
  tell({
    finding: 'skin-tone',
    where,
    example: 'Colors of skin are left out: the plain emoji stands in their place.',
  });

/** Returns reactions without repetitions: two of the source's emoji can be one of Parley's. */
export function uniqueReactions(reactions: readonly ReactionRecord[]): ReactionRecord[] {
  const seen = new Set<string>();
  return reactions.filter(({ person, emoji }) => {
    const key = `${person} ${emoji}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
