import { Search, X } from 'lucide';
import { createEffect, createMemo, createSignal, createUniqueId, For, on, onCleanup, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import type { MarkedPart } from '../../lib/text/fuzzy.ts';
import { Debouncer } from '../../lib/timing/debouncer.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { Icon } from '../../ui/icon.tsx';
import { f } from '../texts.ts';
import { channelToSearch } from './completions.ts';
import { FinderQuery } from './finder-query.ts';
import type { FinderRow } from './finder-row.ts';
import {
  type MoreRows,
  operatorRows,
  recentSearchRows,
  rowsFor,
  runSearch,
  searchFirst,
} from './finder-rows.tsx';
import { KnownNames } from './known-names.tsx';
import { remoteSources } from './remote-rows.tsx';

type FinderProps = {
  /** The text at the beginning. In the results, another search replaces what was typed. */
  text: string;
  /** Whether it is the field above the results. There it edits the search: Enter searches unless a row is selected. */
  isInline?: boolean;
  more?: MoreRows;
  /** Leaves the field and then acts. */
  onLeave: (act: () => void) => void;
  ref?: (field: HTMLInputElement) => void;
};

/** Creates what the field does with keys and choices. Call it inside a component. */
function createFinder(props: FinderProps, fieldOf: () => HTMLInputElement) {
  const { query, parley } = createQuery(props);
  const [hasFocus, setFocus] = createSignal(false);
  const [isClosed, setClosed] = createSignal(false);
  const listId = createUniqueId();
  const isOpen = () => query.rows().length > 0 && (!props.isInline || (hasFocus() && !isClosed()));
  const idOf = (key: string) => `${listId}-${query.rows().findIndex((row) => row.key === key)}`;
  const change = (text: string) => {
    setClosed(false);
    query.type(text);
  };
  const choose = (row: FinderRow) => {
    if (row.completes !== undefined) {
      change(row.completes);
      fieldOf().focus();
      return;
    }
    if (row.visit !== undefined) parley.visits.add(row.visit, Date.now());
    leave(() => row.run());
  };
  const leave = (act: () => void) => {
    if (props.isInline) fieldOf().blur();
    props.onLeave(act);
  };
  const search = () => leave(() => runSearch(parley, query.text()));
  const keys = { choose, search, close: () => setClosed(true), open: () => setClosed(false) };
  const onKeyDown = (event: KeyboardEvent) => useKey(event, query, isOpen(), props.isInline ?? false, keys);
  return { query, listId, isOpen, idOf, setFocus, change, choose, onKeyDown };
}

type Query = ReturnType<typeof createQuery>['query'];

/** Does what a key of the field means: it moves through the rows, chooses one, searches, or closes the list. */
function useKey(
  event: KeyboardEvent,
  query: Query,
  isOpen: boolean,
  isInline: boolean,
  act: { choose(row: FinderRow): void; search(): void; close(): void; open(): void },
): void {
  const row = isOpen ? query.active() : undefined;
  const isSearch = event.key === 'Enter' && (event.ctrlKey || event.metaKey || row === undefined);
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    act.open();
    query.move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (isSearch) act.search();
  else if (event.key === 'Enter') act.choose(row!);
  else if (event.key === 'Tab' && row?.completes !== undefined && !event.shiftKey) act.choose(row);
  else if (event.key === 'Escape' && isInline && isOpen) act.close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Renders the search field and what is found while somebody types: people, channels, topics, messages, files, filters and commands.
 * The switcher and the field above the results are this component.
 */
export function Finder(props: FinderProps) {
  let field!: HTMLInputElement;
  const finder = createFinder(props, () => field);
  const { query, isOpen, idOf } = finder;
  showActive(finder);
  const clear = () => {
    finder.change('');
    field.focus();
  };
  return (
    <div class="finder" classList={{ 'is-inline': props.isInline ?? false }}>
      <div class="finder-field">
        <Icon of={Search} size={20} />
        <Field
          finder={finder}
          isInline={props.isInline ?? false}
          ref={(element) => {
            field = element;
            props.ref?.(element);
          }}
        />
        <Show when={props.isInline && query.text() !== ''}>
          <ClearButton onClear={clear} />
        </Show>
      </div>
      <Show when={isOpen()}>
        <Rows
          id={finder.listId}
          rows={query.rows()}
          activeKey={query.active()?.key}
          idOf={idOf}
          onSelect={query.select}
          onChoose={finder.choose}
        />
      </Show>
      <FinderState state={!props.isInline || isOpen() ? query.state() : 'still'} />
    </div>
  );
}

/** Keeps the active row in view. */
function showActive({ query, isOpen, idOf }: ReturnType<typeof createFinder>): void {
  createEffect(() => {
    const key = query.active()?.key;
    if (key !== undefined && isOpen())
      document.querySelector(`#${CSS.escape(idOf(key))}`)?.scrollIntoView({ block: 'nearest' });
  });
}

function Field(props: {
  finder: ReturnType<typeof createFinder>;
  isInline: boolean;
  ref: (field: HTMLInputElement) => void;
}) {
  const { query, listId, isOpen, idOf, setFocus, change, onKeyDown } = props.finder;
  return (
    <input
      ref={props.ref}
      class="finder-input"
      type="text"
      role="combobox"
      data-search={props.isInline ? '' : undefined}
      aria-label={t('search')}
      aria-autocomplete="list"
      aria-expanded={isOpen()}
      aria-controls={isOpen() ? listId : undefined}
      aria-activedescendant={isOpen() && query.active() ? idOf(query.active()!.key) : undefined}
      autocomplete="off"
      spellcheck={false}
      enterkeyhint="search"
      placeholder={t('searchPlaceholder')}
      dir={directionOf(query.text())}
      value={query.text()}
      on:input={(event) => change(event.currentTarget.value)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      on:keydown={onKeyDown}
    />
  );
}

/** Says that the server is still being asked, or has not answered. */
function FinderState(props: { state: ReturnType<ReturnType<typeof createQuery>['query']['state']> }) {
  return (
    <div class="finder-state" role="status">
      <Show when={props.state !== 'still'}>
        {f(props.state === 'asking' ? 'searching' : 'incompleteSearch')}
      </Show>
    </div>
  );
}

/** Renders the button that empties the field. The field keeps the focus. */
function ClearButton(props: { onClear: () => void }) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={f('clearText')}
      title={f('clearText')}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => props.onClear()}
    >
      <Icon of={X} />
    </button>
  );
}

