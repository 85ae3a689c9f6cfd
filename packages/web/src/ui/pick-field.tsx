import { createMemo, createSignal } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { best, rankOf } from '../lib/text/rank.ts';
import { type CompletionItem, createCompletion } from './completion.tsx';

export type PickItem = { readonly id: number; readonly label: string };

/** Maximum number of entries to render. Typing finds the others. */
const maxShown = 30;

type PickProps = {
  /** The label. Without it, another element labels the field by its ID. */
  label?: string;
  id?: string;
  describedBy?: string | undefined;
  class?: string;
  placeholder?: string;
  isDisabled?: boolean;
  /** The name of the current choice. Empty for a field that adds items to a list. */
  chosen?: string;
  /** All items that can be picked, in display order. */
  items: () => readonly PickItem[];
  onPick: (id: number) => void;
};

/** Creates what the person types, and the entries that match it. Call it inside a component. */
function createPicking(props: PickProps) {
  const [isOpen, setOpen] = createSignal(false);
  const [query, setQuery] = createSignal<string>();
  const close = () => {
    setOpen(false);
    setQuery(undefined);
  };
  const offered = createMemo((): CompletionItem[] => {
    if (!isOpen()) return [];
    const pick = (id: number) => {
      close();
      props.onPick(id);
    };
    return found(props.items(), (query() ?? '').trim()).map(({ id, label }) => ({
      key: String(id),
      label,
      choose: () => pick(id),
    }));
  });
  // Without a query, no entry is preselected: Tab and Enter in the open list must not change anything.
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
    // Prevents Enter from submitting the surrounding form.
    else if (event.key === 'Enter') event.preventDefault();
  };
  return { query, setQuery, setOpen, close, onKeyDown, completion };
}

/** Returns the entries whose names match a text. */
function found(items: readonly PickItem[], wanted: string): readonly PickItem[] {
  if (wanted === '') return items.slice(0, maxShown);
  const rank = ({ label }: PickItem) => rankOf(label, wanted) ?? rankOf(label.replace(/^#/, ''), wanted);
  return best(items, rank, maxShown);
}

/**
 * Renders a field that picks one of many named things, such as a channel. It renders only entries that match the typed text.
 * So, unlike a `select` element, it stays fast with thousands of entries.
 */
export function PickField(props: PickProps) {
  const { query, setQuery, setOpen, close, onKeyDown, completion } = createPicking(props);
  return (
    <div class="completion-anchor pick-field">
      <input
        id={props.id}
        class={props.class ?? 'input'}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        ref={completion.field}
        dir={directionOf(query() ?? props.chosen ?? '')}
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
