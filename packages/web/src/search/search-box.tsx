import { Search } from 'lucide';
import { createEffect, createMemo, createSignal, on, onMount } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { best, rankOf } from '../lib/rank.ts';
import { knownTopics } from '../model/known-topics.ts';
import { channelHref, channelName, namesOf, placeHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { distinctionOf } from '../model/references.ts';
import { bestRank, searchedNames } from '../model/searched-names.ts';
import { go, narrowHref, route } from '../router/router.ts';
import { type CompletionItem, createCompletion } from '../ui/completion.tsx';
import { Icon } from '../ui/icon.tsx';
import { operandWords, operatorTexts, parseSearch, positiveOperators, wordsOf } from './operators.ts';
import { quoted, searchName, searchText } from './search-text.ts';
import { isSearch, searchedNarrow } from './search-within.ts';

/** Renders the search box. It searches messages, suggests operators while the person types, and opens channels and people. */
export function SearchBox(props: { isOnPage?: boolean }) {
  const { store, connection } = useParley();
  const [text, setText] = createSignal('');
  const [hasFocus, setFocus] = createSignal(false);
  const requested = new Set<number>();
  const loadTopicsOnce = (channelId: number) => {
    if (requested.has(channelId) || store.topics.ofChannel.has(channelId)) return;
    requested.add(channelId);
    // A failure only means that topics are not suggested.
    void connection.history.loadTopics(channelId).catch(() => requested.delete(channelId));
  };
  const topicsChanged = useDerived([store.topics.ofChannel], () => ({}));
  const topicsOf = (channelId: number) => {
    topicsChanged();
    return store.topics.ofChannel.get(channelId);
  };
  let field!: HTMLInputElement;

  // While a search is visible, the box contains its text.
  createEffect(() => {
    const present = route();
    const isShown = present.view === 'messages' && isSearch(present.narrow);
    const near = isShown && present.near !== undefined ? ` near:${present.near}` : '';
    setText(isShown ? `${searchText(present.narrow, store)}${near}` : '');
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

  // The search page has no other purpose, so its box gets the focus.
  onMount(() => props.isOnPage && field.focus());

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
    const negation = word.startsWith('-') ? '-' : '';
    const names = operatorTexts
      .filter(([name]) => name.startsWith(bare.toLowerCase()))
      .filter(([name]) => negation === '' || !positiveOperators.has(name))
      .map(
        ([name, explanation]): CompletionItem => ({
          key: name,
          label: `${negation}${name}:`,
          detail: negation === '' ? t(explanation) : t('not', { what: t(explanation) }),
          choose: () => replaceLast(`${negation}${name}:`),
        }),
      );
    return bare === '' || word !== text() ? names : [...names, ...places(bare)];
  });

  /** Returns channels and people to open whose names match the typed text. */
  function places(query: string): CompletionItem[] {
    const channels = best(store.channels.channels.values(), ({ name }) => rankOf(name, query), 4).map(
      (channel): CompletionItem => ({
        key: `channel ${channel.stream_id}`,
        label: `#${channel.name}`,
        detail: t('goTo'),
        choose: () => leaveTo(channelHref(store, channel.stream_id)),
      }),
    );
    const textsOf = searchedNames(store);
    const people = best(
      store.people.users.values(),
      (user) => (user.is_active ? bestRank(textsOf(user), (name) => rankOf(name, query)) : undefined),
      4,
    ).map(
      (user): CompletionItem => ({
        key: `user ${user.user_id}`,
        label: user.full_name,
        detail: distinctionOf(store, user) ?? t('directMessage'),
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
    const item = (value: string, detail?: string): CompletionItem => ({
      key: value,
      label: `${sign}${operator}:${value}`,
      detail,
      choose: () => replaceLast(`${sign}${operator}:${quoted(value)} `),
    });
    const words = Object.entries(operandWords[operator] ?? {})
      .filter(([word]) => word.startsWith(begun.toLowerCase()) && word !== begun)
      .map(([word, explanation]) => item(word, t(explanation)));
    if (operator === 'channel') {
      return best(store.channels.channels.values(), ({ name }) => rankOf(name, begun)).map(({ name }) =>
        item(name),
      );
    }
    if (operator === 'topic') {
      return best(topicsToSearch(), ({ name }) => rankOf(name, begun)).map(({ name, channel }) =>
        item(name, channel),
      );
    }
    if (['sender', 'mentions', 'dm', 'dm-including'].includes(operator)) {
      const people = best(store.people.users.values(), (user) => rankOf(user.full_name, begun)).map(
        (user) => {
          const name = searchName(user.user_id, store);
          return item(name, name === user.full_name ? undefined : user.full_name);
        },
      );
      return [...words, ...people];
    }
    return words;
  }

  /** Returns the topics of the channel that the search names, or else all topics that this client knows. */
  function topicsToSearch(): readonly { name: string; channel?: string }[] {
    const channel = parseSearch(text(), store).find(({ operator }) => operator === 'channel')?.operand;
    if (typeof channel === 'number') {
      loadTopicsOnce(channel);
      return topicsOf(channel) ?? [];
    }
    return knownTopics(store).map(({ channelId, topic }) => ({
      name: topic,
      channel: `#${channelName(store, channelId)}`,
    }));
  }

  const completion = createCompletion(items, { isSelective: true });
  return (
    <form
      class="search"
      role="search"
      // ARIA landmarks of the same kind need different names. The sidebar contains another search landmark.
      aria-label={props.isOnPage ? t('search') : undefined}
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
          dir={directionOf(text())}
          value={text()}
          on:input={(event) => setText(event.currentTarget.value)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          on:keydown={(event) => {
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
