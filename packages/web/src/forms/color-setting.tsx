import { Show } from 'solid-js';
import { SaveMark } from './saving.tsx';
import { type Bound, createControl, SettingWords } from './setting.tsx';
import { f } from './texts.ts';

/** Shown while no colour is chosen. */
const usual = '#5b5bd6';

/** Renders a setting whose value is a colour such as `#4f46e5`; an empty text stands for the usual colour. */
export function ColorSetting(props: Bound<string>) {
  const { id, saving, wanted } = createControl(props);
  return (
    <div class="setting">
      <SettingWords id={id} label={props.label} help={props.help} />
      <div class="setting-control">
        <input
          type="color"
          id={id}
          class="color-field"
          value={wanted.shown() || usual}
          disabled={props.isDisabled ?? false}
          aria-describedby={props.help ? `${id}-help` : undefined}
          onChange={(event) => void wanted.change(event.currentTarget.value)}
        />
        <Show when={wanted.shown() !== '' && !props.isDisabled}>
          <button
            type="button"
            class="button"
            aria-label={`${f('usualColor')}: ${props.label}`}
            onClick={() => void wanted.change('')}
          >
            {f('usualColor')}
          </button>
        </Show>
        <SaveMark saving={saving} />
      </div>
    </div>
  );
}