/** Loads the topics of a channel that the search names, once, and takes over what becomes known. Call it inside a component. */
function followTopics(query: FinderQuery<FinderRow>, known: KnownNames, version: () => number): void {
  const { store, connection } = useParley();
  const loadedTopics = new Set<number>();
  const topicsChanged = useDerived([store.topics.ofChannel], () => ({}));
  createEffect(
    on(
      topicsChanged,
      () => {
        known.refreshTopics();
        query.refresh();
      },
      { defer: true },
    ),
  );
  createEffect(() => {
    version();
    if (!query.text.includes('topic:')) return;
    const channelId = channelToSearch(query.text, store);
    if (channelId === undefined || loadedTopics.has(channelId) || store.topics.ofChannel.has(channelId))
      return;
    loadedTopics.add(channelId);
    // A failure only means that topics are not suggested.
    void connection.history.loadTopics(channelId).catch(() => loadedTopics.delete(channelId));
  });
}

/** Connects the query to signals, and to what the client learns meanwhile. */
function createQuery(props: FinderProps) {
  const parley = useParley();
  const known = new KnownNames(parley);
  const [searches, setSearches] = createSignal<readonly string[]>([]);
  const [version, setVersion] = createSignal(0);
  const query = new FinderQuery<FinderRow>(
    {
      known: (text) => {
        if (props.isInline && text.trim() === '')
          return [...recentSearchRows(parley, searches()), ...operatorRows(parley)];
        const rows = rowsFor(parley, text, { known, more: props.more, searches: searches() });
        // What the page of the search is for comes first there.
        return props.isInline ? searchFirst(rows) : rows;
      },
      sources: remoteSources(parley, known),
      pause: new Debouncer(),
      isSelective: props.isInline ?? false,
      onChange: () => setVersion((each) => each + 1),
    },
    props.text,
  );
  void parley.device.read('recentSearches').then((kept) => {
    setSearches(kept ?? []);
    query.refresh();
  });
  createEffect(
    on(
      () => props.text,
      (text) => query.type(text),
      { defer: true },
    ),
  );
  followTopics(query, known, version);
  onCleanup(() => query.end());
  return { parley, query: watchedQuery(query, version) };
}

