import {
  type Accessor,
  createEffect,
  createRenderEffect,
  createSignal,
  createUniqueId,
  For,
  type JSX,
  on,
  Show,
} from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import type { TextRange } from '../lib/text/fuzzy.ts';

export type CompletionItem = {
  readonly key: string;
  readonly label: string;
  /** Text after the label, such as the description of a channel. */
  readonly detail?: string | undefined;
  readonly lead?: (() => JSX.Element) | undefined;
  /** Start of the part of the text that this suggestion replaces. Needed if suggestions replace different parts. */
  readonly from?: number | undefined;
  choose(): void;
};

export type Completion = {
  readonly isOpen: Accessor<boolean>;
  readonly listId: string;
  /** Element ID of the option that Enter chooses; undefined without one. */
  readonly activeId: Accessor<string | undefined>;
  /** Handles a key of the field. Returns whether the completion used the key. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Chooses the active option, if there is one. */
  choose(): void;
  close(): void;
  /** Makes an element the field of the completion. Use it as its `ref`. */
  field(input: HTMLInputElement): void;
  List(): JSX.Element;
};

/** Distance between a field and its list, and least height of a list below its field, in pixels. */
const gap = 4;
const leastHeight = 120;

/** Places the list of a field in a dialog over the dialog, which would cut it off. */
function placeInDialog(list: HTMLElement): void {
  const field = list.parentElement;
  if (!field?.closest('.dialog')) return;
  const { left, width, top, bottom } = field.getBoundingClientRect();
  const below = innerHeight - bottom - 2 * gap;
  const isBelow = below >= leastHeight || below >= top;
  Object.assign(list.style, {
    inset: isBelow
      ? `${bottom + gap}px auto auto ${left}px`
      : `auto auto ${innerHeight - top + gap}px ${left}px`,
    maxHeight: `min(16rem, ${(isBelow ? below : top - 2 * gap).toFixed()}px)`,
    minWidth: `${width}px`,
    position: 'fixed',
  });
}

/** Renders a label with the part marked that matches what was typed. */
function Label(props: { text: string; match: TextRange | undefined }) {
  return (
    <span dir={directionOf(props.text)}>
      <Show when={props.match} fallback={props.text}>
        {(match) => (
          <>
            {props.text.slice(0, match()[0])}
            <mark class="found">{props.text.slice(...match())}</mark>
            {props.text.slice(match()[1])}
          </>
        )}
      </Show>
    </span>
  );
}

/** Creates which suggestion is active, and whether the list is open. */
function createActive(
  items: Accessor<readonly CompletionItem[]>,
  first: () => number,
  idOf: (index: number) => string,
) {
  const [active, setActive] = createSignal(first());
  const [isClosed, setClosed] = createSignal(false);
  createEffect(
    on(items, () => {
      setActive(first());
      setClosed(false);
    }),
  );
  createEffect(
    on(
      active,
      (index) => {
        document.querySelector(`#${CSS.escape(idOf(index))}`)?.scrollIntoView({ block: 'nearest' });
      },
      { defer: true },
    ),
  );
  const isOpen = () => !isClosed() && items().length > 0;
  return { active, setActive, isOpen, close: () => void setClosed(true) };
}

type Active = ReturnType<typeof createActive>;

/** Moves through the suggestions, closes or chooses one. Returns whether the key was used. */
function useKey(event: KeyboardEvent, length: number, list: Active, choose: () => void): boolean {
  if (!list.isOpen()) return false;
  const isPlain = !event.ctrlKey && !event.shiftKey;
  if (event.key === 'ArrowDown') list.setActive((each) => (each + 1) % length);
  else if (event.key === 'ArrowUp') list.setActive((each) => (each <= 0 ? length - 1 : each - 1));
  else if (event.key === 'Escape') list.close();
  else if ((event.key === 'Enter' || event.key === 'Tab') && list.active() >= 0 && isPlain) choose();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

type Options = {
  isSelective?: boolean | (() => boolean);
  /** Returns the part of a label that matches what was typed. */
  matchOf?: (label: string) => TextRange | undefined;
};

/** Creates a list of suggestions for a field. Arrow keys move through the list while the field keeps the focus. */
export function createCompletion(
  items: Accessor<readonly CompletionItem[]>,
  options: Options = {},
): Completion {
  const listId = createUniqueId();
  const idOf = (index: number) => `${listId}-${index}`;
  const first = () => {
    const { isSelective } = options;
    return (typeof isSelective === 'function' ? isSelective() : isSelective) ? -1 : 0;
  };
  const list = createActive(items, first, idOf);
  const { active, isOpen, close } = list;
  const choose = () => {
    if (isOpen()) items()[active()]?.choose();
  };
  const activeId = () => (isOpen() && active() >= 0 ? idOf(active()) : undefined);
  return {
    choose,
    isOpen,
    listId,
    activeId,
    close,
    field(input) {
      const set = (name: string, value: string | undefined) =>
        value === undefined ? input.removeAttribute(name) : input.setAttribute(name, value);
      set('autocomplete', 'off');
      set('role', 'combobox');
      set('aria-autocomplete', 'list');
      createRenderEffect(() => {
        set('aria-expanded', String(isOpen()));
        set('aria-controls', isOpen() ? listId : undefined);
        set('aria-activedescendant', activeId());
      });
    },
    onKeyDown: (event) => useKey(event, items().length, list, choose),
    List: () => listOf(items, list, listId, idOf, options.matchOf),
  };
}

/** Renders the open list. A plain function, because the first load has it. */
const listOf = (
  items: Accessor<readonly CompletionItem[]>,
  { active, setActive, isOpen }: Active,
  listId: string,
  idOf: (index: number) => string,
  matchOf: Options['matchOf'],
): JSX.Element => (
  <Show when={isOpen()}>
    <div
      class="completion menu"
      role="listbox"
      id={listId}
      aria-label={t('suggestions')}
      ref={(list) => queueMicrotask(() => placeInDialog(list))}
    >
      <For each={items()}>
        {(item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
          <div
            class="menu-item"
            role="option"
            id={idOf(index())}
            aria-selected={active() === index()}
            tabindex="-1"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => item.choose()}
            onPointerMove={() => setActive(index())}
          >
            {item.lead?.()}
            <Label text={item.label} match={matchOf?.(item.label)} />
            <Show when={item.detail}>{(detail) => <span class="hint">{detail()}</span>}</Show>
          </div>
        )}
      </For>
    </div>
  </Show>
);
