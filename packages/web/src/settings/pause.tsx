import { Show } from 'solid-js';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { type Bound, SettingWords } from '../forms/setting.tsx';
import { nearTimeOf } from '../i18n/format.ts';
import { inOneHour, tomorrowMorning } from '../model/notifications/quiet-times.ts';
import { useParley } from '../model/parley.tsx';
import { s } from './texts.ts';

/** Renders the end of the pause of notifications, and buttons that begin and end a pause. */
export function PauseControl(props: Bound<number>) {
  const { minute } = useParley();
  const saving = createSaving();
  const set = (until: number) => void saving.run(() => props.save(until));
  const isPaused = () => {
    minute();
    return props.value() * 1000 > Date.now();
  };
  return (
    <fieldset class="setting is-buttons">
      <legend class="visually-hidden">{props.label}</legend>
      <SettingWords label={props.label} help={props.help} />
      <div class="setting-control">
        <Show when={isPaused()}>
          <span class="muted">{s('pausedUntil', { time: nearTimeOf(props.value()) })}</span>
        </Show>
        <button type="button" class="button" onClick={() => set(inOneHour(new Date()))}>
          {s('pauseHour')}
        </button>
        <button type="button" class="button" onClick={() => set(tomorrowMorning(new Date()))}>
          {s('pauseTomorrow')}
        </button>
        <Show when={isPaused()}>
          <button type="button" class="button" onClick={() => set(0)}>
            {s('pauseEnd')}
          </button>
        </Show>
        <SaveMark saving={saving} />
      </div>
    </fieldset>
  );
}
