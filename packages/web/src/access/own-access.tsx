import { createSignal, Show } from 'solid-js';
import { CheckField } from '../forms/fields.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { subscribeToPush } from '../model/notifications/web-push.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { BotsField, WhatEnds } from './access-fields.tsx';
import { ac } from './texts.ts';

function useEndOwnAccess() {
  const parley = useParley();
  const { client, store } = parley;
  return async (keepsSession: boolean, endsBots: boolean) => {
    await client.call('end-own-access', { except_current_session: keepsSession, end_bots: endsBots });
    parley.toasts.show(ac(keepsSession ? 'endedOther' : 'ended'));
    // The push subscription of this browser has ended with the others.
    if (keepsSession) await subscribeToPush({ client, store });
  };
}

/** Renders the setting with which a person ends all access of their account. */
export function OwnAccess() {
  const { store } = useParley();
  const [isAsking, setAsking] = createSignal(false);
  const [keepsSession, setKeepsSession] = createSignal(true);
  const [endsBots, setEndsBots] = createSignal(false);
  const end = useEndOwnAccess();
  return (
    <SettingGroup title={ac('own')} help={ac('ownHelp')}>
      <div class="form-actions">
        <button type="button" class="button is-danger" onClick={() => setAsking(true)}>
          {ac('ownButton')}
        </button>
      </div>
      <Show when={isAsking()}>
        <FormDialog
          title={ac('ownAsk')}
          button={ac('ownButton')}
          isDangerous
          act={() => end(keepsSession(), endsBots())}
          onClose={() => setAsking(false)}
        >
          <WhatEnds keepsSession={keepsSession()} />
          <CheckField label={ac('keepSession')} value={keepsSession()} onChange={setKeepsSession} />
          <BotsField userId={store.people.selfId} value={endsBots()} onChange={setEndsBots} />
        </FormDialog>
      </Show>
    </SettingGroup>
  );
}

/** Asks after a change of the password whether all other access is to end. */
export function AfterPasswordDialog(props: { onClose: () => void }) {
  const { store } = useParley();
  const [endsOther, setEndsOther] = createSignal(true);
  const [endsBots, setEndsBots] = createSignal(false);
  const end = useEndOwnAccess();
  return (
    <FormDialog
      title={ac('afterPassword')}
      button={ac('continue')}
      act={async () => {
        if (endsOther()) await end(true, endsBots());
      }}
      onClose={props.onClose}
    >
      <p>{ac('afterPasswordMore')}</p>
      <CheckField label={ac('endOther')} value={endsOther()} onChange={setEndsOther} />
      <Show when={endsOther()}>
        <WhatEnds keepsSession />
        <BotsField userId={store.people.selfId} value={endsBots()} onChange={setEndsBots} />
      </Show>
    </FormDialog>
  );
}
