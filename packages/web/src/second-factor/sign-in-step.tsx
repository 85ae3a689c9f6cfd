/** The second step of a sign-in: proving a second factor, or enrolling the first one. */
import type { AnswerOf } from '@parley/client';
import { createSignal, Match, Show, Switch } from 'solid-js';
import { client } from '../model/session/page-session.ts';
import { AccountCard, useServerSettings } from '../sign-in/parts.tsx';
import type { PendingSignIn } from '../sign-in/pending.ts';
import { si } from '../sign-in/texts.ts';
import { createPasskey, knowsPasskeys, signChallenge } from './authenticator.ts';
import { FirstFactor } from './enrol-form.tsx';
import { type Proof, ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { factorTexts, sf } from './texts.ts';

await factorTexts.load();

type Completed = AnswerOf<'complete-sign-in'>;

type StepProps = {
  pending: PendingSignIn;
  /** Called when the browser has a session. */
  onSignedIn: () => void;
  onBack: () => void;
};

/** Proves or enrols a second factor, and leaves for where the sign-in leads. Call it inside a component. */
function createStep(props: StepProps) {
  const [ticket, setTicket] = createSignal<string>();
  const [codes, setCodes] = createSignal<readonly string[]>();
  let completed: Completed | undefined;
  const token = () => props.pending.token;
  const leave = () => {
    const { location: place = '/', desktop_ticket, csrf_token } = completed!;
    const { pathname, hash } = new URL(place, location.origin);
    if (desktop_ticket !== undefined) setTicket(desktop_ticket);
    else if (csrf_token === undefined || pathname !== '/') location.assign(place);
    else {
      location.hash = hash;
      props.onSignedIn();
    }
  };
  const prove = async (proof: Proof) => {
    completed = await client.call('complete-sign-in', { token: token(), ...proof });
  };
  const provePasskey = async () => {
    const check = await client.call('begin-passkey-sign-in', { token: token() });
    completed = await client.call('complete-sign-in', {
      token: token(),
      passkey: await signChallenge(check),
    });
  };
  const enrolled = (answer: AnswerOf<'confirm-sign-in-totp'>) => {
    completed = answer;
    setCodes(answer.recovery_codes);
  };
  const confirm = async (code: string) =>
    enrolled(await client.call('confirm-sign-in-totp', { token: token(), code }));
  const create = async (name: string) => {
    const passkey = await createPasskey(await client.call('begin-sign-in-passkey', { token: token() }));
    enrolled(await client.call('add-sign-in-passkey', { token: token(), name, passkey }));
  };
  const begin = () => client.call('begin-sign-in-totp', { token: token() });
  return { ticket, codes, leave, prove, provePasskey, begin, confirm, create };
}

export default function SignInStep(props: StepProps) {
  const settings = useServerSettings();
  const step = createStep(props);
  const { ticket, codes, leave } = step;
  document.title = sf('signInTitle');
  const mustEnrol = () => props.pending.factors.length === 0;
  return (
    <AccountCard title={mustEnrol() ? sf('enrolTitle') : sf('proveTitle')} settings={settings()}>
      <Switch>
        <Match when={ticket()}>{(text) => <Ticket text={text()} />}</Match>
        <Match when={codes()}>{(shown) => <RecoveryCodes codes={shown()} onDone={leave} />}</Match>
        <Match when={mustEnrol()}>
          <p>{sf('enrolHelp')}</p>
          <FirstFactor
            begin={step.begin}
            confirm={step.confirm}
            create={knowsPasskeys() ? step.create : undefined}
          />
        </Match>
        <Match when={!mustEnrol()}>
          <ProofForm
            factors={props.pending.factors}
            button={si('logIn')}
            prove={step.prove}
            provePasskey={step.provePasskey}
            onProven={leave}
          />
        </Match>
      </Switch>
      <Show when={ticket() === undefined && codes() === undefined}>
        <button type="button" class="button" onClick={() => props.onBack()}>
          {sf('back')}
        </button>
      </Show>
    </AccountCard>
  );
}

function Ticket(props: { text: string }) {
  return (
    <label class="field">
      <span class="label">{sf('copyTicket')}</span>
      <input class="input is-code" readonly dir="ltr" value={props.text} />
    </label>
  );
}
