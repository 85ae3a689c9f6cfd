import { createMemo, createResource, createSignal, For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { allEmoji, type Emoji, searchEmoji } from '../model/emoji.ts';
import { useParley } from '../model/parley.tsx';

/** Number of emoji that are shown at once; the search finds the others. */
const mostShown = 160;

/** Chooses an emoji from a grid or by its name. */
export default function EmojiPicker(props: { onChoose: (emoji: Emoji) => void }) {
  const { store } = useParley();
  const [all] = createResource(() => allEmoji(store));
  const [query, setQuery] = createSignal('');
  const found = createMemo(() => (all.error ? [] : searchEmoji(all() ?? [], query(), mostShown)));
  return (
    <div class="emoji-picker">
      <input
        class="input"
        ref={(field) => requestAnimationFrame(() => field.focus())}
        aria-label={t('searchEmoji')}
        placeholder={t('searchEmoji')}
        value={query()}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found();
          if (event.key === 'Enter' && first) {
            event.preventDefault();
            props.onChoose(first);
          }
        }}
      />
      <Show when={!all.error} fallback={<p>{t('cannotReachServer')}</p>}>
        <div class="emoji-grid">
          <For
            each={found()}
            fallback={<p class="muted">{all.loading ? t('loading') : t('nothingFound')}</p>}
          >
            {(emoji) => (
              <button
                type="button"
                class="emoji-choice"
                title={emoji.emoji_name}
                aria-label={emoji.emoji_name.replaceAll('_', ' ')}
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
