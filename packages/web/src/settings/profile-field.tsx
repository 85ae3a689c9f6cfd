import type { CustomProfileField } from '@parley/client';
import { createUniqueId, Match, Show, Switch } from 'solid-js';
import { MembersField } from '../forms/members-field.tsx';
import { choicesOf, fieldTypes } from '../forms/profile-field-types.ts';
import { createPendingValue, createSaving, SaveMark } from '../forms/saving.tsx';
import { ChoiceSetting, TextSetting } from '../forms/setting.tsx';
import { s } from './texts.ts';

export type FieldValue = string | number[] | null;

type InputProps = {
  field: CustomProfileField;
  value: () => string;
  isDisabled: boolean;
  save: (value: FieldValue) => Promise<unknown>;
};

/** Returns what all inputs get. */
const boundOf = (props: InputProps) => ({
  label: props.field.name,
  help:
    [
      props.field.hint,
      props.field.required ? s('fieldRequired') : '',
      props.isDisabled ? s('fieldFixed') : '',
    ]
      .filter(Boolean)
      .join(' · ') || undefined,
  value: props.value,
  isDisabled: props.isDisabled,
});

/** Renders the input for a profile field of any type. Saving null removes the value. */
export function ProfileFieldInput(props: InputProps) {
  const bound = () => boundOf(props);
  const saveText = (text: string) => props.save(text.trim() === '' ? null : text);
  return (
    <Switch
      fallback={
        <TextSetting
          {...bound()}
          isLong={props.field.type === fieldTypes.longText}
          type={textTypes[props.field.type] ?? 'text'}
          save={saveText}
        />
      }
    >
      <Match when={props.field.type === fieldTypes.select}>
        <ChoiceSetting
          {...bound()}
          options={[
            { value: '', label: s('nothingChosen') },
            ...choicesOf(props.field).map(({ key, text }) => ({ value: key, label: text })),
          ]}
          save={saveText}
        />
      </Match>
      <Match when={props.field.type === fieldTypes.user}>
        <PeopleValue {...bound()} save={props.save} />
      </Match>
    </Switch>
  );
}

const textTypes: Readonly<Record<number, 'url' | 'date'>> = {
  [fieldTypes.date]: 'date',
  [fieldTypes.url]: 'url',
};

function PeopleValue(props: {
  label: string;
  help: string | undefined;
  value: () => string;
  isDisabled: boolean;
  save: (value: number[] | null) => Promise<unknown>;
}) {
  const id = createUniqueId();
  const saving = createSaving();
  const stored = () => idsOf(props.value());
  const wanted = createPendingValue(stored, saving, (ids: number[]) =>
    props.save(ids.length === 0 ? null : ids),
  );
  return (
    <div class="setting is-text" role="group" aria-labelledby={id}>
      <div class="setting-words">
        <span id={id}>{props.label}</span>
        <Show when={props.help}>{(help) => <p class="setting-help">{help()}</p>}</Show>
      </div>
      <Show when={!props.isDisabled}>
        <MembersField
          label={props.label}
          value={{ groupIds: [], userIds: wanted.shown() }}
          onChange={({ userIds }) => void wanted.change([...userIds])}
        />
      </Show>
      <SaveMark saving={saving} />
    </div>
  );
}

/** Parses the value of a field with people, which is a JSON array of user IDs. Returns an empty array for an invalid value. */
function idsOf(value: string): number[] {
  try {
    const ids: unknown = JSON.parse(value || '[]');
    return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
