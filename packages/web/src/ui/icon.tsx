import type { IconNode } from 'lucide';
import { For } from 'solid-js';
import { Dynamic } from 'solid-js/web';

/** A Lucide icon, hidden from assistive technology: its button or link has a name. */
export function Icon(props: { of: IconNode; size?: 16 | 20 | 32 }) {
  return (
    <svg
      aria-hidden="true"
      width={props.size ?? 16}
      height={props.size ?? 16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={props.size === 32 ? 1.5 : 2}
      stroke-linecap="round"
      stroke-linejoin="round"
      class="icon"
    >
      <For each={props.of}>{([tag, attributes]) => <Dynamic component={tag} {...attributes} />}</For>
    </svg>
  );
}
