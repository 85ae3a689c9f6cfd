import type { AnswerOf } from '@parley/client';
import { createSignal, For, onCleanup, onMount, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { Debouncer } from '../../lib/timing/debouncer.ts';
import { reasonOf } from '../../model/failures.ts';
import { useParley } from '../../model/parley.tsx';
import { columnsOf, gifMarkdown } from './gif-markdown.ts';
import { g, gifTexts } from './gif-texts.ts';

await gifTexts.load();

type Answer = AnswerOf<'get-gifs'>;
type Gif = Answer['gifs'][number];

const columnCount = 2;
const afterKeyMs = 300;
/** Names that providers ask to be shown. */
const providerNames: Readonly<Record<string, string>> = { giphy: 'GIPHY', tenor: 'Tenor' };

/** Asks the provider, page by page. Only the answer to the last question counts. Call it inside a component. */
function createPages(query: () => string) {
  const { client } = useParley();
  const [gifs, setGifs] = createSignal<readonly Gif[]>([]);
  const [provider, setProvider] = createSignal('');
  const [next, setNext] = createSignal('');
  const [failure, setFailure] = createSignal<string>();
  const [isLoading, setLoading] = createSignal(true);
  let running: AbortController | undefined;
  const ask = async (position: string) => {
    running?.abort();
    const own = new AbortController();
    running = own;
    setLoading(true);
    setFailure(undefined);
    try {
      const language = document.documentElement.lang.slice(0, 2);
      const asked = { query: query().trim(), language, position };
      const answer = await client.call('get-gifs', asked, { signal: own.signal });
      if (own.signal.aborted) return;
      setGifs(position === '' ? answer.gifs : [...gifs(), ...answer.gifs]);
      setProvider(answer.provider);
      setNext(answer.next_position);
    } catch (error) {
      if (!own.signal.aborted) setFailure(reasonOf(error) ?? t('cannotReachServer'));
    } finally {
      if (running === own) setLoading(false);
    }
  };
  onCleanup(() => running?.abort());
  return { gifs, provider, next, failure, isLoading, ask };
}

/** Creates what the picker knows, and searches when the person pauses. Call it inside a component. */
function createSearch() {
  const [query, setQuery] = createSignal('');
  const pages = createPages(query);
  const typing = new Debouncer();
  onMount(() => void pages.ask(''));
  onCleanup(() => typing.stop());
  return {
    ...pages,
    query,
    type(text: string) {
      setQuery(text);
      typing.start(afterKeyMs, () => void pages.ask(''));
    },
    more: () => void pages.ask(pages.next()),
  };
}

/** Renders the search for GIFs. This server asks the provider and loads its pictures, so the provider learns nothing of the reader. */
export default function GifPicker(props: { onChoose: (markdown: string) => void }) {
  const search = createSearch();
  let list: HTMLDivElement | undefined;
  return (
    <div class="gif-picker">
      <SearchField
        query={search.query()}
        onQuery={search.type}
        onDown={() => list?.querySelector<HTMLElement>('.gif-choice')?.focus()}
      />
      <div class="gif-list" role="group" aria-label={g('gifs')} aria-busy={search.isLoading()} ref={list}>
        <Show when={search.failure()}>{(reason) => <p role="alert">{reason()}</p>}</Show>
        <Show when={!search.isLoading() && !search.failure() && search.gifs().length === 0}>
          <p class="muted">{g('noGifs')}</p>
        </Show>
        <Columns gifs={search.gifs()} onChoose={props.onChoose} />
        <Show when={search.next() !== ''}>
          <button type="button" class="button" disabled={search.isLoading()} onClick={search.more}>
            {g('moreGifs')}
          </button>
        </Show>
      </div>
      <p class="gif-provider muted">
        <Show when={providerNames[search.provider()]}>
          {(name) => <>{g('poweredBy', { provider: name() })}</>}
        </Show>
      </p>
    </div>
  );
}

function Columns(props: { gifs: readonly Gif[]; onChoose: (markdown: string) => void }) {
  const columns = () =>
    columnsOf(
      props.gifs.map(({ preview_width: width, preview_height: height }) => ({ width, height })),
      columnCount,
    );
  return (
    <div class="gif-columns" on:keydown={moveInColumns}>
      <For each={columns()}>
        {(indices) => (
          <div class="gif-column">
            <For each={indices}>
              {(index) => (
                <Choice
                  gif={props.gifs[index]!}
                  isFirst={index === 0}
                  onChoose={() => props.onChoose(gifMarkdown(props.gifs[index]!))}
                />
              )}
            </For>
          </div>
        )}
      </For>
    </div>
  );
}

function SearchField(props: { query: string; onQuery: (query: string) => void; onDown: () => void }) {
  let field!: HTMLInputElement;
  // The code of the picker may load after the popover has opened.
  onMount(() => queueMicrotask(() => field.focus()));
  return (
    <input
      class="input"
      type="search"
      ref={field}
      aria-label={g('searchGifs')}
      placeholder={g('searchGifs')}
      dir={directionOf(props.query)}
      value={props.query}
      on:input={(event) => props.onQuery(event.currentTarget.value)}
      on:keydown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        props.onDown();
      }}
    />
  );
}

function Choice(props: { gif: Gif; isFirst: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      class="gif-choice"
      title={props.gif.title}
      aria-label={props.gif.title || g('gif')}
      tabindex={props.isFirst ? 0 : -1}
      onClick={() => props.onChoose()}
    >
      <img
        src={props.gif.preview_url}
        alt=""
        width={props.gif.preview_width}
        height={props.gif.preview_height}
        loading="lazy"
      />
    </button>
  );
}

/** Moves the focus with the arrow keys: up and down in a column, and to the GIF at the same height of the next one. */
function moveInColumns(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
  const aside = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
  const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (aside === undefined && down === undefined) return;
  event.preventDefault();
  const columns = [...event.currentTarget.children].map((column) => [
    ...column.querySelectorAll<HTMLElement>('.gif-choice'),
  ]);
  const present = document.activeElement as HTMLElement;
  const at = columns.findIndex((column) => column.includes(present));
  if (at < 0) return;
  if (down !== undefined) {
    columns[at]![columns[at]!.indexOf(present) + down]?.focus();
    return;
  }
  const top = present.getBoundingClientRect().top;
  const distance = (each: HTMLElement) => Math.abs(each.getBoundingClientRect().top - top);
  columns[at + aside!]?.reduce((best, each) => (distance(each) < distance(best) ? each : best)).focus();
}
