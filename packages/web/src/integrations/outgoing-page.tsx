import { limits } from '@parley/rules/limits';
import { Webhook } from 'lucide';
import { createSignal, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { TextField } from '../forms/fields.tsx';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';
import { createSubmission } from '../model/submission.ts';

import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { botTypes } from './bot-rules.ts';
import { freeShortName } from './catalogue.ts';
import { FormatField } from './format-field.tsx';
import { OutgoingSettings, type Program } from './outgoing-settings.tsx';
import { MissingRight, SubHead, useBotRights } from './parts.tsx';
import { n } from './texts.ts';

type Created = { readonly botId: number; readonly apiKey: string; readonly program: Program };

/** Creates a bot whose messages go to a program, shows its credentials once, and then asks what triggers it. */
export function OutgoingPage(props: { base: string }) {
  const parley = useParley();
  const rights = useBotRights();
  const [created, setCreated] = createSignal<Created>();
  const [hasSeen, setSeen] = createSignal(false);
  return (
    <div class="stack is-steps">
      <SubHead
        back={props.base}
        backTo={n('backToCatalogue')}
        title={n('outgoingTitle')}
        icon={
          <span class="integration-icon">
            <Icon of={Webhook} size={20} />
          </span>
        }
      />
      <p class="muted">{n('outgoingAbout')}</p>
      <Show when={rights.outgoing()} fallback={<MissingRight kind="outgoing" />}>
        <Show when={created()} keyed fallback={<NewProgram onCreated={setCreated} />}>
          {({ botId, apiKey, program }) => (
            <>
              <OutgoingSettings botId={botId} />
              <button
                type="button"
                class="button is-primary"
                onClick={() => parley.router.go(`${props.base}/connected/${botId}`)}
              >
                {n('toDeliveries')}
              </button>
              <Show when={!hasSeen()}>
                <Credentials apiKey={apiKey} program={program} onClose={() => setSeen(true)} />
              </Show>
            </>
          )}
        </Show>
      </Show>
    </div>
  );
}

function NewProgram(props: { onCreated: (created: Created) => void }) {
  const { store, client } = useParley();
  const domain = useField('realm_bot_domain');
  const submission = createSubmission();
  const [name, setName] = createSignal('');
  const [url, setUrl] = createSignal('');
  const [format, setFormat] = createSignal(1);
  // After a failure, the bot that was made is used.
  let made: { readonly user_id: number; readonly api_key: string } | undefined;
  const create = () =>
    submission.run(async () => {
      const addresses = [...store.people.users.values()].map(({ email }) => email);
      made ??= await client.call('add-bot', {
        full_name: name().trim(),
        short_name: freeShortName(name(), domain() ?? '', addresses),
        bot_type: botTypes.outgoing,
        payload_url: url().trim(),
        interface_type: format(),
      });
      const { user_id: botId, api_key: apiKey } = made;
      const { outgoing_webhook: program } = await client.call('get-outgoing-webhook', { bot_id: botId });
      props.onCreated({ botId, apiKey, program });
    });
  return (
    <form
      class="is-wide"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextField
        label={n('botName')}
        help={n('outgoingNameHelp')}
        isRequired
        maxLength={limits.personNameLength}
        value={name()}
        onChange={setName}
      />
      <TextField
        label={n('programAddress')}
        help={n('programAddressHelp')}
        placeholder="https://"
        isCode
        isRequired
        value={url()}
        onChange={setUrl}
      />
      <FormatField value={format()} onChange={setFormat} />
      <div role="alert">
        <Show when={submission.problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
      </div>
      <button
        type="submit"
        class="button is-primary"
        disabled={submission.isBusy() || name().trim() === '' || url().trim() === ''}
      >
        {n('makeOutgoing')}
      </button>
    </form>
  );
}

/** Shows the credentials of a new bot: what its program checks, and the key with which it acts. */
function Credentials(props: { apiKey: string; program: Program; onClose: () => void }) {
  return (
    <Dialog title={n('credentials')} onClose={props.onClose}>
      <div class="stack">
        <p>{n('credentialsHelp')}</p>
        <CopyField label={n('token')} value={props.program.token} />
        <CopyField label={n('signingSecret')} value={props.program.secret} />
        <CopyField label={n('apiKey')} value={props.apiKey} isSecret />
        <div class="dialog-actions">
          <button type="button" class="button is-primary" onClick={() => props.onClose()}>
            {n('credentialsKept')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
