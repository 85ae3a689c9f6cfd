/** Decides what queues of API keys with limits leave out. No I/O. */
import { type KeyScope, mayHaveContents } from '@parley/rules';

/** Kinds of data that a queue leaves out: events that tell of contents, and fields with credentials. */
export type Withheld = 'contents' | 'credentials';

/** Returns what must be left out for the caller of a registration or of a poll. Empty without limits. */
export const withheldFor = (scope: KeyScope | undefined): readonly Withheld[] =>
  scope ? [...(mayHaveContents(scope) ? [] : (['contents'] as const)), 'credentials'] : [];

/** Returns whether a queue that leaves out `withheld` may be read by a caller for whom `required` must be left out. */
export const isReadable = (withheld: readonly Withheld[], required: readonly Withheld[]): boolean =>
  required.every((kind) => withheld.includes(kind));
