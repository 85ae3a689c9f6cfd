/** Conversations that were written, not put together from phrases. They are the newest ones of the busy organization. */

/**
 * Who writes, by first name; what: `@Ben` mentions somebody, `{lake.png}` is a file; and reactions: names of emoji, each with who reacted.
 */
export type Line = readonly [by: string, text: string, reactions?: Readonly<Record<string, string>>];

export type Talk = {
  /** How long ago the first line was written. */
  readonly hoursAgo: number;
  readonly lines: readonly Line[];
} & (
  | { readonly channel: string; readonly topic: string }
  /** First names of the people of a direct conversation. */
  | { readonly people: readonly string[] }
);
