import type { CustomProfileField, ParamsOf } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { IdCard } from 'lucide';
import { createSignal, For, Show } from 'solid-js';
import { ChangedNotice, createChangedElsewhere } from '../forms/changed-elsewhere.tsx';
import { EmptyEntry, EntryText } from '../forms/entries.tsx';
import { createExpecting } from '../forms/expecting.ts';
import { CheckField, TextField } from '../forms/fields.tsx';
import { choicesData, choicesOf, fieldTypes } from '../forms/profile-field-types.ts';
import { SettingGroup } from '../forms/setting.tsx';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { OrderedList } from './ordered-list.tsx';
import { editAndRemove, RemoveDialog } from './removing.tsx';
import type { OrganizationText } from './texts.ts';
import { o } from './texts.ts';

const typeName = (type: number): string => o(`fieldType${type}` as OrganizationText);

/** Lists the custom fields of people's profiles, in the order of profile cards. */
export default function ProfileFieldsSection() {
  const parley = useParley();
  const { client, store } = parley;
  const fields = useField('custom_profile_fields');
  const [edited, setEdited] = createSignal<CustomProfileField | 'new'>();
  const [asked, setAsked] = createSignal<CustomProfileField>();
  const all = () => (fields() ?? []).toSorted((one, other) => one.order - other.order);
  const order = (ids: readonly number[]) =>
    attempt(parley, client.call('reorder-custom-profile-fields', { order: [...ids] }));
  /** Returns the number of people who have filled in a field. */
  const valuesOf = (field: CustomProfileField) =>
    [...store.people.users.values()].filter((user) => user.profile_data?.[String(field.id)]).length;
  return (
    <SettingGroup isPage title={o('profileFields')} help={o('profileFieldsHelp')}>
      <div class="form-actions">
        <button type="button" class="button is-primary" onClick={() => setEdited('new')}>
          {o('newField')}
        </button>
      </div>
      <OrderedList
        label={o('profileFields')}
        items={all()}
        nameOf={({ name }) => name}
        canOrder
        onOrder={order}
        fallback={<EmptyEntry icon={IdCard}>{o('noFields')}</EmptyEntry>}
        row={(field) => <EntryText name={field().name} details={wordsOf(field())} />}
        actions={(field) =>
          editAndRemove(
            () => setEdited(field),
            () => setAsked(field),
          )
        }
      />
      <Show when={edited()} keyed>
        {(present) => (
          <FieldDialog field={present === 'new' ? undefined : present} onClose={() => setEdited(undefined)} />
        )}
      </Show>
      <Show when={asked()} keyed>
        {(field) => (
          <RemoveDialog
            name={field.name}
            act={() => client.call('remove-custom-profile-field', { field_id: field.id })}
            onClose={() => setAsked(undefined)}
          >
            <p>{o('removeFieldMore', { count: valuesOf(field) })}</p>
          </RemoveDialog>
        )}
      </Show>
    </SettingGroup>
  );
}

/** Returns a description of a field: its type, its hint, its options, whether it is required, and whether profile cards show it. */
const wordsOf = (field: CustomProfileField): string =>
  [
    typeName(field.type),
    field.hint,
    field.type === fieldTypes.select
      ? choicesOf(field)
          .map(({ text }) => text)
          .join(', ')
      : '',
    field.required ? o('fieldRequired') : '',
    field.display_in_profile_summary ? o('fieldSummary') : '',
  ]
    .filter(Boolean)
    .join(' · ');

type SiteData = { readonly subtype: string; readonly url_pattern?: string };

/** Returns the external site of a field for external accounts. GitHub is the default for other fields. */
function siteOf(field: CustomProfileField | undefined): SiteData {
  if (field?.type !== fieldTypes.externalAccount) return { subtype: 'github' };
  return JSON.parse(field.field_data) as SiteData;
}

