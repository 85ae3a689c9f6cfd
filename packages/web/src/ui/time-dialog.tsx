import { createSignal, For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Dialog } from './dialog.tsx';
import { ui } from './texts.ts';
import { localInputValue, suggestedTimes } from './times.ts';

/** Asks for a time in the future. `onChoose` gets it as Unix time in seconds. */
export function TimeDialog(props: {
  title: string;
  onChoose: (timestamp: number) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div class="choices">
        <For each={suggestedTimes()}>
          {(moment) => (
            <button type="button" class="button" onClick={() => props.onChoose(moment.timestamp)}>
              {moment.label}
              <span class="muted">{moment.hint}</span>
            </button>
          )}
        </For>
      </div>
      <OwnTime onChoose={props.onChoose} />
    </Dialog>
  );
}

function OwnTime(props: { onChoose: (timestamp: number) => void }) {
  const [own, setOwn] = createSignal(localInputValue(Date.now() + 3_600_000));
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onChoose(Math.floor(new Date(own()).getTime() / 1000));
      }}
    >
      <label class="field">
        <span class="label">{ui('ownTime')}</span>
        <input
          class="input"
          type="datetime-local"
          required
          min={localInputValue(Date.now())}
          value={own()}
          on:input={(event) => setOwn(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button is-primary">
        {t('choose')}
      </button>
    </form>
  );
}
