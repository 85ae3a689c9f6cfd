import type { Command } from '@parley/api';

const builtIn = (name: string, description: string, hint: string): Command => ({
  name,
  description,
  hint,
  app_id: null,
  bot_id: null,
});

/** Commands of the server itself, which are written as messages (docs/api/apps.md#commands). */
export const builtInCommands: readonly Command[] = [
  builtIn('/me', 'Writes about yourself in the third person.', '[text]'),
  builtIn('/poll', 'Starts a poll. Each further line is an option.', '[question]'),
  builtIn('/todo', 'Starts a to-do list. Each further line is a task.', '[title]'),
];
