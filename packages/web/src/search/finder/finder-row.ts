import type { JSX } from 'solid-js';
import type { MarkedPart } from '../../lib/text/fuzzy.ts';
import type { SearchText } from '../texts.ts';

/** A row of the switcher. */
export type FinderRow = {
  readonly key: string;
  /** The name, in parts of which some match what was typed. */
  readonly label: readonly MarkedPart[];
  /** Text after the name, such as the channel of a topic. */
  readonly detail?: string | undefined;
  /** A symbol before the detail, such as the lock of a private channel. */
  readonly detailLead?: (() => JSX.Element) | undefined;
  readonly lead: () => JSX.Element;
  /** Name of the group below whose heading it stands; undefined for the search for the text, which has none. */
  readonly group?: SearchText | undefined;
  /** The text that it completes to. Without it, the row opens or does something. */
  readonly completes?: string | undefined;
  /** Whether it stays below what the server finds. */
  readonly isLast?: boolean | undefined;
  /** By what its use is remembered; undefined when it is not. */
  readonly visit?: string | undefined;
  run(): void;
};

/** A row, and how well it matches. */
export type ScoredRow = FinderRow & { readonly score: number };

/** Returns a text without matching parts. */
export const plain = (text: string): MarkedPart[] => [{ text, isMarked: false }];
