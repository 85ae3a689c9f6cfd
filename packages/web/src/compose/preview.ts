import { type Accessor, createEffect, createSignal, on } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import type { Parley } from '../model/parley.tsx';

type PreviewOptions = {
  text: Accessor<string>;
  isOpen: Accessor<boolean>;
  /** Returns the field of the text. While the preview is shown, this is the former field, which is no longer in the document. */
  field(): HTMLTextAreaElement | undefined;
};

export type Preview = {
  /** Whether the person wants the preview, even if it has not been rendered yet. */
  isWanted: Accessor<boolean>;
  /** The rendered text; undefined while the field is shown instead. */
  html: Accessor<string | undefined>;
  hide(): void;
  /** Shows the preview, or the field with the focus. */
  toggle(): void;
  /** Runs a synchronous change of the text. A preview that the person wants is then rendered again instead of hidden. */
  renew(change: () => void): void;
};

/**
 * Creates the preview of the text in a compose box, which the server renders. Changes of the text without `renew` hide it, and so
 * does closing the box.
 */
export function createPreview(parley: Parley, { text, isOpen, field }: PreviewOptions): Preview {
  const { client } = parley;
  const [isWanted, setWanted] = createSignal(false);
  const [html, setHtml] = createSignal<string>();
  let isRenewed = false;
  /** Number of the last request. Answers to earlier ones are ignored. */
  let asked = 0;

  function hide(): void {
    setWanted(false);
    setHtml(undefined);
  }

  async function render(): Promise<void> {
    const mine = ++asked;
    const isCurrent = () => isWanted() && mine === asked;
    try {
      const { rendered } = await client.call('render-message', { content: text() });
      if (!isCurrent()) return;
      // A person who has returned to the field wants to write.
      if (document.activeElement === field()) hide();
      else setHtml(rendered);
    } catch (error) {
      if (!isCurrent()) return;
      hide();
      throw error;
    }
  }

  function show(): void {
    setWanted(true);
    void attempt(parley, render(), t('noPreview'));
  }

  createEffect(
    on(
      text,
      () => {
        if (!isRenewed) hide();
        else if (isWanted()) show();
      },
      { defer: true },
    ),
  );
  createEffect(on(isOpen, hide, { defer: true }));

  return {
    isWanted,
    html,
    hide,
    toggle: () => {
      if (isWanted()) {
        hide();
        field()?.focus();
      } else show();
    },
    renew: (change) => {
      isRenewed = true;
      try {
        change();
      } finally {
        isRenewed = false;
      }
    },
  };
}
