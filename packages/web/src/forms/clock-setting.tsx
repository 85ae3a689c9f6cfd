import { clockOf, minuteOf } from './clock.ts';
import { SaveMark } from './saving.tsx';
import { type Bound, createControl, SettingWords } from './setting.tsx';

/** Renders a setting whose value is a minute of the day. */
export function ClockSetting(props: Bound<number>) {
  const { id, saving, wanted } = createControl(props);
  return (
    <div class="setting">
      <SettingWords id={id} label={props.label} help={props.help} />
      <div class="setting-control">
        <input
          type="time"
          id={id}
          class="input is-clock"
          value={clockOf(wanted.shown())}
          disabled={props.isDisabled ?? false}
          onChange={(event) => {
            const minute = minuteOf(event.currentTarget.value);
            if (minute !== undefined && minute !== props.value()) void wanted.change(minute);
          }}
        />
        <SaveMark saving={saving} />
      </div>
    </div>
  );
}
