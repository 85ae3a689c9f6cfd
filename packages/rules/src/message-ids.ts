import type { MessageId } from '@parley/proto/ids';

/**
 * The first ID of messages that are sent, unless an operator chose another (docs/decisions/moving-in.md). Imported messages have IDs
 * below it: the times at which they were sent, in milliseconds since 1970.
 */
export const firstSentId: MessageId = 2 ** 42;
