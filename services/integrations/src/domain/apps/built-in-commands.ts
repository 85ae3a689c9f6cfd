import type { Command } from '@parley/api';
import { textsIn } from '@parley/texts';

const builtIn = (name: string, { description, hint }: { description: string; hint: string }): Command => ({
  name,
  description,
  hint,
  app_id: null,
  bot_id: null,
});

/** Returns the commands of the server itself, which are written as messages (docs/api/apps.md#commands), described in a language. */
export function builtInCommands(language: string): readonly Command[] {
  const { me, poll, todo } = textsIn(language).commands;
  return [builtIn('/me', me), builtIn('/poll', poll), builtIn('/todo', todo)];
}
