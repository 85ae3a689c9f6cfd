import { Dialog as Headless } from '@kobalte/core/dialog';
import { X } from 'lucide';
import { type JSX, onCleanup, onMount, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Icon } from './icon.tsx';
import { focusAtOnce } from './opening.tsx';
import { closeBySwipe } from './swipe-down.ts';
import { ui } from './texts.ts';

/** Renders a modal dialog. The dialog is open while it is rendered. */
export function Dialog(props: {
  title: string;
  isWide?: boolean;
  /** Whether the title is only for assistive technology, and the dialog closes by itself, by Escape or a click beside it. */
  isBare?: boolean;
  class?: string;
  /** Called with the element of the dialog. */
  ref?: (dialog: HTMLElement) => void;
  /** Returns the element that gets the focus when the dialog opens. Default: the close button. */
  focusFirst?: () => HTMLElement | undefined;
  onClose: () => void;
  children: JSX.Element;
}) {
  const opener = document.activeElement as HTMLElement | null;
  // Returns the focus within the task that closes the dialog. Later, it could take the focus from a menu that the next key
  // opened.
  onCleanup(() => queueMicrotask(() => returnFocus(opener)));
  onMount(() => queueMicrotask(markBody));
  onCleanup(() => queueMicrotask(markBody));
  return (
    <Headless open onOpenChange={(isOpen) => !isOpen && props.onClose()} preventScroll={false}>
      <Headless.Portal>
        <Headless.Overlay class="dialog-overlay" />
        <div class="dialog-place">
          <Headless.Content
            ref={(element: HTMLElement) => props.ref?.(element)}
            onOpenAutoFocus={focusAtOnce(() => props.focusFirst?.())}
            class={`dialog ${props.class ?? ''}`}
            classList={{ 'is-wide': props.isWide ?? false }}
          >
            <Head title={props.title} isBare={props.isBare ?? false} />
            {props.children}
          </Headless.Content>
        </div>
      </Headless.Portal>
    </Headless>
  );
}

/**
 * Tells the styles whether a dialog is open. With `body:has()` instead, each message that arrives would cost the styles of the whole
 * page.
 */
function markBody(): void {
  document.body.classList.toggle('has-dialog', document.querySelector('.dialog-overlay') !== null);
}

/**
 * Returns the focus after a dialog has closed: to its opener. If the opener (a menu entry, for example) no longer exists, to the
 * dialog below this one, or else to the selected message.
 */
function returnFocus(opener: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  const isThere = opener !== null && opener !== document.body && opener.isConnected;
  const below = [...document.querySelectorAll<HTMLElement>('.dialog')].at(-1);
  const client = opener?.closest('[data-client]') ?? document;
  const target = below ?? client.querySelector<HTMLElement>('.message.is-selected, #main');
  (isThere ? opener : target)?.focus({ preventScroll: true });
}

function Head(props: { title: string; isBare: boolean }) {
  return (
    <Show
      when={!props.isBare}
      fallback={
        <Headless.Title as="h2" class="visually-hidden">
          {props.title}
        </Headless.Title>
      }
    >
      <header class="dialog-head">
        <Headless.Title as="h2">{props.title}</Headless.Title>
        <Headless.CloseButton class="icon-button" aria-label={t('close')} title={t('close')}>
          <Icon of={X} size={20} />
        </Headless.CloseButton>
      </header>
    </Show>
  );
}

/** Renders the buttons at the end of a dialog: one that cancels, and one that acts. */
export function DialogActions(props: {
  button: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Called when the button is pressed. Without it, the button submits the form around it. */
  onAct?: () => void;
  onCancel: () => void;
}) {
  const isDangerous = () => props.isDangerous ?? false;
  return (
    <div class="dialog-actions">
      <button type="button" class="button" onClick={() => props.onCancel()}>
        {ui('cancel')}
      </button>
      <button
        type={props.onAct ? 'button' : 'submit'}
        class="button"
        classList={{ 'is-danger': isDangerous(), 'is-primary': !isDangerous() }}
        disabled={props.isDisabled ?? false}
        onClick={() => props.onAct?.()}
      >
        {props.button}
      </button>
    </div>
  );
}

/** Returns whether layers lie at the lower edge of the window as sheets: in narrow windows that are used with fingers. */
export const isSheet = (): boolean => matchMedia('(pointer: coarse) and (width <= 37.5rem)').matches;

/**
 * Renders a modal dialog at the lower edge of the window, where a thumb reaches it. As other dialogs, it closes by Escape or a tap beside
 * it. It also closes by a swipe down and by the system's way back.
 */
export function Sheet(props: {
  title: string;
  isBare?: boolean;
  class?: string;
  focusFirst?: () => HTMLElement | undefined;
  onClose: () => void;
  children: JSX.Element;
}) {
  let sheet: HTMLElement | undefined;
  const close = () => props.onClose();
  onMount(() => closeByWayBack(close));
  return (
    <Dialog
      ref={(element) => {
        sheet = element;
        closeBySwipe(element, close);
      }}
      class={`sheet ${props.class ?? ''}`}
      title={props.title}
      isBare={props.isBare ?? false}
      // Not a field: the keyboard of the screen would cover what one came for.
      focusFirst={() => props.focusFirst?.() ?? (props.isBare ? sheet : undefined)}
      onClose={close}
    >
      {props.children}
    </Dialog>
  );
}

declare global {
  /** Tells when the system's way back, such as a gesture, is to close something. Not all browsers have it. */
  var CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;
}

/** Closes a sheet by the system's way back, and when the view changes below it. Call it inside a component. */
function closeByWayBack(close: () => void): void {
  const watcher = globalThis.CloseWatcher && new globalThis.CloseWatcher();
  watcher?.addEventListener('close', close);
  addEventListener('popstate', close);
  onCleanup(() => {
    watcher?.destroy();
    removeEventListener('popstate', close);
  });
}
