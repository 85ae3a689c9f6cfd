import type { CustomProfileField, ParamsOf } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { IdCard } from 'lucide';
import { For, Show } from 'solid-js';
import { ChangedNotice, createChangedElsewhere } from '../../forms/changed-elsewhere.tsx';
import { EmptyEntry, EntryText } from '../../forms/entries.tsx';
import { createExpecting } from '../../forms/expecting.ts';
import { CheckField, createTerms, SelectField, TextField } from '../../forms/fields.tsx';
import { choicesData, choicesOf, fieldTypes } from '../../forms/profile-field-types.ts';
import { SettingGroup } from '../../forms/setting.tsx';
import { t } from '../../i18n/index.ts';
import { attempt } from '../../model/actions.ts';
import { useParley } from '../../model/parley.tsx';
import { useField } from '../../model/self.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { OrderedList } from '../ordered-list.tsx';
import { AddEntry, createEditing, RemoveDialog } from '../removing.tsx';
import type { OrganizationText } from '../texts.ts';
import { o } from '../texts.ts';

const typeName = (type: number): string => o(`fieldType${type}` as OrganizationText);

/** Lists the custom fields of people's profiles, in the order of profile cards. */
export default function ProfileFieldsSection() {
  const parley = useParley();
  const { client, store } = parley;
  const fields = useField('custom_profile_fields');
  const editing = createEditing<CustomProfileField>();
  const all = () => (fields() ?? []).toSorted((one, other) => one.order - other.order);
  const order = (ids: readonly number[]) =>
    attempt(parley, client.call('reorder-custom-profile-fields', { order: [...ids] }));
  /** Returns the number of people who have filled in a field. */
  const valuesOf = (field: CustomProfileField) =>
    [...store.people.users.values()].filter((user) => user.profile_data?.[String(field.id)]).length;
  return (
    <SettingGroup isPage title={o('profileFields')} help={o('profileFieldsHelp')}>
      <AddEntry label={o('newField')} onPress={editing.add} />
      <OrderedList
        label={o('profileFields')}
        items={all()}
        nameOf={({ name }) => name}
        canOrder
        onOrder={order}
        fallback={<EmptyEntry icon={IdCard}>{o('noFields')}</EmptyEntry>}
        row={(field) => <EntryText name={field().name} details={wordsOf(field())} />}
        actions={editing.actions}
      />
      <editing.Dialogs
        edit={(field, onClose) => <FieldDialog field={field} onClose={onClose} />}
        remove={(field, onClose) => (
          <RemoveDialog
            name={field.name}
            act={() => client.call('remove-custom-profile-field', { field_id: field.id })}
            onClose={onClose}
          >
            <p>{o('removeFieldMore', { count: valuesOf(field) })}</p>
          </RemoveDialog>
        )}
      />
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
function siteOf(field: Field | undefined): SiteData {
  if (field?.type !== fieldTypes.externalAccount) return { subtype: 'github' };
  return JSON.parse(field.field_data) as SiteData;
}

type Field = Omit<CustomProfileField, 'order'>;

/** Returns what the dialog edits of a field; for a new field, what it begins with. */
const termsOf = (field: Field | undefined) => ({
  type: field?.type ?? fieldTypes.shortText,
  name: field?.name ?? '',
  hint: field?.hint ?? '',
  options: choicesOf(field)
    .map(({ text }) => text)
    .join('\n'),
  site: siteOf(field).subtype,
  pattern: siteOf(field).url_pattern ?? '',
  display_in_profile_summary: field?.display_in_profile_summary ?? false,
  required: field?.required ?? false,
  editable_by_user: field?.editable_by_user ?? true,
  use_for_user_matching: field?.use_for_user_matching ?? false,
  // An option with unchanged text keeps the key that is stored here.
  choices: choicesOf(field),
});

type Terms = ReturnType<typeof termsOf>;

const isExternal = ({ type }: Terms) => type === fieldTypes.externalAccount;
const isKnownSite = (terms: Terms) => isExternal(terms) && terms.site !== 'custom';
/** Returns whether people can be found by the values of a field. */
const isMatchable = (terms: Terms) => terms.type === fieldTypes.shortText || isExternal(terms);

/** Returns what only some types of fields have, in the form of the server. */
function fieldDataOf(terms: Terms) {
  if (terms.type === fieldTypes.select) {
    const texts = terms.options.split('\n').map((line) => line.trim());
    return { field_data: choicesData(texts.filter(Boolean), terms.choices) };
  }
  if (!isExternal(terms)) return {};
  return isKnownSite(terms)
    ? { field_data: { subtype: terms.site } }
    : { field_data: { subtype: 'custom', url_pattern: terms.pattern.trim() } };
}

/** Returns what is sent to the server, except the type. */
function changeOf(terms: Terms) {
  const { display_in_profile_summary, required, editable_by_user } = terms;
  return {
    // A predefined site provides name and hint itself (docs/api/organization.md#profile-fields).
    ...(!isKnownSite(terms) && { name: terms.name.trim(), hint: terms.hint.trim() }),
    ...fieldDataOf(terms),
    display_in_profile_summary,
    required,
    editable_by_user,
    use_for_user_matching: isMatchable(terms) && terms.use_for_user_matching,
  } as Omit<ParamsOf<'update-custom-profile-field'>, 'field_id'>;
}

/** Returns a field without its order, which the dialog does not edit. */
const withoutOrder = ({ order: _order, ...field }: CustomProfileField): Field => ({
  ...field,
  display_in_profile_summary: field.display_in_profile_summary ?? false,
});

/** Creates what the person enters about a field, and saves it. Call it inside a component. */
function createFieldForm(before: CustomProfileField | undefined) {
  const { client } = useParley();
  const [terms, set] = createTerms(termsOf(before));
  const fields = useField('custom_profile_fields');
  const stored = () => {
    const present = fields()?.find(({ id }) => id === before?.id);
    return present && withoutOrder(present);
  };
  const changed = createChangedElsewhere(before && withoutOrder(before), stored);
  const expecting = createExpecting(stored);
  const save = async () => {
    changed.check();
    const change = changeOf(terms());
    if (!before) return client.call('create-custom-profile-field', { field_type: terms().type, ...change });
    return expecting(Object.keys(stored() ?? {}), (expected) =>
      client.call('update-custom-profile-field', { field_id: before.id, ...change, expected }),
    );
  };
  const take = (theirs: Field) => set({ ...termsOf(theirs), type: terms().type });
  return { terms, set, changed, take, save };
}

type FieldForm = ReturnType<typeof createFieldForm>;

function FieldDialog(props: { field: CustomProfileField | undefined; onClose: () => void }) {
  const before = props.field;
  const form = createFieldForm(before);
  const { terms } = form;
  return (
    <FormDialog
      title={before ? o('editField', { name: before.name }) : o('newField')}
      button={t('save')}
      isDisabled={!isKnownSite(terms()) && terms().name.trim() === ''}
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
      <Show when={isExternal(terms())}>
        <SiteField form={form} />
      </Show>
      <TextFields form={form} />
      <Flags form={form} />
    </FormDialog>
  );
}

function TextFields({ form: { terms, set } }: { form: FieldForm }) {
  return (
    <>
      <Show when={isExternal(terms()) && !isKnownSite(terms())}>
        <TextField
          label={o('fieldPattern')}
          isCode
          value={terms().pattern}
          onChange={(pattern) => set({ pattern })}
        />
      </Show>
      <Show when={!isKnownSite(terms())}>
        <TextField
          label={o('fieldName')}
          maxLength={limits.profileFieldNameLength}
          value={terms().name}
          onChange={(name) => set({ name })}
        />
        <TextField
          label={o('fieldHint')}
          maxLength={limits.profileFieldHintLength}
          value={terms().hint}
          onChange={(hint) => set({ hint })}
        />
      </Show>
      <Show when={terms().type === fieldTypes.select}>
        <TextField
          label={o('fieldOptions')}
          rows={4}
          value={terms().options}
          onChange={(options) => set({ options })}
        />
      </Show>
    </>
  );
}

const flags = [
  ['display_in_profile_summary', 'fieldSummary'],
  ['required', 'fieldRequired'],
  ['editable_by_user', 'fieldEditable'],
  ['use_for_user_matching', 'fieldMatching'],
] as const;

function Flags({ form: { terms, set } }: { form: FieldForm }) {
  const offered = () => flags.filter(([flag]) => flag !== 'use_for_user_matching' || isMatchable(terms()));
  return (
    <For each={offered()}>
      {([flag, label]) => (
        <CheckField label={o(label)} value={terms()[flag]} onChange={(isOn) => set({ [flag]: isOn })} />
      )}
    </For>
  );
}

function TypeField({ form: { terms, set } }: { form: FieldForm }) {
  return (
    <SelectField
      label={o('fieldType')}
      value={terms().type}
      options={Object.values(fieldTypes).map((value) => ({ value, label: typeName(value) }))}
      onChange={(type) => set({ type })}
    />
  );
}

function SiteField({ form: { terms, set } }: { form: FieldForm }) {
  const sites = useField('realm_default_external_accounts');
  return (
    <SelectField
      label={o('fieldSite')}
      value={terms().site}
      options={[
        ...Object.entries(sites() ?? {}).map(([value, { name }]) => ({ value, label: name })),
        { value: 'custom', label: o('fieldOwnSite') },
      ]}
      onChange={(site) => set({ site })}
    />
  );
}
