import { Copy } from 'lucide';
import { createSignal, For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { writeToClipboard } from '../model/device/clipboard.ts';
import { Icon } from '../ui/icon.tsx';
import { sf } from './texts.ts';

/** Shows new recovery codes. They are shown only this once, also during a sign-in, when no client exists that shows notices. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
  const [outcome, setOutcome] = createSignal<string>();
  const copy = () =>
    writeToClipboard(props.codes.join('\n')).then(
      () => setOutcome(sf('codesCopied')),
      () => setOutcome(t('notCopied')),
    );
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
          <span aria-live="polite">{outcome() ?? sf('codesCopy')}</span>
        </button>
        <button type="button" class="button is-primary" onClick={() => props.onDone()}>
          {sf('codesDone')}
        </button>
      </div>
    </section>
  );
}
