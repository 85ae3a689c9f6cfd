import { type Accessor, createEffect, createSignal, on } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import type { Parley } from '../model/parley.tsx';

type PreviewOptions = {
  text: Accessor<string>;
  /** The field of the text. It is not in the document while the preview is shown. */
  field(): HTMLTextAreaElement | undefined;
};

type Preview = {
  /** Whether the person wants the preview, which may still be rendered. */
  isWanted: Accessor<boolean>;
  /** The rendered text; undefined while the field is shown instead. */
  html: Accessor<string | undefined>;
  /** Shows the preview, or the field with the focus. */
  toggle(): void;
  /** Makes a change of the text that does not come from the person. If the preview is shown, it is rendered again. */
  renew(change: () => void): void;
};

/** Creates the preview of the text in a compose box, which the server renders. Any other change of the text closes it. */
export function createPreview({ client }: Parley, { text, field }: PreviewOptions): Preview {
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
    const { rendered } = await client.call('render-message', { content: text() });
    if (!isWanted() || mine !== asked) return;
    // A person who has returned to the field wants to write.
    if (document.activeElement === field()) hide();
    else setHtml(rendered);
  }

  async function show(): Promise<void> {
    setWanted(true);
    if (!(await attempt(render(), t('noPreview')))) hide();
  }

  createEffect(
    on(
      text,
      () => {
        if (!isRenewed) hide();
        else if (isWanted()) void show();
      },
      { defer: true },
    ),
  );

  return {
    isWanted,
    html,
    toggle: () => {
      if (isWanted()) {
        hide();
        field()?.focus();
      } else void show();
    },
    renew: (change) => {
      isRenewed = true;
      change();
      isRenewed = false;
    },
  };
}
