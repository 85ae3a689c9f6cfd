/** Completion of people, groups, channels, topics, emoji and commands in a field for the text of a message. */
import type { Place } from '@parley/client';
import { type Accessor, createEffect, createMemo, createSignal } from 'solid-js';
import { loadCommands } from '../../apps/commands/known-commands.ts';
import { allEmoji, type Emoji } from '../../emoji/all-emoji.ts';
import { createAfterPause } from '../../lib/timing/after-pause.ts';
import { useParley } from '../../model/parley.tsx';
import { type Completion, type CompletionItem, createCompletion } from '../../ui/completion.tsx';
import { insertText } from '../formatting/format.ts';
import { matchedRange } from './name-rank.ts';
import { channelNamed, suggestionsFor } from './suggestions.tsx';
import { triggerAt } from './triggers.ts';

/** Delays before new suggestions appear, in milliseconds. People who type fast leave about 100 ms between two keys. */
const suggestionTimes = { pauseMs: 80, maxMs: 500 };
/** Keys that act on a suggestion. They need up-to-date suggestions, so they end the delay. */
const suggestionKeys: ReadonlySet<string> = new Set(['Enter', 'Tab', 'ArrowDown', 'ArrowUp']);

const none: readonly CompletionItem[] = [];

/** Whether two suggestions look and act alike. */
const isSameItem = (one: CompletionItem, other: CompletionItem): boolean =>
  one.key === other.key &&
  one.label === other.label &&
  one.detail === other.detail &&
  one.from === other.from;

/** Creates the suggestions for a field. Call it inside a component. */
export function createTextCompletion(source: {
  readonly text: Accessor<string>;
  readonly cursor: Accessor<number>;
  readonly field: () => HTMLTextAreaElement | undefined;
  /** Where the message goes. */
  readonly place: Accessor<Place | undefined>;
  /** Returns the people to suggest first. */
  readonly nearby: () => ReadonlySet<number>;
  /** Whether commands such as `/poll` are offered. */
  readonly hasCommands: boolean;
}): Completion {
  const parley = useParley();
  const { store } = parley;
  const [emoji, setEmoji] = createSignal<readonly Emoji[]>([]);
  const trigger = createMemo(() => {
    const found = triggerAt(
      source.text(),
      source.cursor(),
      (name) => channelNamed(store, name) !== undefined,
    );
    return found?.kind === 'command' && !source.hasCommands ? undefined : found;
  });
  createEffect(() => {
    const kind = trigger()?.kind;
    if (kind === 'command') loadCommands(parley);
    if (kind === 'emoji' && emoji().length === 0) void allEmoji(store).then(setEmoji, () => undefined);
  });
  const replace = (from: number, by: string) => {
    const field = source.field();
    if (!field) return;
    field.setSelectionRange(from, field.selectionStart);
    insertText(field, by);
  };
  // Searching ten thousand people takes longer than drawing a character, so suggestions wait for a pause in typing.
  const settled = createAfterPause(trigger, suggestionTimes);
  const suggestions = createMemo<readonly CompletionItem[]>((before) => {
    const present = settled.value();
    if (!present) return none;
    const found = suggestionsFor(present, {
      parley,
      emoji: emoji(),
      place: source.place(),
      nearby: source.nearby(),
      replace,
    });
    // Keeps the objects of unchanged suggestions, so that Solid keeps their elements.
    return found.map((item) => before.find((each) => isSameItem(each, item)) ?? item);
  }, none);
  const completion = createCompletion(suggestions, {
    matchOf: (label) => matchedRange(label, settled.value()?.query ?? ''),
  });
  return {
    ...completion,
    onKeyDown(event) {
      if (suggestionKeys.has(event.key)) settled.settle();
      return completion.onKeyDown(event);
    },
  };
}
