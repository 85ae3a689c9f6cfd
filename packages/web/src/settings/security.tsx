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

/** Renders the person's second factors: authenticator app, passkeys, recovery codes. */
export default function SecuritySection() {
  const parley = useParley();
  const { client } = parley;
  const [factors, { refetch }] = createResource(() => client.call('get-second-factors', {}));
  const [app, setApp] = createSignal<{ secret: string; uri: string }>();
  const [codes, setCodes] = createSignal<readonly string[]>();
  const [asked, setAsked] = createSignal<'app' | 'codes' | { id: number; name: string }>();
  const [renamed, setRenamed] = createSignal<{ id: number; name: string }>();
  const enrolled = async (answer: { recovery_codes: readonly string[] }) => {
    if (answer.recovery_codes.length > 0) setCodes(answer.recovery_codes);
    await refetch();
  };
  const beginApp = async () => {
    await attempt(parley, client.call('begin-totp', {}).then(setApp));
  };
  const confirmApp = async (code: string) => {
    const answer = await client.call('confirm-totp', { code });
    setApp(undefined);
    await enrolled(answer);
  };
  const addPasskey = async (name: string) => {
    const passkey = await createPasskey(await client.call('begin-passkey', {}));
    await enrolled(await client.call('add-passkey', { name, passkey }));
  };
  const askedPasskey = () => {
    const present = asked();
    return typeof present === 'object' ? present : undefined;
  };
  return (
    <Show when={!factors.error} fallback={<NotLoaded text={s('notLoaded')} onRetry={() => refetch()} />}>
      <Show when={factors.latest?.is_required}>
        <p class="muted">{sf('required')}</p>
      </Show>
      <SettingGroup title={sf('app')} help={sf('appHelp')}>
        <Show
          when={factors.latest?.has_totp}
          fallback={
            <Show
              when={app()}
              fallback={
                <div class="form-actions">
                  <button type="button" class="button" onClick={() => void beginApp()}>
                    {sf('addApp')}
                  </button>
                </div>
              }
            >
              {(shown) => <AppForm secret={shown().secret} uri={shown().uri} confirm={confirmApp} />}
            </Show>
          }
        >
          <p>{sf('appIsSet')}</p>
          <div class="form-actions">
            <button type="button" class="button is-danger" onClick={() => setAsked('app')}>
              {sf('removeApp')}
            </button>
          </div>
        </Show>
      </SettingGroup>
      <SettingGroup title={sf('passkeys')} help={sf('passkeyHelp')}>
        <ul class="plain-list">
          <For each={factors.latest?.passkeys}>
            {(passkey) => (
              <li>
                <div class="row-main">
                  <span dir={directionOf(passkey.name)}>{passkey.name}</span>
                  <span class="muted">
                    {sf('passkeyAdded', { time: shortDateTimeOf(passkey.created) })} ·{' '}
                    {passkey.last_used === null
                      ? sf('neverUsed')
                      : sf('lastUsed', { time: shortDateTimeOf(passkey.last_used) })}
                  </span>
                </div>
                <EntryMenu
                  name={passkey.name}
                  entries={() => [
                    { label: sf('rename'), icon: Pencil, run: () => setRenamed(passkey) },
                    { label: sf('remove'), icon: Trash2, isDangerous: true, run: () => setAsked(passkey) },
                  ]}
                />
              </li>
            )}
          </For>
        </ul>
        <Show when={knowsPasskeys()} fallback={<p class="muted">{sf('noPasskeys')}</p>}>
          <PasskeyForm create={addPasskey} />
        </Show>
      </SettingGroup>
      <Show when={factors.latest?.has_totp || (factors.latest?.passkeys.length ?? 0) > 0}>
        <SettingGroup title={sf('recoveryCodes')} help={sf('codesHelp')}>
          <p>{sf('codesLeft', { count: factors.latest?.recovery_codes ?? 0 })}</p>
          <div class="form-actions">
            <button type="button" class="button" onClick={() => setAsked('codes')}>
              {sf('newCodes')}
            </button>
          </div>
        </SettingGroup>
      </Show>
      <Show when={codes()}>
        {(shown) => (
          <Dialog title={sf('recoveryCodes')} onClose={() => setCodes(undefined)}>
            <RecoveryCodes codes={shown()} onDone={() => setCodes(undefined)} />
          </Dialog>
        )}
      </Show>
      <Show when={asked() === 'app'}>
        <FormDialog
          title={sf('removeApp')}
          button={sf('remove')}
          isDangerous
          act={async () => {
            await client.call('remove-totp', {});
            await refetch();
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{sf('removeAppMore')}</p>
        </FormDialog>
      </Show>
      <Show when={asked() === 'codes'}>
        <FormDialog
          title={sf('newCodes')}
          button={sf('newCodes')}
          act={async () => enrolled(await client.call('create-recovery-codes', {}))}
          onClose={() => setAsked(undefined)}
        >
          <p>{sf('newCodesMore')}</p>
        </FormDialog>
      </Show>
      <Show when={renamed()} keyed>
        {(passkey) => (
          <RenamePasskey
            name={passkey.name}
            rename={async (name) => {
              await client.call('update-passkey', { passkey_id: passkey.id, name });
              await refetch();
            }}
            onClose={() => setRenamed(undefined)}
          />
        )}
      </Show>
      <Show when={askedPasskey()} keyed>
        {({ id, name }) => (
          <FormDialog
            title={sf('removePasskey', { name })}
            button={sf('remove')}
            isDangerous
            act={async () => {
              await client.call('remove-passkey', { passkey_id: id });
              await refetch();
            }}
            onClose={() => setAsked(undefined)}
          >
            <p>{sf('removePasskeyMore')}</p>
          </FormDialog>
        )}
      </Show>
    </Show>
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
