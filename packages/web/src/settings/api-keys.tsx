import { limits } from '@parley/rules/limits';
import { createResource, createSignal, For, Show } from 'solid-js';
import { type Area, areaName, areas, isExpired, type Key, keyDetails } from '../access/key-details.ts';
import { ac } from '../access/texts.ts';
import { CopyField } from '../forms/copy-field.tsx';
import { CheckField, createTerms, TextField } from '../forms/fields.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { s } from './texts.ts';

type Asked = { readonly key: Key; readonly step: 'rotate' | 'delete' };

/** Returns the person's keys. Call it inside a component. */
function createOwnKeys() {
  const { client } = useParley();
  const [answer, { refetch }] = createResource(() => client.call('get-api-keys', {}));
  const keys = () => (answer.error ? [] : (answer.latest?.api_keys ?? []));
  return { answer, refetch, keys };
}

/** Lists the person's named API keys: permitted areas, expiry, and last use. */
export function ApiKeys() {
  const { client } = useParley();
  const { answer, refetch, keys } = createOwnKeys();
  const [isCreating, setCreating] = createSignal(false);
  const [shown, setShown] = createSignal<string>();
  const [asked, setAsked] = createSignal<Asked>();
  const act = async ({ key, step }: Asked) => {
    if (step === 'delete') await client.call('delete-api-key', { key_id: key.id });
    else setShown((await client.call('rotate-api-key', { key_id: key.id })).api_key);
    await refetch();
  };
  const showNew = async (key: string) => {
    setShown(key);
    await refetch();
  };
  return (
    <SettingGroup title={s('keys')} help={s('keysHelp')}>
      <div class="form-actions">
        <button type="button" class="button" onClick={() => setCreating(true)}>
          {s('createKey')}
        </button>
      </div>
      <Show when={shown()}>{(value) => <CopyField label={s('newKeyShown')} value={value()} isSecret />}</Show>
      <Show when={answer.error}>
        <NotLoaded text={s('notLoaded')} onRetry={() => void refetch()} />
      </Show>
      <ul class="plain-list" aria-label={s('keys')}>
        <For each={keys()}>{(key) => <KeyRow of={key} onAsk={(step) => setAsked({ key, step })} />}</For>
      </ul>
      <Show when={isCreating()}>
        <NewKey onCreated={showNew} onClose={() => setCreating(false)} />
      </Show>
      <Show when={asked()} keyed>
        {(present) => <AskFirst {...present} act={() => act(present)} onClose={() => setAsked(undefined)} />}
      </Show>
    </SettingGroup>
  );
}

function AskFirst(props: Asked & { act: () => Promise<void>; onClose: () => void }) {
  const isDeletion = props.step === 'delete';
  return (
    <FormDialog
      title={s(isDeletion ? 'deleteKeyOf' : 'rotateKeyOf', { name: props.key.name })}
      button={s(isDeletion ? 'deleteKey' : 'rotateKey')}
      isDangerous={isDeletion}
      act={props.act}
      onClose={props.onClose}
    >
      <p>{s(isDeletion ? 'deleteKeyMore' : 'rotateMore')}</p>
    </FormDialog>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Renders the dialog that creates a key with a name and limits. */
function NewKey(props: { onCreated: (key: string) => Promise<void>; onClose: () => void }) {
  const { client } = useParley();
  const [terms, set] = createTerms({ name: '', days: '', isReadOnly: false, areas: [] as readonly Area[] });
  const create = async () => {
    const { name, days, isReadOnly, areas } = terms();
    const { api_key } = await client.call('create-api-key', {
      name: name.trim(),
      is_read_only: isReadOnly,
      areas: [...areas],
      ...(days !== '' && { expires_in_days: Number(days) }),
    });
    await props.onCreated(api_key);
  };
  return (
    <FormDialog
      title={s('createKey')}
      button={s('createKey')}
      isDisabled={terms().name.trim() === ''}
      act={create}
      onClose={props.onClose}
    >
      <TextField
        label={s('keyName')}
        help={s('keyNameHelp')}
        maxLength={limits.factorNameLength}
        value={terms().name}
        onChange={(name) => set({ name })}
      />
      <DaysField value={terms().days} onChange={(days) => set({ days })} />
      <CheckField
        label={ac('keyReadOnly')}
        value={terms().isReadOnly}
        onChange={(isReadOnly) => set({ isReadOnly })}
      />
      <AreasField value={terms().areas} onChange={(areas) => set({ areas })} />
    </FormDialog>
  );
}

function DaysField(props: { value: string; onChange: (days: string) => void }) {
  return (
    <label class="field">
      <span class="label">{s('keyDays')}</span>
      <input
        class="input"
        type="number"
        min="1"
        max={limits.keyDays}
        value={props.value}
        on:input={(event) => props.onChange(event.currentTarget.value)}
      />
      <span class="setting-help">{s('keyDaysHelp')}</span>
    </label>
  );
}

function AreasField(props: { value: readonly Area[]; onChange: (areas: readonly Area[]) => void }) {
  return (
    <fieldset class="radio-list is-columns">
      <legend class="label">{s('keyAreas')}</legend>
      <p class="setting-help">{s('keyAreasHelp')}</p>
      <For each={areas}>
        {(area) => (
          <CheckField
            label={capitalized(areaName(area))}
            help={s(`keyAreaOpens_${area}`)}
            value={props.value.includes(area)}
            onChange={(isOn) =>
              props.onChange([...props.value.filter((each) => each !== area), ...(isOn ? [area] : [])])
            }
          />
        )}
      </For>
    </fieldset>
  );
}

function KeyRow(props: { of: Key; onAsk: (step: 'rotate' | 'delete') => void }) {
  return (
    <li>
      <div class="row-main is-whole">
        <span dir={directionOf(props.of.name)}>{props.of.name}</span>
        <span class="muted">{keyDetails(props.of)}</span>
      </div>
      <Show when={!isExpired(props.of)}>
        <button
          type="button"
          class="button"
          aria-label={s('rotateKeyOf', { name: props.of.name })}
          onClick={() => props.onAsk('rotate')}
        >
          {s('rotateKey')}
        </button>
      </Show>
      <button
        type="button"
        class="button is-danger"
        aria-label={s('deleteKeyOf', { name: props.of.name })}
        onClick={() => props.onAsk('delete')}
      >
        {s('deleteKey')}
      </button>
    </li>
  );
}
