import { For } from 'solid-js';
import { sf } from './texts.ts';

/** Shows new recovery codes. They are shown only this once. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
  return (
    <section class="stack" aria-label={sf('codesTitle')}>
      <h2>{sf('codesTitle')}</h2>
      <p>{sf('codesHelp')}</p>
      <ul class="plain-list is-code" dir="ltr">
        <For each={props.codes}>{(code) => <li>{code}</li>}</For>
      </ul>
      <div class="form-actions">
        <button type="button" class="button is-primary" onClick={() => props.onDone()}>
          {sf('codesDone')}
        </button>
      </div>
    </section>
  );
}
