import { Popover } from '@kobalte/core/popover';
import { createSignal, Show, Suspense } from 'solid-js';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import { useField } from '../model/self.ts';
import { focusAtOnce, KeysAfterClosing } from '../ui/opening.tsx';

const GifPicker = loadable(() => import('./gif-picker.tsx'));

/** Renders the button that opens the search for GIFs, where the organization has chosen a provider. */
export function GifButton(props: { insert: (text: string) => void }) {
  const provider = useField('realm_gif_provider');
  const rating = useField('realm_gif_rating_policy');
  const [isOpen, setOpen] = createSignal(false);
  return (
    <Show when={(provider() ?? 'none') !== 'none' && rating() !== 0}>
      <Popover open={isOpen()} onOpenChange={setOpen} placement="top-start" gutter={4}>
        <Popover.Trigger class="icon-button gif-button" aria-label={t('insertGif')} title={t('insertGif')}>
          <span aria-hidden="true">GIF</span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            class="popover gif-popover"
            aria-label={t('insertGif')}
            onOpenAutoFocus={focusAtOnce()}
          >
            <Suspense fallback={<div class="gif-picker" />}>
              <GifPicker
                onChoose={(markdown) => {
                  setOpen(false);
                  // Waits for one frame, because the closing popover first returns the focus to its button.
                  requestAnimationFrame(() => props.insert(markdown));
                }}
              />
            </Suspense>
            <KeysAfterClosing />
          </Popover.Content>
        </Popover.Portal>
      </Popover>
    </Show>
  );
}
