import { Dialog as Headless } from '@kobalte/core/dialog';
import { X } from 'lucide';
import type { JSX } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Icon } from './icon.tsx';

/** A modal dialog. It is open while it is rendered. */
export function Dialog(props: {
  title: string;
  isWide?: boolean;
  class?: string;
  /** Returns the element that gets the focus first. Default: the close button. */
  focusFirst?: () => HTMLElement | undefined;
  onClose: () => void;
  children: JSX.Element;
}) {
  return (
    <Headless open onOpenChange={(isOpen) => !isOpen && props.onClose()} preventScroll={false}>
      <Headless.Portal>
        <Headless.Overlay class="dialog-overlay" />
        <div class="dialog-place">
          <Headless.Content
            onOpenAutoFocus={(event) => {
              const first = props.focusFirst?.();
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            class={`dialog ${props.class ?? ''}`}
            classList={{ 'is-wide': props.isWide ?? false }}
          >
            <header class="dialog-head">
              <Headless.Title as="h2">{props.title}</Headless.Title>
              <Headless.CloseButton class="icon-button" aria-label={t('close')} title={t('close')}>
                <Icon of={X} size={20} />
              </Headless.CloseButton>
            </header>
            {props.children}
          </Headless.Content>
        </div>
      </Headless.Portal>
    </Headless>
  );
}
