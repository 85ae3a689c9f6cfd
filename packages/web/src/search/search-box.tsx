import { Search } from 'lucide';
import { createEffect, createMemo, createSignal, on } from 'solid-js';
import { best, rankOf } from '../compose/suggestions.tsx';
import { t } from '../i18n/index.ts';
import { channelHref, namesOf, placeHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { go, narrowHref, placeOfNarrow, route } from '../router.ts';
import { type CompletionItem, createCompletion } from '../ui/completion.tsx';
import { Icon } from '../ui/icon.tsx';
import { operandWords, operatorNames, parseSearch, quoted, searchText, wordsOf } from './operators.ts';
import { searchedNarrow } from './search-within.ts';

/** Searches messages, completes operators while the person types, and opens channels and people. */
export function SearchBox(props: { isOnPage?: boolean }) {
  const { store } = useParley();
  const [text, setText] = createSignal('');
  const [hasFocus, setFocus] = createSignal(false);
  let field!: HTMLInputElement;

  // While a search is visible, the box contains its text.
  createEffect(() => {
    const present = route();
    const isSearch =
      present.view === 'messages' && present.narrow.length > 0 && placeOfNarrow(present.narrow) === undefined;
    setText(isSearch ? searchText(present.narrow, store) : '');
  });

  createEffect(
    on(
      searchedNarrow,
      (narrow) => {
        if (narrow) setText(`${searchText(narrow, store)} `);
      },
      { defer: true },
    ),
  );

  const run = (query: string) => {
    const narrow = parseSearch(query, store);
    if (narrow.length === 0) return;
    field.blur();
    go(narrowHref(narrow, namesOf(store)));
  };
  const replaceLast = (by: string) => {
    const rest = text().slice(0, text().length - last().length);
    setText(`${rest}${by}`);
    field.focus();
  };
  const last = () => (/\s$/.test(text()) ? '' : (wordsOf(text()).at(-1) ?? ''));

  const items = createMemo<readonly CompletionItem[]>(() => {
    if (!hasFocus()) return [];
    const word = last();
    const [, sign = '', operator, begun = ''] = /^(-?)([\w-]+):"?([^"]*)$/.exec(word) ?? [];
    if (operator !== undefined) return operands(sign, operator, begun);
    if (word === '' && text() !== '') return [];
    const bare = word.replace(/^-/, '');
    const names = operatorNames
      .filter((name) => name.startsWith(bare))
      .slice(0, bare === '' ? 8 : 4)
      .map(
        (name): CompletionItem => ({
          key: name,
          label: `${name}:`,
          detail: operandWords[name]?.slice(0, 3).join(', '),
          choose: () => replaceLast(`${word.startsWith('-') ? '-' : ''}${name}:`),
        }),
      );
    return bare === '' || word !== text() ? names : [...names, ...places(bare)];
  });

  /** Channels and people to open, for the typed text. */
  function places(query: string): CompletionItem[] {
    const channels = best(store.channels.channels.values(), ({ name }) => rankOf(name, query), 4).map(
      (channel): CompletionItem => ({
        key: `channel ${channel.stream_id}`,
        label: `#${channel.name}`,
        detail: t('goTo'),
        choose: () => leaveTo(channelHref(store, channel.stream_id)),
      }),
    );
    const people = best(
      store.people.users.values(),
      (user) => (user.is_active ? rankOf(user.full_name, query) : undefined),
      4,
    ).map(
      (user): CompletionItem => ({
        key: `user ${user.user_id}`,
        label: user.full_name,
        detail: t('directMessage'),
        choose: () => leaveTo(placeHref(store, { kind: 'direct', userIds: [user.user_id] })),
      }),
    );
    return [...channels, ...people];
  }
  const leaveTo = (href: string) => {
    setText('');
    field.blur();
    go(href);
  };

  function operands(sign: string, operator: string, begun: string): CompletionItem[] {
    const item = (value: string): CompletionItem => ({
      key: value,
      label: `${operator}:${value}`,
      choose: () => replaceLast(`${sign}${operator}:${quoted(value)} `),
    });
    const words = (operandWords[operator] ?? []).filter((word) => word.startsWith(begun) && word !== begun);
    if (operator === 'channel') {
      return best(store.channels.channels.values(), ({ name }) => rankOf(name, begun)).map(({ name }) =>
        item(name),
      );
    }
    if (operator === 'sender' || operator === 'dm' || operator === 'dm-including') {
      const people = best(store.people.users.values(), (user) => rankOf(user.full_name, begun)).map(
        ({ full_name }) => item(full_name),
      );
      return [...words.map(item), ...people];
    }
    return words.map(item);
  }

  const completion = createCompletion(items, { isSelective: true });
  return (
    <form
      class="search"
      role="search"
      classList={{ 'is-on-page': props.isOnPage ?? false }}
      onSubmit={(event) => {
        event.preventDefault();
        run(text());
      }}
    >
      <Icon of={Search} />
      <div class="completion-anchor">
        <input
          ref={field}
          class="search-input"
          type="search"
          data-search
          aria-label={t('search')}
          aria-autocomplete="list"
          aria-controls={completion.isOpen() ? completion.listId : undefined}
          aria-activedescendant={completion.activeId()}
          autocomplete="off"
          placeholder={t('searchPlaceholder')}
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onKeyDown={(event) => {
            if (completion.onKeyDown(event)) return;
            if (event.key === 'Escape') {
              setText('');
              event.currentTarget.blur();
            }
          }}
        />
        <completion.List />
      </div>
      <span class="key-hint">/</span>
    </form>
  );
}
