import type { Message, Narrow } from '@parley/client';
import { Bookmark, SearchX } from 'lucide';
import {
  createEffect,
  createMemo,
  createSignal,
  For,
  Match,
  on,
  onCleanup,
  onMount,
  Show,
  Switch,
} from 'solid-js';
import { t } from '../../i18n/index.ts';
import { listKeys } from '../../lib/keys-and-focus/list-keys.ts';
import { showMoreNear } from '../../lib/lists/near-end.ts';
import { Debouncer } from '../../lib/timing/debouncer.ts';
import { reasonOf } from '../../model/failures.ts';
import { namesOf } from '../../model/names.ts';
import { type Parley, useParley } from '../../model/parley.tsx';
import { hrefOfRoute, narrowHref } from '../../router/router.ts';
import { EmptyIcon } from '../../ui/empty-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { FilterChips, type FilterGroup, FilterPanel } from '../filters/filter-panel.tsx';
import { withWords } from '../filters/filters.ts';
import { searchedWords } from '../filters/operators.ts';
import type { ShownSearch } from '../filters/search-within.ts';
import { type KeptSearch, type Kind, kinds } from '../finder/kept-searches.ts';
import { SearchHelp } from '../finder/search-help.tsx';
import { rememberSearch, searchesOf, writeOrder } from '../finder/searches-of-client.ts';
import type { Sort } from '../search-run.ts';
import { searchServerOf } from '../search-server.ts';
import { f, type SearchText } from '../texts.ts';
import { FileResults } from './file-results.tsx';
import { MessageResult } from './message-result.tsx';
import { foundNames, NameResults } from './name-results.tsx';
import { type Counts, kindBeside, shownKinds } from './shown-kinds.ts';

/** Time in milliseconds after the last change of a found message before the messages are read again. */
const refreshAfterMs = 500;

/** Renders what a search found, in tabs, with filters at the side. */
export function FoundResults(props: { search: ShownSearch; order: Sort }) {
  const { positions } = useParley();
  const found = createFound(props.search, props.order);
  const [group, setGroup] = createSignal<FilterGroup>();
  const setNarrow = (narrow: Narrow) => found.show(narrow);
  const keep = (element: HTMLElement) => {
    listKeys(element);
    positions.keepScroll(element);
    found.restoreFocus(element);
  };
  return (
    <div class="results">
      <Bar
        found={found}
        isWhole={props.search.near === undefined}
        narrow={props.search.narrow}
        group={group()}
        onGroup={setGroup}
      />
      <div class="results-columns">
        <div class="view-scroll results-list" ref={keep}>
          <DidYouMean
            words={found.part().suggestions.value.did_you_mean}
            narrow={props.search.narrow}
            onChoose={setNarrow}
          />
          <Results found={found} narrow={props.search.narrow} />
        </div>
        <FilterPanel
          open={group()}
          narrow={props.search.narrow}
          messages={found.part().messages.value}
          isComplete={found.part().isComplete}
          onChange={setNarrow}
        />
      </div>
    </div>
  );
}

type BarProps = {
  found: Found;
  isWhole: boolean;
  narrow: Narrow;
  group: FilterGroup | undefined;
  onGroup: (group: FilterGroup | undefined) => void;
};

function Bar(props: BarProps) {
  const { found } = props;
  const counts = createMemo(() => found.counts());
  return (
    <div class="results-bar">
      <Tabs kind={found.kind()} counts={counts()} onChoose={found.setKind} />
      <Actions {...props} />
    </div>
  );
}

function Actions(props: BarProps) {
  const parley = useParley();
  const { found } = props;
  return (
    <div class="results-actions">
      <Show when={found.kind() === 'messages' && found.hasWords && props.isWhole}>
        <OrderSwitch order={found.order()} onChoose={found.setOrder} />
      </Show>
      <FilterChips
        narrow={props.narrow}
        open={props.group}
        onOpen={props.onGroup}
        onChange={(narrow) => found.show(narrow)}
      />
      <button type="button" class="button save-search" onClick={() => parley.globalDialog.open('views')}>
        <Icon of={Bookmark} />
        {f('saveSearch')}
      </button>
    </div>
  );
}

function Results(props: { found: Found; narrow: Narrow }) {
  const { found } = props;
  return (
    <Switch>
      <Match when={found.kind() === 'messages'}>
        <MessageResults found={found} narrow={props.narrow} />
      </Match>
      <Match when={found.kind() === 'files'}>
        <FileResults
          part={found.part().files}
          hasWords={found.hasWords}
          onOpen={found.remember}
          onRetry={found.retry}
        />
      </Match>
      <Match when={true}>
        <NameResults
          kind={found.kind() as 'people' | 'channels' | 'topics'}
          names={found.names()}
          hasFailed={found.part().suggestions.state === 'failed'}
          hasWords={found.hasWords}
          onOpen={found.remember}
        />
      </Match>
    </Switch>
  );
}

