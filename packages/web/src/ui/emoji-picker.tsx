import type { IconNode } from 'lucide';
import { Apple, Car, Flag, Hand, Heart, Lightbulb, PawPrint, Smile, Trophy } from 'lucide';
import { createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { allEmoji, type Emoji, popularOf, searchEmoji } from '../model/emoji.ts';
import { compareEmoji, type EmojiGroup, emojiGroupOf, emojiGroups } from '../model/emoji-groups.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from './icon.tsx';

/** Maximum number of emoji that a search shows. */
const maxShown = 400;
const columns = 8;

const groupIcons: Readonly<Record<EmojiGroup, IconNode>> = {
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

/** Renders a picker in which the person chooses an emoji from a grid or by name. */
export default function EmojiPicker(props: { onChoose: (emoji: Emoji) => void }) {
  const { store } = useParley();
  // A signal instead of a resource: while a resource loads, Suspense keeps the field out of the document, where it cannot get
  // the focus.
  const [all, setAll] = createSignal<readonly Emoji[]>();
  const [isFailed, setFailed] = createSignal(false);
  const isLoaded = allEmoji(store).then(setAll, () => setFailed(true));
  let field!: HTMLInputElement;
  // Needed if the code of the picker loads after the popover has opened. The microtask runs after the effect in which a
  // surrounding dialog gives up the focus.
  onMount(() => queueMicrotask(() => field.focus()));
  const [query, setQuery] = createSignal('');
  const [group, setGroup] = createSignal<EmojiGroup>('smileys');
  const found = createMemo(() => {
    const known = all() ?? [];
    if (query().trim() !== '') return searchEmoji(known, query(), maxShown);
    const ofGroup = known
      .filter((each) => each.reaction_type === 'unicode_emoji' && emojiGroupOf(each.emoji_code) === group())
      .sort((one, other) => compareEmoji(one.emoji_code, other.emoji_code));
    if (group() !== 'smileys') return ofGroup;
    const own = known.filter((each) => each.reaction_type !== 'unicode_emoji');
    return [...new Set([...popularOf(known), ...own, ...ofGroup])];
  });
  let grid: HTMLDivElement | undefined;
  const choices = () => [...(grid?.querySelectorAll<HTMLElement>('.emoji-choice') ?? [])];
  /** Moves the focus through the grid with the arrow keys. The whole grid is one tab stop. */
  const onGridKey = (event: KeyboardEvent) => {
    const isRightToLeft = grid !== undefined && getComputedStyle(grid).direction === 'rtl';
    const forward = isRightToLeft ? -1 : 1;
    const step = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: columns, ArrowUp: -columns }[
      event.key
    ];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = choices();
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  };
  return (
    <div class="emoji-picker">
      <input
        class="input"
        ref={field}
        aria-label={t('searchEmoji')}
        placeholder={t('searchEmoji')}
        dir={directionOf(query())}
        value={query()}
        on:input={(event) => setQuery(event.currentTarget.value)}
        on:keydown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            // The emoji may still be loading when a fast person presses Enter.
            void isLoaded.then(() => {
              const [first] = found();
              if (first) props.onChoose(first);
            });
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            choices()[0]?.focus();
          }
        }}
      />
      <div class="emoji-groups" role="group" aria-label={t('emojiGroups')}>
        <For each={emojiGroups}>
          {(each) => (
            <button
              type="button"
              class="icon-button"
              aria-label={t(`emoji-${each}`)}
              title={t(`emoji-${each}`)}
              aria-pressed={query().trim() === '' && group() === each}
              onClick={() => {
                setQuery('');
                setGroup(each);
              }}
            >
              <Icon of={groupIcons[each]} />
            </button>
          )}
        </For>
      </div>
      <Show when={!isFailed()} fallback={<p>{t('cannotReachServer')}</p>}>
        <div class="emoji-grid" role="group" aria-label={t('emoji')} ref={grid} on:keydown={onGridKey}>
          <For
            each={found()}
            fallback={<p class="muted">{all() === undefined ? t('loading') : t('nothingFound')}</p>}
          >
            {(emoji, index) => (
              <button
                type="button"
                class="emoji-choice"
                title={emoji.emoji_name}
                aria-label={emoji.emoji_name.replaceAll('_', ' ')}
                tabindex={index() === 0 ? 0 : -1}
                onClick={() => props.onChoose(emoji)}
              >
                <Show when={emoji.image} fallback={emoji.text}>
                  {(source) => <img class="emoji" src={source()} alt="" />}
                </Show>
              </button>
            )}
          </For>
        </div>
      </Show>
    </div>
  );
}
