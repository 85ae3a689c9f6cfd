/** Controls of the organization's settings. What a setting may be, and who may change it, comes from the server's declarations. */
import { organizationSettings, type SettingDescription } from '@parley/client/settings';
import { For, type JSX, Show } from 'solid-js';
import { ColorSetting } from '../../forms/color-setting.tsx';
import {
  ChoiceSetting,
  NumberSetting,
  SettingGroup,
  TextSetting,
  ToggleSetting,
} from '../../forms/setting.tsx';
import { weekdayOf } from '../../i18n/format.ts';
import { languageFor, languages } from '../../i18n/languages.ts';
import { o, organizationTexts } from '../texts.ts';
import { ChannelSetting } from './channel-setting.tsx';
import { hoursInWords, limitInWords } from './durations.ts';
import { RetentionSetting } from './retention-setting.tsx';
import type { SettingText, Subject } from './setting-texts.ts';
import { type SettingName, useSetting } from './use-setting.ts';
import { VideoCallsSetting } from './video-calls-setting.tsx';

const descriptions: Readonly<Record<SettingName, SettingDescription>> = organizationSettings;

/** Settings with a control of their own. */
const own: Partial<Record<SettingName, () => JSX.Element>> = {
  message_retention_days: RetentionSetting,
  video_chat_provider: VideoCallsSetting,
};

/** From this length on, in characters, a text has a field of several lines. */
const longText = 500;

/** An arbitrary Monday, from which the names of weekdays are formatted. */
const someMonday = Date.UTC(2024, 0, 1) / 1000;
const weekdays = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ value: day, seconds: someMonday + day * 86_400 }));

/** Returns the offered numbers and the present one, in ascending order. */
const withPresent = (offered: readonly number[], present: number | null | undefined): number[] =>
  [...new Set([...offered, ...(typeof present === 'number' ? [present] : [])])].sort(
    (one, other) => one - other,
  );

/** Returns a text whose name is derived from a setting; undefined when there is none. */
const derived = (name: string): string | undefined => (organizationTexts.has(name) ? o(name) : undefined);

/** What the control of a setting needs. Call it inside a component. */
function useControl(props: { readonly name: SettingName; readonly label?: string; readonly help?: string }) {
  const { name } = props;
  const description = descriptions[name];
  const setting = useSetting(name);
  const value = () => setting.value() as never;
  const bound = {
    get label() {
      return props.label ?? o(name as SettingText);
    },
    get help() {
      return props.help ?? derived(`${name}_help`);
    },
    get isDisabled() {
      return setting.isDisabled();
    },
    save: setting.save,
  };
  return { name, description, setting, value, bound };
}

type ControlOf = ReturnType<typeof useControl>;

/** Renders a setting with the control that fits its kind. */
export function Setting(props: { name: SettingName; label?: string; help?: string }) {
  const control = useControl(props);
  const Own = own[props.name];
  if (Own) return <Own />;
  const { unit } = control.description;
  return ((unit && controlsOfUnits[unit]) ?? controlOfType)(control);
}

type Control = (control: ControlOf) => JSX.Element;

const channelControl: Control = ({ name, bound }) => (
  <ChannelSetting name={name as 'signup_announcements_stream_id'} {...bound} />
);

/** Controls of settings whose values are measured, or name something. */
const controlsOfUnits: Partial<Record<NonNullable<SettingDescription['unit']>, Control>> = {
  channel: channelControl,
  'private channel': channelControl,
  color: ({ value, bound }) => <ColorSetting {...bound} value={() => String(value() ?? '')} />,
  language: ({ value, bound }) => (
    <ChoiceSetting<string>
      {...bound}
      value={() => languageFor(String(value() ?? 'en'))}
      options={languages}
    />
  ),
  weekday: ({ value, bound }) => (
    <ChoiceSetting<number>
      {...bound}
      value={() => Number(value())}
      options={weekdays.map((day) => ({ value: day.value, label: weekdayOf(day.seconds) }))}
    />
  ),
  seconds: ({ description, setting, value, bound }) => (
    <ChoiceSetting<number | null>
      {...bound}
      value={() => value() ?? null}
      save={(seconds) => setting.save(seconds ?? description.none)}
      options={[...withPresent(description.offered ?? [], value()), null].map((seconds) => ({
        value: seconds,
        label: limitInWords(seconds),
      }))}
    />
  ),
  hours: ({ description, value, bound }) => (
    <ChoiceSetting<number>
      {...bound}
      value={() => Number(value() ?? description.default)}
      options={withPresent(description.offered ?? [], value()).map((hours) => ({
        value: hours,
        label: hoursInWords(hours),
      }))}
    />
  ),
};

type Of<Type extends SettingDescription['type']> = Extract<SettingDescription, { readonly type: Type }>;

const numberControl = ({ value, bound }: ControlOf, description: Of<'number'>): JSX.Element => (
  <NumberSetting
    {...bound}
    least={description.least}
    most={description.most ?? Number.MAX_SAFE_INTEGER}
    value={() => Number(value() ?? description.default)}
  />
);

const textControl = ({ setting, value, bound }: ControlOf, description: Of<'text'>): JSX.Element => (
  <TextSetting
    {...bound}
    type={description.unit === 'address' ? 'url' : 'text'}
    isLong={(description.maxLength ?? 0) >= longText}
    isRequired={description.minLength > 0}
    maxLength={description.maxLength}
    value={() => String(value() ?? '')}
    save={(text) => setting.save(text === '' && description.none ? description.none : text)}
  />
);

const choiceControl = ({ name, value, bound }: ControlOf, description: Of<'choice'>): JSX.Element => (
  <ChoiceSetting
    {...bound}
    value={value}
    options={description.values.map((each) => ({
      value: each,
      label: description.unit === 'percent' ? `${each} %` : (derived(`${name}_${each}`) ?? String(each)),
    }))}
  />
);

/** Returns the control of any other setting. */
function controlOfType(control: ControlOf): JSX.Element {
  const { name, description, value, bound } = control;
  switch (description.type) {
    case 'flag':
      return <ToggleSetting {...bound} value={() => value() === true} />;
    case 'number':
      return numberControl(control, description);
    case 'text':
      return textControl(control, description);
    case 'choice':
      return choiceControl(control, description);
    default:
      throw new Error(`The setting ${name} needs a control of its own.`);
  }
}

const namesOf = (subject: Subject): SettingName[] =>
  (Object.keys(descriptions) as SettingName[]).filter((name) => descriptions[name].subject === subject);

/** Renders a setting while it has an effect. */
function NeededSetting(props: { name: SettingName }) {
  const { needs } = descriptions[props.name];
  if (!needs) return <Setting name={props.name} />;
  const other = useSetting(needs.name as SettingName);
  return (
    <Show when={other.value() === needs.value}>
      <Setting name={props.name} />
    </Show>
  );
}

/** Renders all settings of a subject as a group with its title, followed by `children`. */
export function SubjectSettings(props: { subject: Subject; children?: JSX.Element }) {
  return (
    <SettingGroup title={o(props.subject)}>
      <For each={namesOf(props.subject)}>{(name) => <NeededSetting name={name} />}</For>
      {props.children}
    </SettingGroup>
  );
}
