import { createSignal, Show } from 'solid-js';
import type { Choice } from './fields.tsx';
import { type Bound, ChoiceSetting, NumberSetting } from './setting.tsx';
import { f } from './texts.ts';

/** Value of the entry with which a person types a number. No setting is kept for 0 days. */
const otherDays = 0;

type DaysProps = Bound<number | null> & {
  /** The choices that are no number of days. */
  first: readonly Choice<number | null>[];
  offered: readonly number[];
  most: number;
  inWords: (days: number) => string;
};

/** Renders a setting of a number of days: common numbers are offered, and any other one up to the greatest can be typed. */
export function DaysChoice(props: DaysProps) {
  const [isTyped, setTyped] = createSignal(false);
  const present = () => Math.max(0, props.value() ?? 0);
  const days = () =>
    [...new Set([...props.offered, ...(present() > 0 ? [present()] : [])])].sort((one, other) => one - other);
  const save = async (value: number | null) => {
    if (value !== otherDays) await props.save(value);
    setTyped(value === otherDays);
  };
  return (
    <>
      <ChoiceSetting<number | null>
        label={props.label}
        help={props.help}
        isDisabled={props.isDisabled ?? false}
        value={props.value}
        save={save}
        options={[
          ...props.first,
          ...days().map((count) => ({ value: count, label: props.inWords(count) })),
          { value: otherDays, label: f('otherDays') },
        ]}
      />
      <Show when={isTyped()}>
        <NumberSetting
          label={f('numberOfDays')}
          isDisabled={props.isDisabled ?? false}
          value={present}
          save={save}
          least={1}
          most={props.most}
        />
      </Show>
    </>
  );
}
