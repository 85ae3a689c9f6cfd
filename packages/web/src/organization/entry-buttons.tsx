/** Buttons of the entries of lists. Their labels name the entry. */
import { ArrowDown, ArrowUp, type IconNode } from 'lucide';
import type { JSX } from 'solid-js';
import { f } from '../forms/texts.ts';
import { t } from '../i18n/index.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { o } from './texts.ts';

/** Returns a list with the item at an index moved by a number of places. */
export function moved<T>(items: readonly T[], index: number, by: number): T[] {
  const others = items.filter((_, each) => each !== index);
  others.splice(index + by, 0, items[index]!);
  return others;
}

/** Buttons that move an item of a list up and down. */
export function OrderButtons(props: {
  name: string;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
}) {
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={o('moveUp', { name: props.name })}
        disabled={props.index === 0}
        onClick={() => props.onMove(-1)}
      >
        <Icon of={ArrowUp} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={o('moveDown', { name: props.name })}
        disabled={props.index === props.count - 1}
        onClick={() => props.onMove(1)}
      >
        <Icon of={ArrowDown} />
      </button>
    </>
  );
}

/** The only row of an empty list: says what its entries would be good for. */
export function EmptyEntry(props: { icon: IconNode; children: JSX.Element }) {
  return (
    <li class="empty">
      <EmptyIcon of={props.icon} />
      <p>{props.children}</p>
    </li>
  );
}

/** Opens the dialog that changes an entry. */
export function EditButton(props: { label: string; onClick: () => void }) {
  return (
    <button type="button" class="button" aria-label={props.label} onClick={() => props.onClick()}>
      {t('edit')}
    </button>
  );
}

/**
 * Removes an entry. A dangerous removal asks for confirmation first. A removal that one press of a button can undo is
 * not dangerous.
 */
export function RemoveButton(props: {
  name: string;
  isDangerous?: boolean;
  /** Whether the arrow keys go from the button of one entry to that of the next one. */
  isListItem?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="button"
      classList={{ 'is-danger': props.isDangerous ?? false }}
      aria-label={f('remove', { name: props.name })}
      data-list-item={props.isListItem ? '' : undefined}
      onClick={() => props.onClick()}
    >
      {o('remove')}
    </button>
  );
}