/** Returns a query whose properties are signals. */
function watchedQuery(query: FinderQuery<FinderRow>, version: () => number) {
  const watched =
    <T,>(read: () => T) =>
    () => {
      version();
      return read();
    };
  return {
    text: watched(() => query.text),
    rows: createMemo(watched(() => query.rows)),
    active: watched(() => query.active),
    state: watched(() => query.state),
    type: (text: string) => query.type(text),
    move: (step: 1 | -1) => query.move(step),
    select: (key: string) => query.select(key),
  };
}

type RowsProps = {
  id: string;
  rows: readonly FinderRow[];
  activeKey: string | undefined;
  idOf: (key: string) => string;
  onSelect: (key: string) => void;
  onChoose: (row: FinderRow) => void;
};

type Run = { readonly group: FinderRow['group']; readonly rows: readonly FinderRow[] };

/** Divides rows where their group changes. */
function runsOf(rows: readonly FinderRow[]): Run[] {
  const runs: { group: FinderRow['group']; rows: FinderRow[] }[] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && last.group === row.group) last.rows.push(row);
    else runs.push({ group: row.group, rows: [row] });
  }
  return runs;
}

/** Renders the rows, below the headings of their groups. */
function Rows(props: RowsProps) {
  const runs = createMemo(() => runsOf(props.rows));
  return (
    <div class="finder-list" role="listbox" id={props.id} aria-label={t('suggestions')}>
      <For each={runs()}>
        {(run) => (
          <Show
            when={run.group}
            fallback={<For each={run.rows}>{(row) => <Row {...props} row={row} />}</For>}
          >
            {(group) => (
              <div role="group" aria-label={f(group())}>
                <div class="finder-heading" aria-hidden="true">
                  {f(group())}
                </div>
                <For each={run.rows}>{(row) => <Row {...props} row={row} />}</For>
              </div>
            )}
          </Show>
        )}
      </For>
    </div>
  );
}

function Row(props: RowsProps & { row: FinderRow }) {
  const { row } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div
      class="menu-item finder-row"
      data-group={row.group}
      role="option"
      id={props.idOf(row.key)}
      aria-selected={props.activeKey === row.key}
      tabindex="-1"
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => props.onChoose(row)}
      onPointerMove={() => props.onSelect(row.key)}
    >
      <span class="finder-lead">{row.lead()}</span>
      <span class="finder-label" dir={directionOf(row.label.map(({ text }) => text).join(''))}>
        <Marked parts={row.label} />
      </span>
      <Show when={row.detail}>
        {(detail) => (
          <span class="hint">
            {row.detailLead?.()}
            {detail()}
          </span>
        )}
      </Show>
    </div>
  );
}

/** Renders a text with its matching parts marked. */
export function Marked(props: { parts: readonly MarkedPart[] }) {
  return (
    <For each={props.parts}>
      {(part) => (
        <Show when={part.isMarked} fallback={part.text}>
          <mark class="found">{part.text}</mark>
        </Show>
      )}
    </For>
  );
}
