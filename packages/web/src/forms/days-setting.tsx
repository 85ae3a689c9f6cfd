import { For } from 'solid-js';
import { shortWeekdayOf, weekdayOf } from '../i18n/format.ts';
import { SaveMark } from './saving.tsx';
import { type Bound, createControl, SettingWords } from './setting.tsx';

/** An arbitrary Monday, from which the names of weekdays are formatted. */
const someMonday = Date.UTC(2024, 0, 1) / 1000;
const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ bit: 1 << day, seconds: someMonday + day * 86_400 }));

/** Renders a setting whose value is a set of days of the week: the sum of 1 for Monday, 2 for Tuesday, up to 64 for Sunday. */
export function DaysSetting(props: Bound<number>) {
  const { saving, wanted } = createControl(props);
  return (
    <fieldset class="setting is-buttons">
      <legend class="visually-hidden">{props.label}</legend>
      <SettingWords label={props.label} help={props.help} />
      <div class="setting-control">
        <For each={days}>
          {({ bit, seconds }) => (
            <button
              type="button"
              class="choice-chip is-day"
              aria-pressed={(wanted.shown() & bit) !== 0}
              aria-label={weekdayOf(seconds)}
              disabled={props.isDisabled ?? false}
              onClick={() => void wanted.change(wanted.shown() ^ bit)}
            >
              <span aria-hidden="true">{shortWeekdayOf(seconds)}</span>
            </button>
          )}
        </For>
        <SaveMark saving={saving} />
      </div>
    </fieldset>
  );
}
