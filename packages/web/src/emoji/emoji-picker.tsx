import type { IconNode } from 'lucide';
import { Apple, Car, Clock, Flag, Hand, Heart, Lightbulb, PawPrint, Smile, Star, Trophy } from 'lucide';
import { createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { isSheet } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { allEmoji, type Emoji, searchEmoji } from './all-emoji.ts';
import { type EmojiSection, emojiSections, inTone, tones, withRecent } from './emoji-list.ts';
import { em } from './texts.ts';

/** Maximum number of emoji that a search shows. */
const maxShown = 400;
const columns = 8;

const sectionIcons: Readonly<Record<EmojiSection['name'], IconNode>> = {
  recent: Clock,
  own: Star,
  smileys: Smile,
  people: Hand,
  nature: PawPrint,
  food: Apple,
  activities: Trophy,
  travel: Car,
  objects: Lightbulb,
  symbols: Heart,
  flags: Flag,
};

type Choose = (emoji: Emoji, toned?: string) => void;

/** Reads which emoji were chosen last, and the skin tone, and keeps them. Call it inside a component. */
function createHabits() {
  const { device } = useParley();
  const [recent, setRecent] = createSignal<readonly string[]>([]);
  const [tone, setTone] = createSignal(0);
  void device.read('recentEmoji').then((names) => setRecent(names ?? []));
  void device.read('skinTone').then((chosen) => setTone(chosen ?? 0));
  const keep = (name: string) => void device.write('recentEmoji', withRecent(recent(), name));
  const chooseTone = (chosen: number) => void device.write('skinTone', setTone(chosen));
  return { recent, keep, tone, chooseTone };
}

/** Creates what the picker knows: all emoji, those that were chosen last, the skin tone, and what the person searches for. */
function createPicker(onChoose: Choose) {
  const { store } = useParley();
  // A signal instead of a resource: while a resource loads, Suspense keeps the field out of the document, where it cannot get
  // the focus.
  const [all, setAll] = createSignal<readonly Emoji[]>([]);
  const [isFailed, setFailed] = createSignal(false);
  const isLoaded = allEmoji(store).then(setAll, () => setFailed(true));
  const { recent, keep, tone, chooseTone } = createHabits();
  const [query, setQuery] = createSignal('');
  const found = createMemo(() => searchEmoji(all(), query(), maxShown));
  const sections = createMemo(() => emojiSections(all(), recent()));
  const isSearching = () => query().trim() !== '';
  const first = () => (isSearching() ? found()[0] : sections()[0]?.emoji[0]);
  const choose = (emoji: Emoji) => {
    keep(emoji.emoji_name);
    const toned = emoji.text === undefined ? undefined : inTone(emoji.text, tone());
    onChoose(emoji, toned === emoji.text ? undefined : toned);
  };
  return {
    query,
    setQuery,
    tone,
    chooseTone,
    found,
    sections,
    isSearching,
    isFailed,
    first,
    choose,
    /** Chooses the first emoji. They may still be loading when a fast person presses Enter. */
    chooseFirst: () =>
      void isLoaded.then(() => {
        const emoji = first();
        if (emoji) choose(emoji);
      }),
  };
}

/**
 * Renders a picker in which the person chooses an emoji from a grid with headings, or by name.
 * @param props.onChoose gets the emoji, and its characters in the person's skin tone if it has one
 */
export default function EmojiPicker(props: { onChoose: Choose }) {
  const picker = createPicker((emoji, toned) => props.onChoose(emoji, toned));
  const [named, setNamed] = createSignal<Emoji>();
  let list: HTMLDivElement | undefined;
  const showSection = (name: string) => {
    picker.setQuery('');
    list?.querySelector(`[data-section="${name}"]`)?.scrollIntoView({ block: 'start' });
  };
  return (
    <div class="emoji-picker">
      <SearchField
        query={picker.query()}
        onQuery={picker.setQuery}
        onEnter={picker.chooseFirst}
        onDown={() => list?.querySelector<HTMLElement>('.emoji-choice')?.focus()}
      />
      <Groups picker={picker} onChoose={showSection} />
      <Show when={!picker.isFailed()} fallback={<p>{t('cannotReachServer')}</p>}>
        <div class="emoji-list" role="group" aria-label={t('emoji')} ref={list} on:keydown={moveInGrid}>
          <Choices picker={picker} onName={setNamed} />
        </div>
      </Show>
      <div class="emoji-foot">
        <span class="emoji-named">
          <Show when={named()}>{(emoji) => <>{`:${emoji().emoji_name}:`}</>}</Show>
        </span>
        <Tones tone={picker.tone()} onChoose={picker.chooseTone} />
      </div>
    </div>
  );
}

function SearchField(props: {
  query: string;
  onQuery: (query: string) => void;
  onEnter: () => void;
  onDown: () => void;
}) {
  let field!: HTMLInputElement;
  // Needed if the code of the picker loads after the popover has opened. The microtask runs after the effect in which a
  // surrounding dialog gives up the focus. On a sheet, the keyboard of the screen would cover the emoji.
  onMount(() => {
    if (!isSheet()) queueMicrotask(() => field.focus());
  });
  return (
    <input
      class="input"
      ref={field}
      aria-label={em('searchEmoji')}
      placeholder={em('searchEmoji')}
      dir={directionOf(props.query)}
      value={props.query}
      on:input={(event) => props.onQuery(event.currentTarget.value)}
      on:keydown={(event) => {
        const act = { Enter: props.onEnter, ArrowDown: props.onDown }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    />
  );
}

/** Shows the emoji in their sections, or those that a search has found. */
function Choices(props: { picker: ReturnType<typeof createPicker>; onName: (emoji: Emoji) => void }) {
  const { picker } = props;
  const button = (emoji: Emoji) => (
    <Choice
      emoji={emoji}
      tone={picker.tone()}
      isFirst={emoji === picker.first()}
      onChoose={() => picker.choose(emoji)}
      onName={() => props.onName(emoji)}
    />
  );
  return (
    <Show
      when={picker.isSearching()}
      fallback={
        <For each={picker.sections()} fallback={<p class="muted">{t('loading')}</p>}>
          {(section) => (
            <section data-section={section.name} aria-label={em(`emoji-${section.name}`)}>
              <h2 class="emoji-heading">{em(`emoji-${section.name}`)}</h2>
              <div class="emoji-grid">
                <For each={section.emoji}>{button}</For>
              </div>
            </section>
          )}
        </For>
      }
    >
      <div class="emoji-grid">
        <For each={picker.found()} fallback={<p class="muted">{t('nothingFound')}</p>}>
          {button}
        </For>
      </div>
    </Show>
  );
}

function Choice(props: {
  emoji: Emoji;
  tone: number;
  isFirst: boolean;
  onChoose: () => void;
  onName: () => void;
}) {
  return (
    <button
      type="button"
      class="emoji-choice"
      title={props.emoji.emoji_name}
      aria-label={props.emoji.emoji_name.replaceAll('_', ' ')}
      tabindex={props.isFirst ? 0 : -1}
      onClick={() => props.onChoose()}
      onPointerEnter={() => props.onName()}
      onFocus={() => props.onName()}
    >
      <Show when={props.emoji.image} fallback={inTone(props.emoji.text ?? '', props.tone)}>
        {(source) => <img class="emoji" src={source()} alt="" loading="lazy" />}
      </Show>
    </button>
  );
}

/** Lets people choose the skin tone of the emoji that have one. */
function Tones(props: { tone: number; onChoose: (tone: number) => void }) {
  return (
    <div class="emoji-tones" role="group" aria-label={em('skinTone')}>
      <For each={tones}>
        {(_, index) => (
          <button
            type="button"
            class="emoji-tone"
            aria-label={em('skinToneOf', { number: index() })}
            aria-pressed={props.tone === index()}
            onClick={() => props.onChoose(index())}
          >
            {inTone('✋', index())}
          </button>
        )}
      </For>
    </div>
  );
}

/**
 * Moves the focus through the emoji with the arrow keys, also from one section to the next. All emoji are one tab stop. Rows of a section
 * that is not full keep the column.
 */
function moveInGrid(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
  const step = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
  const row = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined && row === undefined) return;
  event.preventDefault();
  const grids = [...event.currentTarget.querySelectorAll('.emoji-grid')];
  const rows = grids.flatMap((grid) => {
    const buttons = [...grid.querySelectorAll<HTMLElement>('.emoji-choice')];
    return Array.from({ length: Math.ceil(buttons.length / columns) }, (_, at) =>
      buttons.slice(at * columns, (at + 1) * columns),
    );
  });
  const present = document.activeElement as HTMLElement;
  if (step !== undefined) {
    const buttons = rows.flat();
    buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(present) + step))]?.focus();
    return;
  }
  const at = rows.findIndex((each) => each.includes(present));
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + row!))];
  next?.[Math.min(next.length - 1, rows[at]?.indexOf(present) ?? 0)]?.focus();
}

/** Renders a button for each section, which scrolls to it. */
function Groups(props: { picker: ReturnType<typeof createPicker>; onChoose: (name: string) => void }) {
  return (
    <div class="emoji-groups" role="group" aria-label={em('emojiGroups')}>
      <For each={props.picker.sections()}>
        {({ name }) => (
          <button
            type="button"
            class="icon-button"
            aria-label={em(`emoji-${name}`)}
            title={em(`emoji-${name}`)}
            onClick={() => props.onChoose(name)}
          >
            <Icon of={sectionIcons[name]} />
          </button>
        )}
      </For>
    </div>
  );
}
