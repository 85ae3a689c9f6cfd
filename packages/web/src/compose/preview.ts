import type { Place } from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import type { Parley } from '../model/parley.tsx';

type PreviewOptions = {
  text: Accessor<string>;
  place: Accessor<Place | undefined>;
  writesTo(place: Place): boolean;
  field(): HTMLTextAreaElement | undefined;
};

type Preview = {
  /** The rendered text; undefined while the field is shown instead. */
  html: Accessor<string | undefined>;
  hide(): void;
  /** Shows the preview, or the field with the focus. */
  toggle(): void;
  /** Runs a change of the text that the person did not make. A preview is shown again with the new text. */
  renew(change: () => void): void;
};

/** Creates the preview of the text in a compose box, which the server renders. */
export function createPreview({ client }: Parley, { text, place, writesTo, field }: PreviewOptions): Preview {
  const [html, setHtml] = createSignal<string>();
  const hide = () => void setHtml(undefined);
  const show = () => void attempt(render(), t('noPreview'));

  async function render(): Promise<void> {
    const [itsPlace, content] = [place(), text()];
    const { rendered } = await client.call('render-message', { content });
    if (itsPlace ? !writesTo(itsPlace) : place() !== undefined) return;
    if (text() === content) setHtml(rendered);
    // The text may contain the link to a file now, whose upload has finished. A person who types no longer wants a preview.
    else if (text().trim() !== '' && document.activeElement !== field()) await render();
  }

  return {
    html,
    hide,
    toggle: () => {
      if (html() === undefined) show();
      else {
        hide();
        field()?.focus();
      }
    },
    renew: (change) => {
      const isShown = html() !== undefined;
      change();
      if (isShown) show();
    },
  };
}
