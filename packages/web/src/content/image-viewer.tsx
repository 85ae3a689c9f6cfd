import { createSignal, onCleanup, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Shows an image of a message in full size. Arrow keys show the other visible images. */
export default function ImageViewer(props: { link: HTMLAnchorElement; onClose: () => void }) {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.message-region .message_inline_image a')];
  const [at, setAt] = createSignal(Math.max(0, links.indexOf(props.link)));
  const present = () => links[at()] ?? props.link;
  // Images of other hosts are loaded through this server, while their link leads to the original.
  const source = () =>
    present().origin === location.origin ? present().href : (present().querySelector('img')?.src ?? '');
  const name = () => present().title || decodeURIComponent(present().pathname.split('/').at(-1) ?? '');
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt((each) => Math.max(0, Math.min(links.length - 1, each + step)));
  };
  addEventListener('keydown', onKeyDown);
  onCleanup(() => removeEventListener('keydown', onKeyDown));
  return (
    <Dialog title={name()} isWide onClose={props.onClose}>
      <img class="viewer-image" src={source()} alt={name()} />
      <div class="dialog-actions">
        <Show when={links.length > 1}>
          <span class="muted">{t('imageOf', { number: at() + 1, count: links.length })}</span>
          <button type="button" class="button" disabled={at() === 0} onClick={() => setAt(at() - 1)}>
            {t('previous')}
          </button>
          <button
            type="button"
            class="button"
            disabled={at() === links.length - 1}
            onClick={() => setAt(at() + 1)}
          >
            {t('next')}
          </button>
        </Show>
        <a class="button" href={present().href} target="_blank" rel="noopener noreferrer">
          {t('openOriginal')}
        </a>
      </div>
    </Dialog>
  );
}