/** Creates what the person enters about a field, and saves it. Call it inside a component. */
function createFieldForm(before: CustomProfileField | undefined) {
  const { client } = useParley();
  const [type, setType] = createSignal<number>(before?.type ?? fieldTypes.shortText);
  const [name, setName] = createSignal(before?.name ?? '');
  const [hint, setHint] = createSignal(before?.hint ?? '');
  // The stored options. An option with unchanged text keeps its key.
  let choices = before ? choicesOf(before) : [];
  const [options, setOptions] = createSignal(choices.map(({ text }) => text).join('\n'));
  const [site, setSite] = createSignal(siteOf(before).subtype);
  const [pattern, setPattern] = createSignal(siteOf(before).url_pattern ?? '');
  const [flags, setFlags] = createSignal({
    display_in_profile_summary: before?.display_in_profile_summary ?? false,
    required: before?.required ?? false,
    editable_by_user: before?.editable_by_user ?? true,
    use_for_user_matching: before?.use_for_user_matching ?? false,
  });
  const fields = useField('custom_profile_fields');
  // Leaves out the order, which this dialog does not edit.
  const withoutOrder = ({ order: _order, ...field }: CustomProfileField) => ({
    ...field,
    display_in_profile_summary: field.display_in_profile_summary ?? false,
  });
  const stored = () => {
    const present = fields()?.find(({ id }) => id === before?.id);
    return present && withoutOrder(present);
  };
  const changed = createChangedElsewhere(before && withoutOrder(before), stored);
  const expecting = createExpecting(stored);
  const take = (theirs: Omit<CustomProfileField, 'order'>) => {
    setName(theirs.name);
    setHint(theirs.hint);
    choices = choicesOf(theirs as CustomProfileField);
    setOptions(choices.map(({ text }) => text).join('\n'));
    setSite(siteOf(theirs as CustomProfileField).subtype);
    setPattern(siteOf(theirs as CustomProfileField).url_pattern ?? '');
    setFlags({
      display_in_profile_summary: theirs.display_in_profile_summary ?? false,
      required: theirs.required ?? false,
      editable_by_user: theirs.editable_by_user ?? true,
      use_for_user_matching: theirs.use_for_user_matching,
    });
  };
  const isExternal = () => type() === fieldTypes.externalAccount;
  const isKnownSite = () => isExternal() && site() !== 'custom';
  const fieldData = () => {
    const texts = options()
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    if (type() === fieldTypes.select) return { field_data: choicesData(texts, choices) };
    if (!isExternal()) return {};
    return {
      field_data: isKnownSite() ? { subtype: site() } : { subtype: 'custom', url_pattern: pattern().trim() },
    };
  };
  const save = async () => {
    changed.check();
    // A predefined site provides name and hint itself (docs/api/organization.md#profile-fields).
    const terms = { ...(!isKnownSite() && { name: name().trim(), hint: hint().trim() }), ...fieldData() };
    const chosen = { ...flags(), use_for_user_matching: isMatchable() && flags().use_for_user_matching };
    const fields = { ...terms, ...chosen } as Omit<ParamsOf<'update-custom-profile-field'>, 'field_id'>;
    if (before) {
      return expecting(Object.keys(stored() ?? {}), (expected) =>
        client.call('update-custom-profile-field', { field_id: before.id, ...fields, expected }),
      );
    }
    return client.call('create-custom-profile-field', { field_type: type(), ...fields });
  };
  /** Kinds of fields by whose values people can be found. */
  const isMatchable = () => type() === fieldTypes.shortText || isExternal();
  const toggles = () =>
    [
      ['display_in_profile_summary', 'fieldSummary'],
      ['required', 'fieldRequired'],
      ['editable_by_user', 'fieldEditable'],
      ...(isMatchable() ? ([['use_for_user_matching', 'fieldMatching']] as const) : []),
    ] as const;
  return {
    type,
    setType,
    name,
    setName,
    hint,
    setHint,
    options,
    setOptions,
    site,
    setSite,
    pattern,
    setPattern,
    flags,
    setFlags,
    isExternal,
    isKnownSite,
    toggles,
    changed,
    take,
    save,
  };
}

type FieldForm = ReturnType<typeof createFieldForm>;

function FieldDialog(props: { field: CustomProfileField | undefined; onClose: () => void }) {
  const before = props.field;
  const form = createFieldForm(before);
  return (
    <FormDialog
      title={before ? o('editField', { name: before.name }) : o('newField')}
      button={t('save')}
      isDisabled={!form.isKnownSite() && form.name().trim() === ''}
      act={form.save}
      onClose={props.onClose}
    >
      <ChangedNotice
        changed={form.changed}
        inWords={(theirs) => [theirs.name, theirs.hint].filter(Boolean).join(' · ')}
        onTake={form.take}
      />
      <Show when={!before}>
        <TypeField form={form} />
      </Show>
      <Show when={form.isExternal()}>
        <SiteField form={form} />
      </Show>
      <Show when={form.isExternal() && !form.isKnownSite()}>
        <TextField label={o('fieldPattern')} isCode value={form.pattern()} onChange={form.setPattern} />
      </Show>
      <Show when={!form.isKnownSite()}>
        <TextField
          label={o('fieldName')}
          maxLength={limits.profileFieldNameLength}
          value={form.name()}
          onChange={form.setName}
        />
        <TextField
          label={o('fieldHint')}
          maxLength={limits.profileFieldHintLength}
          value={form.hint()}
          onChange={form.setHint}
        />
      </Show>
      <Show when={form.type() === fieldTypes.select}>
        <TextField label={o('fieldOptions')} rows={4} value={form.options()} onChange={form.setOptions} />
      </Show>
      <For each={form.toggles()}>
        {([flag, label]) => (
          <CheckField
            label={o(label)}
            value={form.flags()[flag]}
            onChange={(isOn) => form.setFlags({ ...form.flags(), [flag]: isOn })}
          />
        )}
      </For>
    </FormDialog>
  );
}

function TypeField(props: { form: FieldForm }) {
  return (
    <label class="field">
      <span class="label">{o('fieldType')}</span>
      <select class="input" onChange={(event) => props.form.setType(Number(event.currentTarget.value))}>
        <For each={Object.values(fieldTypes)}>
          {(value) => (
            <option value={value} selected={value === props.form.type()}>
              {typeName(value)}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}

function SiteField(props: { form: FieldForm }) {
  const sites = useField('realm_default_external_accounts');
  return (
    <label class="field">
      <span class="label">{o('fieldSite')}</span>
      <select class="input" onChange={(event) => props.form.setSite(event.currentTarget.value)}>
        <For each={Object.entries(sites() ?? {})}>
          {([value, known]) => (
            <option value={value} selected={value === props.form.site()}>
              {known.name}
            </option>
          )}
        </For>
        <option value="custom" selected={props.form.site() === 'custom'}>
          {o('fieldOwnSite')}
        </option>
      </select>
    </label>
  );
}
