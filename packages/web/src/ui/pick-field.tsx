import { createMemo, createSignal } from 'solid-js';
import { best, rankOf } from '../compose/suggestions.tsx';
import { type CompletionItem, createCompletion } from './completion.tsx';

export type PickItem = { readonly id: number; readonly label: string };

/** Maximum number of entries that are rendered. Others are found by their names. */
const maxShown = 30;

/**
 * A field that picks one of many named things, such as a channel. It renders only the entries that fit what the person
 * types, so it stays fast with thousands of them, unlike a select.
 */
export function PickField(props: {
  /** The label, unless an element labels the field by its ID. */
  label?: string;
  id?: string;
  describedBy?: string | undefined;
  class?: string;
  placeholder?: string;
  isDisabled?: boolean;
  /** The name of the current choice; empty for a field that adds to a list. */
  chosen?: string;
  /** All that can be picked, in the order in which they are offered. */
  items: () => readonly PickItem[];
  onPick: (id: number) => void;
}) {
  const [isOpen, setOpen] = createSignal(false);
  const [query, setQuery] = createSignal<string>();
  const close = () => {
    setOpen(false);
    setQuery(undefined);
  };
  const offered = createMemo((): CompletionItem[] => {
    if (!isOpen()) return [];
    const wanted = (query() ?? '').trim();
    const rank = ({ label }: PickItem) => rankOf(label, wanted) ?? rankOf(label.replace(/^#/, ''), wanted);
    const found = wanted === '' ? props.items().slice(0, maxShown) : best(props.items(), rank, maxShown);
    return found.map(({ id, label }) => ({
      key: String(id),
      label,
      choose: () => {
        close();
        props.onPick(id);
      },
    }));
  });
  // Without a query nothing is chosen beforehand: Tab and Enter in an open list must not change anything.
  const completion = createCompletion(offered, { isSelective: () => (query() ?? '').trim() === '' });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen() && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Escape' && isOpen()) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (completion.onKeyDown(event)) return;
    // Enter must not submit the form around the field.
    else if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <div class="completion-anchor pick-field">
      <input
        id={props.id}
        class={props.class ?? 'input'}
        role="combobox"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-expanded={completion.isOpen()}
        aria-controls={completion.isOpen() ? completion.listId : undefined}
        aria-activedescendant={completion.activeId()}
        aria-autocomplete="list"
        autocomplete="off"
        dir="auto"
        disabled={props.isDisabled ?? false}
        placeholder={props.placeholder}
        value={query() ?? props.chosen ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={close}
        onClick={() => setOpen(true)}
        on:input={(event) => {
          setQuery(event.currentTarget.value);
          setOpen(true);
        }}
        on:keydown={onKeyDown}
      />
      <completion.List />
    </div>
  );
}
