/** Shared parts of lists of entries: filter, texts, menus, and placeholders of empty lists. */

import { foldCase } from '@parley/client';
import { Ellipsis, type IconNode } from 'lucide';
import { createMemo, createSignal, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { SearchField } from './fields.tsx';
import { f } from './texts.ts';

/** Maximum number of entries for which a list shows no filter. */
const fewEntries = 8;

/** Creates a filter that compares the typed text with `wordsOf` of each entry. Render `Field` above the list. */
export function createEntryFilter<T>(items: () => readonly T[], wordsOf: (item: T) => string) {
  const [query, setQuery] = createSignal('');
  const wanted = () => foldCase(query().trim());
  const isOn = () => wanted() !== '';
  return {
    isOn,
    found: createMemo(() =>
      isOn() ? items().filter((item) => foldCase(wordsOf(item)).includes(wanted())) : items(),
    ),
    /** The search field. Lists with few entries do not show it. */
    Field: (): JSX.Element => (
      <Show when={items().length > fewEntries || query() !== ''}>
        <div class="toolbar">
          <SearchField label={f('filterEntries')} value={query()} onChange={setQuery} />
        </div>
      </Show>
    ),
    /** Content of an empty list: that nothing matches the filter, or else `children`, which explain the purpose of entries. */
    Nothing: (props: { children: JSX.Element }): JSX.Element => (
      <Show when={isOn()} fallback={props.children}>
        <p class="muted">{t('nothingFound')}</p>
      </Show>
    ),
  };
}

/** Renders the text of an entry: its name, and details below. */
export function EntryText(props: {
  name: string;
  /** Whether to show the name in the typeface of code, because it is a pattern. */
  isCode?: boolean;
  details?: string;
  /** Whether the details are always written from left to right, as addresses and code are. */
  isAddress?: boolean;
  /** Whether the entry is not in use. */
  isOff?: boolean;
}) {
  return (
    <div class="row-main is-whole" classList={{ 'is-off': props.isOff ?? false }}>
      <Show when={props.isCode} fallback={<span dir={directionOf(props.name)}>{props.name}</span>}>
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

/** Renders the name of an entry as a link, and `children` below. */
export function EntryLink(props: { href: string; name: string; children?: JSX.Element }) {
  return (
    <a class="row-main" href={props.href} data-list-item>
      <span dir={directionOf(props.name)}>{props.name}</span>
      {props.children}
    </a>
  );
}

/** Renders the only row of an empty list. It explains what entries are for. */
export function EmptyEntry(props: { icon: IconNode; children: JSX.Element }) {
  return (
    <li class="empty">
      <EmptyIcon of={props.icon} />
      <p>{props.children}</p>
    </li>
  );
}

/** Renders the content of an empty list without `li` elements. It explains what entries are for. */
export function EmptyNote(props: { icon: IconNode; children: JSX.Element }) {
  return (
    <div class="empty">
      <EmptyIcon of={props.icon} />
      <p>{props.children}</p>
    </div>
  );
}

/** The menu of an entry's actions, which keeps the row low. */
export function EntryMenu(props: {
  name: string;
  /** Whether the arrow keys move the focus between the menu buttons of neighbouring entries. */
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
