import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { loadedLater } from '../../lib/loadable.ts';
import { useField } from '../../model/self.ts';
import { createOpened } from '../../ui/opening.tsx';

const gifPopover = loadedLater(() => import('./gif-popover.tsx'));

/**
 * Renders the button that opens the search for GIFs, where the organization has chosen a provider. The code of the search and of its
 * popover is loaded on demand.
 */
export function GifButton(props: { insert: (text: string) => void }) {
  const provider = useField('realm_gif_provider');
  const rating = useField('realm_gif_rating_policy');
  const [isOpen, setOpen] = createSignal(false);
  const popover = createOpened(gifPopover, isOpen, () => setOpen(false));
  const choose = (markdown: string) => {
    setOpen(false);
    // Waits for one frame, because the closing popover first returns the focus to its button.
    requestAnimationFrame(() => props.insert(markdown));
  };
  return (
    <Show when={(provider() ?? 'none') !== 'none' && rating() !== 0}>
      <Show
        when={popover()}
        keyed
        fallback={
          <button
            type="button"
            class="icon-button gif-button"
            aria-label={t('insertGif')}
            title={t('insertGif')}
            aria-haspopup="dialog"
            aria-expanded="false"
            onClick={() => setOpen(true)}
          >
            <span aria-hidden="true">GIF</span>
          </button>
        }
      >
        {(GifPopover) => <GifPopover isOpen={isOpen()} onOpenChange={setOpen} onChoose={choose} />}
      </Show>
    </Show>
  );
}
