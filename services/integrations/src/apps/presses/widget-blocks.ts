import type { Block } from '@parley/api';
import { type Widget, widgetBlocks } from '@parley/rules/widgets';
import { textsIn } from '@parley/texts';

/** Returns a poll or to-do list as blocks. @param names of people; others are named by their ID */
export const blocksOfWidget = (
  widget: Widget,
  names: ReadonlyMap<number, string>,
  language: string | undefined,
): Block[] => {
  const { widgets } = textsIn(language);
  const words = { ...widgets, voteFor: (option: string) => widgets.voteFor({ option }) };
  return widgetBlocks(widget, words, (id) => names.get(id) ?? `#${id}`);
};

/** Returns the people whom the blocks of a widget name. */
export const peopleIn = (widget: Widget): number[] =>
  widget.kind === 'poll' ? [...new Set(widget.options.flatMap(({ voters }) => voters))].slice(0, 1_000) : [];
