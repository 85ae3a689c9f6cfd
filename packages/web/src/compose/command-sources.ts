/**
 * Commands that are offered when a message begins with `/`. Parts of the client that know further commands, such as those of
 * integrations, add a source; they are above this folder.
 */
import type { Place } from '@parley/client';
import { createSignal } from 'solid-js';
import type { Parley } from '../model/parley.tsx';

export type Command = {
  /** Name without the slash. */
  readonly name: string;
  readonly description: string;
  /** What follows the name, such as `[title]`. */
  readonly usage?: string;
};

/** Returns the commands whose names begin with `query`, the best first. May read signals: suggestions follow their changes. */
export type CommandSource = (parley: Parley, query: string, place: Place | undefined) => readonly Command[];

const [sources, setSources] = createSignal<readonly CommandSource[]>([]);

/** Adds a source of commands. Returns a function that removes it. */
export function addCommandSource(source: CommandSource): () => void {
  setSources((all) => [...all, source]);
  return () => setSources((all) => all.filter((each) => each !== source));
}

/** Returns the commands of all added sources. */
export const commandsFrom = (parley: Parley, query: string, place: Place | undefined): Command[] =>
  sources().flatMap((source) => source(parley, query, place));
