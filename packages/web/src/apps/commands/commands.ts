/** Commands that people write at the beginning of a message: those of the server, and those of apps. */
import type { AnswerOf } from '@parley/client';

export type Command = AnswerOf<'get-commands'>['commands'][number];

/** Maximum number of commands that are suggested. */
const maxShown = 8;

/**
 * Returns the commands whose names begin with what is typed after the slash, then those that contain it, each by name.
 * @param query without the slash
 */
export function matchingCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = query.toLowerCase();
  const nameOf = ({ name }: Command) => name.slice(1).toLowerCase();
  const byName = commands.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const begin = byName.filter((each) => nameOf(each).startsWith(wanted));
  const contain = byName.filter((each) => !nameOf(each).startsWith(wanted) && nameOf(each).includes(wanted));
  return [...begin, ...contain].slice(0, maxShown);
}

/** Returns the text after the name of a command and its description, as a suggestion shows it. */
export const commandDetail = ({ hint, description }: Command): string =>
  [hint, description].filter(Boolean).join(' · ');

export type CommandCall = { readonly command: Command; readonly text: string };

/**
 * Returns the command of an app that a text gives, and what follows its name; undefined for any other text. Commands of the server are
 * messages, which the server reads.
 */
export function commandCallOf(commands: readonly Command[], text: string): CommandCall | undefined {
  const [, name, rest = ''] = /^(\/[\w-]+)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const command = commands.find(
    (each) => each.app_id !== null && each.name.toLowerCase() === name.toLowerCase(),
  );
  return command && { command, text: rest.trim() };
}
