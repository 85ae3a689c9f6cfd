import type { AnswerOf } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { Pencil, Trash2 } from 'lucide';
import { createResource, createSignal, For, Show } from 'solid-js';
import { EntryMenu } from '../forms/entries.tsx';
import { TextField } from '../forms/fields.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { createPasskey, knowsPasskeys } from '../second-factor/authenticator.ts';
import { AppForm, PasskeyForm } from '../second-factor/enrol-form.tsx';
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx';
import { factorTexts, sf } from '../second-factor/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { s } from './texts.ts';

await factorTexts.load();

type Passkey = AnswerOf<'get-second-factors'>['passkeys'][number];

/** Reads and changes the person's second factors. Call it inside a component. */
function createFactors() {
  const { client } = useParley();
  const [factors, { refetch }] = createResource(() => client.call('get-second-factors', {}));
  /** New recovery codes, which are shown once. */
  const [codes, setCodes] = createSignal<readonly string[]>();
  const enrolled = async (answer: { recovery_codes: readonly string[] }) => {
    if (answer.recovery_codes.length > 0) setCodes(answer.recovery_codes);
    await refetch();
  };
  const changed = async (call: Promise<unknown>) => {
    await call;
    await refetch();
  };
  return {
    factors,
    refetch,
    codes,
    setCodes,
    confirmApp: async (code: string) => enrolled(await client.call('confirm-totp', { code })),
    removeApp: () => changed(client.call('remove-totp', {})),
    renewCodes: async () => enrolled(await client.call('create-recovery-codes', {})),
    async addPasskey(name: string) {
      const passkey = await createPasskey(await client.call('begin-passkey', {}));
      await enrolled(await client.call('add-passkey', { name, passkey }));
    },
    renamePasskey: (id: number, name: string) =>
      changed(client.call('update-passkey', { passkey_id: id, name })),
    removePasskey: (id: number) => changed(client.call('remove-passkey', { passkey_id: id })),
  };
}

type Factors = ReturnType<typeof createFactors>;

/** Renders the person's second factors: authenticator app, passkeys, recovery codes. */
export default function SecuritySection() {
  const own = createFactors();
  const { factors } = own;
  return (
    <Show when={!factors.error} fallback={<NotLoaded text={s('notLoaded')} onRetry={() => own.refetch()} />}>
      <Show when={factors.latest?.is_required}>
        <p class="muted">{sf('required')}</p>
      </Show>
      <AppGroup own={own} />
      <PasskeyGroup own={own} />
      <Show when={factors.latest?.has_totp || (factors.latest?.passkeys.length ?? 0) > 0}>
        <CodesGroup own={own} />
      </Show>
      <Show when={own.codes()}>
        {(shown) => (
          <Dialog title={sf('recoveryCodes')} onClose={() => own.setCodes(undefined)}>
            <RecoveryCodes codes={shown()} onDone={() => own.setCodes(undefined)} />
          </Dialog>
        )}
      </Show>
    </Show>
  );
}

function AppGroup(props: { own: Factors }) {
  return (
    <SettingGroup title={sf('app')} help={sf('appHelp')}>
      <Show when={props.own.factors.latest?.has_totp} fallback={<AddApp own={props.own} />}>
        <RemoveApp own={props.own} />
      </Show>
    </SettingGroup>
  );
}

function AddApp(props: { own: Factors }) {
  const parley = useParley();
  const [app, setApp] = createSignal<{ secret: string; uri: string }>();
  const begin = () => void attempt(parley, parley.client.call('begin-totp', {}).then(setApp));
  return (
    <Show
      when={app()}
      fallback={
        <div class="form-actions">
          <button type="button" class="button" onClick={begin}>
            {sf('addApp')}
          </button>
        </div>
      }
    >
      {(shown) => (
        <AppForm
          secret={shown().secret}
          uri={shown().uri}
          confirm={async (code) => {
            await props.own.confirmApp(code);
            setApp(undefined);
          }}
        />
      )}
    </Show>
  );
}

