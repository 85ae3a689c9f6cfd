/** Controls of personal settings. What a setting may be comes from the server's declarations. */
import { type PersonalSettingDescription, personalSettings } from '@parley/client/settings';
import { For, type JSX, Show } from 'solid-js';
import { ClockSetting } from '../forms/clock-setting.tsx';
import { DaysSetting } from '../forms/days-setting.tsx';
import { ChoiceSetting, NumberSetting, SettingGroup, ToggleSetting } from '../forms/setting.tsx';
import { languageFor, languages } from '../i18n/languages.ts';
import { useField } from '../model/self.ts';
import { PauseControl } from './pause.tsx';
import { settingsOf } from './sections.ts';
import type { SettingText, ShownSetting, Subject } from './setting-texts.ts';
import { s, settingsTexts } from './texts.ts';
import { type SettingName, type Stored, useSetting } from './use-setting.ts';

const descriptions: Readonly<Record<SettingName, PersonalSettingDescription>> = personalSettings;

/** Former forms of values, by setting: the form that clients write today. */
const former: Partial<Record<SettingName, Readonly<Record<string, string | number>>>> = {
  web_home_view: { recent_topics: 'recent' },
  // The client uses the browser's own font size for 14 as well as for 16, so both are displayed as the same choice.
  web_font_size_px: { 14: 16 },
};

type Value = string | number | boolean | null;

/** Returns a text whose name is derived from a setting; undefined when there is none. */
const derived = (name: string): string | undefined => (settingsTexts.has(name) ? s(name) : undefined);

/** Returns what a setting does, for a keyboard on the screen where that differs. */
const helpOf = (name: string): string | undefined =>
  (matchMedia('(hover: none)').matches ? derived(`${name}_touch_help`) : undefined) ??
  derived(`${name}_help`);

const secondsInWords = (seconds: number): string =>
  seconds < 3_600
    ? s('minutes', { count: Math.round(seconds / 6) / 10 })
    : s('hours', { count: Math.round(seconds / 360) / 10 });

const nearest = (offered: readonly number[], stored: number): number =>
  offered.reduce((best, each) => (Math.abs(each - stored) < Math.abs(best - stored) ? each : best));

type ControlProps = {
  name: ShownSetting;
  stored: Stored<unknown>;
  /** Whether the control explains the setting, to the person whose setting it is. Default: it does. */
  hasHelp?: boolean;
};

/** What the control of a setting needs. */
function controlOf(props: ControlProps) {
  const { name } = props;
  const description = descriptions[name];
  const value = (): Value => {
    const stored = props.stored.value() as Value;
    return former[name]?.[String(stored)] ?? stored;
  };
  const bound = {
    label: s(name),
    help: props.hasHelp === false ? undefined : helpOf(name),
    save: (wanted: Value) => props.stored.save(wanted),
  };
  const offered = (description.offered ?? []).filter((each) => typeof each === 'number');
  const worded = (each: Value) => {
    const help = derived(`${name}_${each}_help`);
    return { value: each, label: s(`${name}_${each}` as SettingText), ...(help !== undefined && { help }) };
  };
  return { name, description, value, bound, offered, worded };
}

type ControlOf = ReturnType<typeof controlOf>;
type Control = (control: ControlOf) => JSX.Element;

const sizeControl: Control = ({ value, bound, offered, worded }) => (
  <ChoiceSetting<Value>
    {...bound}
    value={() => nearest(offered, Number(value()))}
    options={offered.map(worded)}
  />
);

/** Controls of settings whose values are measured, or name something. */
const controlsOfUnits: Partial<Record<NonNullable<PersonalSettingDescription['unit']>, Control>> = {
  language: ({ value, bound }) => (
    <ChoiceSetting<Value> {...bound} value={() => languageFor(String(value()))} options={languages} />
  ),
  seconds: ({ value, bound, offered }) => (
    <ChoiceSetting<Value>
      {...bound}
      value={value}
      options={[...new Set([...offered, Number(value())])]
        .sort((one, other) => one - other)
        .map((seconds) => ({ value: seconds, label: secondsInWords(seconds) }))}
    />
  ),
  pixels: sizeControl,
  percent: sizeControl,
  'minute of the day': ({ value, bound }) => <ClockSetting {...bound} value={() => Number(value())} />,
  'days of the week': ({ value, bound }) => <DaysSetting {...bound} value={() => Number(value())} />,
  moment: ({ value, bound }) => <PauseControl {...bound} value={() => Number(value())} />,
};

/** Returns the control of any other setting. */
function controlOfType({ name, description, value, bound, worded }: ControlOf): JSX.Element {
  switch (description.type) {
    case 'flag':
      return description.offered ? (
        <ChoiceSetting<Value> {...bound} value={value} options={description.offered.map(worded)} />
      ) : (
        <ToggleSetting {...bound} value={() => value() === true} />
      );
    case 'number':
      return (
        <NumberSetting
          {...bound}
          least={description.least}
          most={description.most ?? Number.MAX_SAFE_INTEGER}
          value={() => Number(value())}
        />
      );
    case 'choice':
      return (
        <ChoiceSetting<Value>
          {...bound}
          value={value}
          // The default of the organization may be a value that people do not choose themselves.
          options={[...new Set<Value>([...description.values, value()])]
            .filter((each) => former[name]?.[String(each)] === undefined)
            .map(worded)}
        />
      );
    default:
      throw new Error(`The setting ${name} needs a control of its own.`);
  }
}

/** Renders a setting with the control that fits its kind. */
export function SettingControl(props: ControlProps) {
  const control = controlOf(props);
  const { unit } = control.description;
  return ((unit && controlsOfUnits[unit]) ?? controlOfType)(control);
}

/** Renders one of the person's settings while it has an effect. */
export function OwnSetting(props: { name: ShownSetting }) {
  // Outside of the JSX: an expression in a property is evaluated at each read, also in handlers of events.
  const stored = useSetting(props.name) as Stored<unknown>;
  const hasEffect = useEffectOf(props.name);
  return (
    <Show when={hasEffect()}>
      <SettingControl name={props.name} stored={stored} />
    </Show>
  );
}

/** Returns whether a setting has an effect: the one that it needs has the right value, and an effect itself. */
function useEffectOf(name: SettingName): () => boolean {
  const { needs } = descriptions[name];
  if (!needs) return () => true;
  if ('organization' in needs) {
    const other = useField(`realm_${needs.organization}` as 'realm_digest_emails_enabled');
    return () => other() === needs.value;
  }
  const other = useSetting(needs.name as SettingName).value;
  const hasOther = useEffectOf(needs.name as SettingName);
  return () => other() === needs.value && hasOther();
}

/** Renders all settings of a subject as a group with its title, followed by `children`. */
export function SubjectSettings(props: { subject: Subject; help?: string; children?: JSX.Element }) {
  return (
    <SettingGroup title={s(props.subject)} help={props.help}>
      <For each={settingsOf(props.subject)}>{(name) => <OwnSetting name={name} />}</For>
      {props.children}
    </SettingGroup>
  );
}
