/** What lists of entries share: their filter, texts and menus, and what they show while they are empty. */
import { Ellipsis, type IconNode } from 'lucide';
import { createMemo, createSignal, type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { SearchField } from './fields.tsx';
import { f } from './texts.ts';

/** Number of entries up to which a list is seen at a glance, so that it has no filter. */
const fewEntries = 8;

/** Filters the entries of a list by what their words contain. Render `Field` above the list. */
export function createEntryFilter<T>(items: () => readonly T[], wordsOf: (item: T) => string) {
  const [query, setQuery] = createSignal('');
  const wanted = () => query().trim().toLowerCase();
  const isOn = () => wanted() !== '';
  return {
    isOn,
    found: createMemo(() =>
      isOn() ? items().filter((item) => wordsOf(item).toLowerCase().includes(wanted())) : items(),
    ),
    /** The search field, for lists with more entries than one sees at a glance. */
    Field: (): JSX.Element => (
      <Show when={items().length > fewEntries || query() !== ''}>
        <div class="toolbar">
          <SearchField label={f('filterEntries')} value={query()} onChange={setQuery} />
        </div>
      </Show>
    ),
    /** What an empty list shows: that nothing fits, or what entries would be good for. */
    Nothing: (props: { children: JSX.Element }): JSX.Element => (
      <Show when={isOn()} fallback={props.children}>
        <p class="muted">{t('nothingFound')}</p>
      </Show>
    ),
  };
}

/** The text of an entry: its name, and below it what else is to know. */
export function EntryText(props: {
  name: string;
  /** Whether the name is a pattern, in the typeface of code. */
  isCode?: boolean;
  details?: string;
  /** Whether the details are an address or another text in the direction of code. */
  isAddress?: boolean;
  /** Whether the entry is not in use. */
  isOff?: boolean;
}) {
  return (
    <div class="row-main is-whole" classList={{ 'is-off': props.isOff ?? false }}>
      <Show when={props.isCode} fallback={<span dir="auto">{props.name}</span>}>
        <code dir="ltr">{props.name}</code>
      </Show>
      <Show when={props.details}>
        {(details) => (
          <span class="muted" dir={props.isAddress ? 'ltr' : 'auto'}>
            {details()}
          </span>
        )}
      </Show>
    </div>
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

/** Says what the entries of an empty list would be good for, in lists that are not made of `li` elements. */
export function EmptyNote(props: { icon: IconNode; children: JSX.Element }) {
  return (
    <div class="empty">
      <EmptyIcon of={props.icon} />
      <p>{props.children}</p>
    </div>
  );
}

/** The button at the end of an entry that opens the menu of its actions. It keeps rows with many actions low. */
export function EntryMenu(props: {
  name: string;
  /** Whether the arrow keys go from the menu of one entry to that of the next one. */
  isListItem?: boolean;
  entries: () => readonly MenuEntry[];
}) {
  return (
    <Menu
      label={f('actionsOf', { name: props.name })}
      isListItem={props.isListItem ?? false}
      entries={props.entries}
    >
      <Icon of={Ellipsis} />
    </Menu>
  );
}
