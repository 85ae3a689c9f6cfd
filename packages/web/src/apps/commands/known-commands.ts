import type { Place } from '@parley/client';
import { createSignal } from 'solid-js';
import { reasonOf } from '../../model/failures.ts';
import type { Parley } from '../../model/parley.tsx';
import { part } from '../../model/parts.ts';
import { ownPressesOf } from '../presses/presses-of-client.ts';
import { type Command, type CommandCall, commandCallOf } from './commands.ts';

/** Commands of apps that a person may use, as far as they are loaded. */
const commands = part(() => {
  const [known, setKnown] = createSignal<readonly Command[]>([]);
  return { known, setKnown, isAsked: false };
});

/** Returns the commands that the person may use, as far as they are loaded. */
export const knownCommands = (parley: Parley): readonly Command[] => commands(parley).known();

/** Loads the commands, unless they are known. Failures are ignored: the next call tries again. */
export function loadCommands(parley: Parley): void {
  const kept = commands(parley);
  if (kept.isAsked) return;
  kept.isAsked = true;
  void parley.client.call('get-commands', {}).then(
    (answer) => void kept.setKnown(answer.commands),
    () => {
      kept.isAsked = false;
    },
  );
}

/** Forgets the commands, because apps have changed. What is known stays until they are loaded again. */
export function forgetCommands(parley: Parley): void {
  const kept = commands(parley);
  if (!kept.isAsked) return;
  kept.isAsked = false;
  loadCommands(parley);
}

/** Returns the command of an app that a text gives; undefined for a text that is a message. */
export const appCommandIn = (parley: Parley, text: string): CommandCall | undefined =>
  commandCallOf(knownCommands(parley), text);

/**
 * Sends a command to its app. Its answer is a message, or a form.
 * @returns whether the app has accepted it. Otherwise the reason is shown
 */
export async function runCommand(
  parley: Parley,
  { command, text }: CommandCall,
  place: Place,
): Promise<boolean> {
  const { blocksTexts } = await import('../texts.ts');
  const { failureInWords } = await import('../presses/failure-words.ts');
  await blocksTexts.load();
  try {
    const { outcome, reason } = await parley.client.call('run-command', {
      press_id: ownPressesOf(parley).newId(),
      name: command.name,
      text,
      ...(place.kind === 'topic'
        ? { channel_id: place.channelId, topic: place.topic }
        : { user_ids: [...place.userIds] }),
    });
    if (outcome === 'done') return true;
    parley.toasts.show(`${command.name}: ${failureInWords(reason)}`, { isError: true });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== undefined) parley.toasts.show(`${command.name}: ${reason}`, { isError: true });
  }
  return false;
}
