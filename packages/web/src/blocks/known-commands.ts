import type { Client, Place } from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';
import { reasonOf } from '../model/failures.ts';
import type { Parley } from '../model/parley.tsx';
import { showToast } from '../model/toasts.ts';
import { type Command, type CommandCall, commandCallOf } from './commands.ts';
import { newPressId } from './own-presses.ts';

const [known, setKnown] = createSignal<readonly Command[]>([]);
let loading: { readonly client: Client; readonly done: Promise<void> } | undefined;

/** Commands that the person may use, as far as they are loaded. */
export const knownCommands: Accessor<readonly Command[]> = known;

/** Loads the commands, unless they are known. Failures are ignored: the next call tries again. */
export function loadCommands(client: Client): void {
  if (loading?.client === client) return;
  const done = client.call('get-commands', {}).then(
    ({ commands }) => void setKnown(commands),
    () => {
      loading = undefined;
    },
  );
  loading = { client, done };
}

/** Forgets the commands, because apps have changed. What is known stays until they are loaded again. */
export function forgetCommands(): void {
  const before = loading;
  loading = undefined;
  if (before) loadCommands(before.client);
}

/** Returns the command of an app that a text gives; undefined for a text that is a message. */
export const appCommandIn = (text: string): CommandCall | undefined => commandCallOf(known(), text);

/**
 * Sends a command to its app. Its answer is a message, or a form.
 * @returns whether the app has accepted it. Otherwise the reason is shown
 */
export async function runCommand(
  { client }: Parley,
  { command, text }: CommandCall,
  place: Place,
): Promise<boolean> {
  const { blocksTexts } = await import('./texts.ts');
  const { failureInWords } = await import('./failure-words.ts');
  await blocksTexts.load();
  try {
    const { outcome, reason } = await client.call('run-command', {
      press_id: newPressId(),
      name: command.name,
      text,
      ...(place.kind === 'topic'
        ? { channel_id: place.channelId, topic: place.topic }
        : { user_ids: [...place.userIds] }),
    });
    if (outcome === 'done') return true;
    showToast(`${command.name}: ${failureInWords(reason)}`, { isError: true });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== undefined) showToast(`${command.name}: ${reason}`, { isError: true });
  }
  return false;
}
