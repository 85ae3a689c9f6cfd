import { Copy } from 'lucide';
import { createSignal } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { writeToClipboard } from '../model/device/clipboard.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { f } from './texts.ts';

/** Shows a text, such as a link or a key, with a button that copies it. */
export function CopyField(props: { label: string; value: string; isSecret?: boolean }) {
  const parley = useParley();
  const [isCopied, setCopied] = createSignal(false);
  const copy = async () => {
    if (await attempt(parley, writeToClipboard(props.value), t('notCopied'))) setCopied(true);
  };
  return (
    <div class="copy-field">
      <label class="field">
        <span class="label">{props.label}</span>
        <input
          class="input is-code"
          readonly
          dir="ltr"
          value={props.value}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button type="button" class="button" onClick={() => void copy()}>
        <Icon of={Copy} />
        <span aria-live="polite">{isCopied() ? f('copied') : f('copy')}</span>
      </button>
      {props.isSecret ? <p class="muted">{f('shownOnce')}</p> : undefined}
    </div>
  );
}