function RemoveApp(props: { own: Factors }) {
  const [isAsked, setAsked] = createSignal(false);
  return (
    <>
      <p>{sf('appIsSet')}</p>
      <div class="form-actions">
        <button type="button" class="button is-danger" onClick={() => setAsked(true)}>
          {sf('removeApp')}
        </button>
      </div>
      <Show when={isAsked()}>
        <FormDialog
          title={sf('removeApp')}
          button={sf('remove')}
          isDangerous
          act={() => props.own.removeApp()}
          onClose={() => setAsked(false)}
        >
          <p>{sf('removeAppMore')}</p>
        </FormDialog>
      </Show>
    </>
  );
}

function PasskeyGroup(props: { own: Factors }) {
  const { own } = props;
  return (
    <SettingGroup title={sf('passkeys')} help={sf('passkeyHelp')}>
      <Passkeys own={own} />
      <Show when={knowsPasskeys()} fallback={<p class="muted">{sf('noPasskeys')}</p>}>
        <PasskeyForm create={own.addPasskey} />
      </Show>
    </SettingGroup>
  );
}

function Passkeys(props: { own: Factors }) {
  const { own } = props;
  const [renamed, setRenamed] = createSignal<Passkey>();
  const [removed, setRemoved] = createSignal<Passkey>();
  return (
    <>
      <ul class="plain-list">
        <For each={own.factors.latest?.passkeys}>
          {(passkey) => (
            <PasskeyRow
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          )}
        </For>
      </ul>
      <Show when={renamed()} keyed>
        {({ id, name }) => (
          <RenamePasskey
            name={name}
            rename={(wanted) => own.renamePasskey(id, wanted)}
            onClose={() => setRenamed(undefined)}
          />
        )}
      </Show>
      <Show when={removed()} keyed>
        {({ id, name }) => (
          <RemovePasskey
            name={name}
            remove={() => own.removePasskey(id)}
            onClose={() => setRemoved(undefined)}
          />
        )}
      </Show>
    </>
  );
}

function PasskeyRow(props: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const { passkey } = props;
  return (
    <li>
      <PasskeyWords passkey={passkey} />
      <EntryMenu
        name={passkey.name}
        entries={() => [
          { label: sf('rename'), icon: Pencil, run: () => props.onRename() },
          { label: sf('remove'), icon: Trash2, isDangerous: true, run: () => props.onRemove() },
        ]}
      />
    </li>
  );
}

function PasskeyWords(props: { passkey: Passkey }) {
  return (
    <div class="row-main">
      <span dir={directionOf(props.passkey.name)}>{props.passkey.name}</span>
      <span class="muted">
        {sf('passkeyAdded', { time: shortDateTimeOf(props.passkey.created) })} ·{' '}
        {props.passkey.last_used === null
          ? sf('neverUsed')
          : sf('lastUsed', { time: shortDateTimeOf(props.passkey.last_used) })}
      </span>
    </div>
  );
}

function CodesGroup(props: { own: Factors }) {
  const [isAsked, setAsked] = createSignal(false);
  return (
    <SettingGroup title={sf('recoveryCodes')} help={sf('codesHelp')}>
      <p>{sf('codesLeft', { count: props.own.factors.latest?.recovery_codes ?? 0 })}</p>
      <div class="form-actions">
        <button type="button" class="button" onClick={() => setAsked(true)}>
          {sf('newCodes')}
        </button>
      </div>
      <Show when={isAsked()}>
        <FormDialog
          title={sf('newCodes')}
          button={sf('newCodes')}
          act={() => props.own.renewCodes()}
          onClose={() => setAsked(false)}
        >
          <p>{sf('newCodesMore')}</p>
        </FormDialog>
      </Show>
    </SettingGroup>
  );
}

function RenamePasskey(props: {
  name: string;
  rename: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const [name, setName] = createSignal(props.name);
  return (
    <FormDialog
      title={sf('rename')}
      button={t('save')}
      isDisabled={name().trim() === ''}
      act={() => props.rename(name().trim())}
      onClose={props.onClose}
    >
      <TextField
        label={sf('passkeyName')}
        maxLength={limits.factorNameLength}
        value={name()}
        onChange={setName}
      />
    </FormDialog>
  );
}

function RemovePasskey(props: { name: string; remove: () => Promise<unknown>; onClose: () => void }) {
  return (
    <FormDialog
      title={sf('removePasskey', { name: props.name })}
      button={sf('remove')}
      isDangerous
      act={props.remove}
      onClose={props.onClose}
    >
      <p>{sf('removePasskeyMore')}</p>
    </FormDialog>
  );
}