/** Returns how many results of each kind there are, where that is known. */
function countsOf(part: FoundPart, names: ReturnType<typeof foundNames>): Counts {
  const { messages, files, suggestions, isComplete } = part;
  // What could not be read is not nothing, and how many were read by chance is not how many there are.
  const count = (state: string, length: number, isAll = true) =>
    (state !== 'loaded' && length === 0) || !isAll ? undefined : String(length);
  const { state } = suggestions;
  return {
    messages: count(messages.state, messages.value.length, isComplete),
    files: count(files.state, files.value.length),
    people: count(state, names.people.length),
    channels: count(state, names.channels.length),
    topics: count(state, names.topics.length),
  };
}

/** Returns what a search has found, as a signal, and how often that has changed. Call it inside a component. */
function watched(search: KeptSearch) {
  const [version, setVersion] = createSignal(0);
  search.onChange = () => setVersion((each) => each + 1);
  onCleanup(() => {
    search.onChange = () => undefined;
  });
  const part = createMemo((): FoundPart => {
    version();
    const { messages, files, suggestions, isComplete } = search.run;
    return { messages, files, suggestions, isComplete };
  });
  return { version, part };
}

/** Connects a search, which may have been run before, to signals and to the store. */
function createFound(shown: ShownSearch, order: Sort) {
  const parley = useParley();
  const { store } = parley;
  const { known, search } = keptSearch(parley, shown, order);
  const { run } = search;
  const [kind, setKind] = createSignal<Kind>(search.kind);
  const { version, part } = watched(search);
  onMount(() => {
    if (known) void run.refresh();
    else run.start();
  });
  const words = searchedWords(shown.narrow);
  void rememberSearch(parley, narrowHref(shown.narrow, namesOf(store), shown.near));
  const suggestions = createMemo(() => part().suggestions.value);
  const names = createMemo(() => foundNames(parley, words, suggestions()));
  followChanges(
    parley,
    () => part().messages.value,
    () => void run.refresh(),
  );
  return {
    run,
    order: () => {
      version();
      return run.sort;
    },
    part,
    names,
    kind,
    hasWords: words.trim() !== '',
    setKind: (next: Kind) => {
      search.kind = next;
      setKind(next);
    },
    setOrder: (next: Sort) => {
      void writeOrder(parley, next);
      run.sortBy(next);
    },
    retry: () => run.start(),
    show: (narrow: Narrow) =>
      parley.router.go(narrow.length === 0 ? '#search' : narrowHref(narrow, namesOf(store))),
    remember: (id: string) => {
      search.openedId = id;
    },
    restoreFocus: (element: HTMLElement) => restoreFocus(element, known, part),
    counts: () => countsOf(part(), names()),
  };
}

/** Returns the search of this entry of the browser's history; the known one if it was run before. */
function keptSearch(parley: Parley, shown: ShownSearch, order: Sort) {
  const href = `${hrefOfRoute(parley.router.route())} ${shown.near ?? ''}`;
  const searches = searchesOf(parley);
  const entry = parley.router.entryName();
  const known = searches.find(entry, href);
  const search = known ?? searches.create(entry, href, shown, order, searchServerOf(parley));
  return { known, search };
}

type FoundPart = Pick<KeptSearch['run'], 'messages' | 'files' | 'suggestions' | 'isComplete'>;

type Found = ReturnType<typeof createFound>;

/**
 * Gives the focus to the result that was opened last when the reader comes back, and otherwise to the first result if nothing else
 * has the focus, so that the keyboard goes on from there.
 */
function restoreFocus(
  element: HTMLElement,
  known: KeptSearch | undefined,
  part: () => { readonly messages: { readonly state: string } },
): void {
  const isIdle = () => document.activeElement === document.body || document.activeElement === null;
  const focus = (selector: string) =>
    element.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  onMount(() => {
    const id = known?.openedId;
    if (id !== undefined && isIdle()) queueMicrotask(() => focus(`[data-result="${CSS.escape(id)}"]`));
  });
  let isDone = known !== undefined;
  createEffect(() => {
    if (part().messages.state !== 'loaded' || isDone) return;
    isDone = true;
    // Without keys, the first result would only look chosen.
    if (!matchMedia('(hover: none)').matches) queueMicrotask(() => isIdle() && focus('[data-result]'));
  });
}

/** Reads the messages again when some of them were edited, moved or deleted. */
function followChanges({ store }: Parley, messages: () => readonly Message[], refresh: () => void): void {
  const { known } = store.messages;
  const pause = new Debouncer();
  createEffect(
    on(messages, (all) => {
      for (const { id, content, subject, stream_id } of all) {
        const stop = known.watch(id, () => {
          const now = known.get(id);
          const isSame = now?.content === content && now.subject === subject && now.stream_id === stream_id;
          if (!isSame) pause.start(refreshAfterMs, refresh);
        });
        onCleanup(stop);
      }
    }),
  );
  onCleanup(() => pause.stop());
}

