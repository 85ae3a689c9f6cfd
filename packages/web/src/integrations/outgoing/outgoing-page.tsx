import type { UserId } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { Webhook } from 'lucide';
import { createSignal, Show } from 'solid-js';
import { CopyField } from '../../forms/copy-field.tsx';
import { createTerms, Failure, Form, TextField } from '../../forms/fields.tsx';
import { useParley } from '../../model/parley.tsx';
import { useField } from '../../model/self.ts';
import { createSubmission } from '../../model/submission.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { botTypes } from '../bot-rules.ts';
import { freeShortName } from '../catalogue/catalogue.ts';
import { MissingRight, SubHead, useBotRights } from '../parts.tsx';
import { n } from '../texts.ts';
import { FormatField } from './format-field.tsx';
import { OutgoingSettings, type Program } from './outgoing-settings.tsx';

type Created = { readonly botId: UserId; readonly apiKey: string; readonly program: Program };

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

type NewProgramProps = { onCreated: (created: Created) => void };

/** Creates a bot and its program. Call it inside a component. */
function createProgram(props: NewProgramProps) {
  const { store, client } = useParley();
  const domain = useField('realm_bot_domain');
  const submission = createSubmission();
  const [terms, set] = createTerms({ name: '', url: '', format: 1 });
  // After a failure, the bot that was made is used.
  let made: { readonly user_id: number; readonly api_key: string } | undefined;
  const create = () =>
    submission.run(async () => {
      const addresses = [...store.people.users.values()].map(({ email }) => email);
      made ??= await client.call('add-bot', {
        full_name: terms().name.trim(),
        short_name: freeShortName(terms().name, domain() ?? '', addresses),
        bot_type: botTypes.outgoing,
        payload_url: terms().url.trim(),
        interface_type: terms().format,
      });
      const { user_id: botId, api_key: apiKey } = made;
      const { outgoing_webhook: program } = await client.call('get-outgoing-webhook', { bot_id: botId });
      props.onCreated({ botId, apiKey, program });
    });
  const isIncomplete = () => submission.isBusy() || terms().name.trim() === '' || terms().url.trim() === '';
  return { terms, set, create, problem: submission.problem, isIncomplete };
}

function NewProgram(props: NewProgramProps) {
  const { terms, set, create, problem, isIncomplete } = createProgram(props);
  return (
    <Form class="is-wide" onSubmit={() => void create()}>
      <TextField
        label={n('botName')}
        help={n('outgoingNameHelp')}
        isRequired
        maxLength={limits.personNameLength}
        value={terms().name}
        onChange={(name) => set({ name })}
      />
      <TextField
        label={n('programAddress')}
        help={n('programAddressHelp')}
        placeholder="https://"
        isCode
        isRequired
        value={terms().url}
        onChange={(url) => set({ url })}
      />
      <FormatField value={terms().format} onChange={(format) => set({ format })} />
      <Failure text={problem()} />
      <button type="submit" class="button is-primary" disabled={isIncomplete()}>
        {n('makeOutgoing')}
      </button>
    </Form>
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
