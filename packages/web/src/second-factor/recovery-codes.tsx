import { Copy } from 'lucide';
import { createSignal, For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { writeToClipboard } from '../model/clipboard.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { sf } from './texts.ts';

/** Shows new recovery codes. They are shown only this once. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
  const parley = useParley();
  const [isCopied, setCopied] = createSignal(false);
  const copy = async () => {
    if (await attempt(parley, writeToClipboard(props.codes.join('\n')), t('notCopied'))) setCopied(true);
  };
  return (
    <section class="stack" aria-label={sf('codesTitle')}>
      <h2>{sf('codesTitle')}</h2>
      <p>{sf('codesHelp')}</p>
      <ul class="plain-list is-code" dir="ltr">
        <For each={props.codes}>{(code) => <li>{code}</li>}</For>
      </ul>
      <div class="form-actions">
        <button type="button" class="button" onClick={() => void copy()}>
          <Icon of={Copy} />
          <span aria-live="polite">{isCopied() ? sf('codesCopied') : sf('codesCopy')}</span>
        </button>
        <button type="button" class="button is-primary" onClick={() => props.onDone()}>
          {sf('codesDone')}
        </button>
      </div>
    </section>
  );
}
