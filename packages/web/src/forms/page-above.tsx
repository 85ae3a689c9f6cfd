import { createEffect, createSignal, type JSX, onCleanup, Show } from 'solid-js';
import { useOneColumn } from '../lib/window/window-width.ts';
import { useParley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';

type Above = { readonly href: string; readonly label: string };

const above = part(() => createSignal<Above>());

/** Returns a signal of the page to which the way back leads from the shown one; undefined where that is the list of sections. */
export const usePageAbove = (): (() => Above | undefined) => above(useParley())[0];

/** Renders the way back from a page to the list above it. On phones, the head of the page has it: one way back is enough. */
export function WayBack(props: Above & { children: JSX.Element }) {
  const isNarrow = useOneColumn();
  const [, setAbove] = above(useParley());
  createEffect(() => setAbove(isNarrow() ? { href: props.href, label: props.label } : undefined));
  onCleanup(() => setAbove(undefined));
  return <Show when={!isNarrow()}>{props.children}</Show>;
}