function MessageResults(props: { found: Found; narrow: Narrow }) {
  const { found } = props;
  const messages = () => found.part().messages;
  const ids = createMemo(() => messages().value.map(({ id }) => id));
  const byId = createMemo(() => new Map(messages().value.map((message) => [message.id, message])));
  return (
    <section aria-label={t('messages')} class="result-list">
      <p class="visually-hidden" role="status">
        <Show when={messages().state === 'loaded'}>
          {f(found.part().isComplete ? 'found' : 'foundAtLeast', { count: ids().length })}
        </Show>
      </p>
      <Show when={messages().state === 'failed'}>
        <Failure error={messages().error} onRetry={found.retry} />
      </Show>
      <Show
        when={ids().length > 0}
        fallback={
          <Show when={messages().state !== 'failed'}>
            <Show when={messages().state === 'loaded'} fallback={<p class="empty">{f('searching')}</p>}>
              <NothingFound found={found} narrow={props.narrow} />
            </Show>
          </Show>
        }
      >
        <For each={ids()}>
          {(id) => <MessageResult message={byId().get(id)} onOpen={() => found.remember(`${id}`)} />}
        </For>
        <Show when={!found.part().isComplete}>
          <MoreBelow isLoading={messages().state === 'loading'} more={() => void found.run.more()} />
        </Show>
      </Show>
    </section>
  );
}

function MoreBelow(props: { isLoading: boolean; more: () => void }) {
  return (
    <p class="more-below" ref={(element) => showMoreNear(element, 'results-list', () => props.more())}>
      <button type="button" class="button" disabled={props.isLoading} onClick={() => props.more()}>
        {f('moreResults')}
      </button>
    </p>
  );
}

/** Says why a search failed. One that the server could not read comes with the help. */
function Failure(props: { error: unknown; onRetry: () => void }) {
  const reason = () => reasonOf(props.error);
  const isRefused = () => (props.error as { code?: string } | undefined)?.code === 'BAD_NARROW';
  return (
    <Show when={isRefused()} fallback={<NotLoaded text={f('searchFailed')} onRetry={props.onRetry} />}>
      <p class="notice is-error" role="alert">
        {f('searchRefused', { reason: reason() ?? '' })}
      </p>
      <SearchHelp />
    </Show>
  );
}

const otherKinds: readonly Kind[] = kinds.filter((kind) => kind !== 'messages');

function NothingFound(props: { found: Found; narrow: Narrow }) {
  const { found } = props;
  const filters = () => props.narrow.filter(({ operator }) => operator !== 'search');
  const others = () => otherKinds.filter((kind) => Number.parseInt(found.counts()[kind] ?? '0', 10) > 0);
  return (
    <>
      <div class="empty">
        <EmptyIcon of={SearchX} />
        <h2>{f('nothingFound')}</h2>
        <p>{f('nothingFoundMore')}</p>
        <Show when={found.hasWords && filters().length > 0}>
          <p>{f('filtersHide')}</p>
          <button
            type="button"
            class="button"
            onClick={() => found.show(props.narrow.filter(({ operator }) => operator === 'search'))}
          >
            {f('clearFilters')}
          </button>
        </Show>
        <div class="result-others">
          <For each={others()}>
            {(kind) => (
              <button type="button" class="button" onClick={() => found.setKind(kind)}>
                {f(kind)} {found.counts()[kind]}
              </button>
            )}
          </For>
        </div>
      </div>
      <SearchHelp />
    </>
  );
}

function DidYouMean(props: { words: string | null; narrow: Narrow; onChoose: (narrow: Narrow) => void }) {
  return (
    <Show when={props.words}>
      {(words) => (
        <p class="did-you-mean">
          {f('didYouMean')}{' '}
          <button
            type="button"
            class="link-button"
            onClick={() => props.onChoose(withWords(props.narrow, words()))}
          >
            {words()}
          </button>
        </p>
      )}
    </Show>
  );
}

function Tabs(props: { kind: Kind; counts: Counts; onChoose: (kind: Kind) => void }) {
  const shown = createMemo(() => shownKinds(props.counts, props.kind));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const ahead = (document.documentElement.dir === 'rtl') === (step === 1) ? -1 : 1;
    const next = kindBeside(shown(), props.kind, ahead);
    props.onChoose(next);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-kind="${next}"]`)?.focus();
  };
  return (
    <div class="result-tabs" role="tablist" aria-label={f('kinds')} on:keydown={onKeyDown}>
      <For each={shown()}>
        {(kind) => (
          <button
            type="button"
            role="tab"
            class="result-tab"
            data-kind={kind}
            aria-selected={props.kind === kind}
            tabindex={props.kind === kind ? 0 : -1}
            onClick={() => props.onChoose(kind)}
          >
            {f(kind)}
            <Show when={props.counts[kind]}>{(count) => <span class="result-count">{count()}</span>}</Show>
          </button>
        )}
      </For>
    </div>
  );
}

const orders: readonly (readonly [Sort, SearchText])[] = [
  ['relevance', 'mostRelevant'],
  ['newest', 'newestFirst'],
];

function OrderSwitch(props: { order: Sort; onChoose: (order: Sort) => void }) {
  return (
    <div class="segments" role="group" aria-label={f('order')}>
      <For each={orders}>
        {([order, name]) => (
          <button
            type="button"
            class="segment"
            aria-pressed={props.order === order}
            onClick={() => props.onChoose(order)}
          >
            {f(name)}
          </button>
        )}
      </For>
    </div>
  );
}
