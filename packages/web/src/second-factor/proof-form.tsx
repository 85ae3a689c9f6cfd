import { createSignal, For, Match, Show, Switch } from 'solid-js';
import { t } from '../i18n/index.ts';
import { FormError } from '../model/failures.ts';
import { createSubmission } from '../model/submission.ts';
import { AccountForm, Field } from '../sign-in/parts.tsx';
import { isDismissed, knowsPasskeys } from './authenticator.ts';
import { sf } from './texts.ts';

export type Proof = {
  readonly code?: string;
  readonly recovery_code?: string;
  readonly password?: string;
};

const labels = { totp: 'useCode', recovery_code: 'useRecovery', passkey: 'usePasskey' } as const;

/** The factors that are proven by a text, with their fields. */
const textProofs = [
  {
    factor: 'totp',
    parameter: 'code',
    label: () => sf('code'),
    type: 'text',
    autocomplete: 'one-time-code',
  },
  {
    factor: 'recovery_code',
    parameter: 'recovery_code',
    label: () => sf('recoveryCode'),
    type: 'text',
    autocomplete: 'off',
  },
  {
    factor: 'password',
    parameter: 'password',
    label: () => t('password'),
    type: 'password',
    autocomplete: 'current-password',
  },
] as const;

type ProofFormProps = {
  factors: readonly string[];
  button: string;
  /** Sends a code of an authenticator app, a recovery code, or the password. */
  prove: (proof: Proof) => Promise<unknown>;
  /** Asks the browser for a passkey signature and sends it. */
  provePasskey: () => Promise<unknown>;
  onProven: () => void;
  /** Renders a button that cancels, if the form is in a dialog. */
  onCancel?: () => void;
};

/** Creates which factor is proven, and proves it. Call it inside a component. */
function createProof(props: ProofFormProps, focusField: () => void) {
  const usable = () => props.factors.filter((factor) => factor !== 'passkey' || knowsPasskeys());
  const [chosen, setChosen] = createSignal<string>();
  const factor = () => chosen() ?? usable()[0];
  const others = () => usable().filter((each) => each !== factor() && each in labels);
  const [text, setText] = createSignal('');
  const submission = createSubmission();
  const choose = (each: string) => {
    setChosen(each);
    setText('');
    submission.clear();
    focusField();
  };
  const run = async (act: () => Promise<unknown>) => {
    if (await submission.run(act)) return props.onProven();
    setText('');
    focusField();
  };
  const withPasskey = () =>
    run(() =>
      props.provePasskey().catch((error: unknown) => {
        throw isDismissed(error) ? new FormError(sf('passkeyFailed')) : error;
      }),
    );
  return { factor, others, text, setText, submission, choose, run, withPasskey };
}

type Proving = ReturnType<typeof createProof>;

/**
 * Asks for a second factor, or for the password. The form starts with the first of `factors` that this browser supports. The person
 * can choose another second factor.
 */
export function ProofForm(props: ProofFormProps) {
  let form: HTMLDivElement | undefined;
  const proof = createProof(props, () => form?.querySelector('input')?.focus());
  const { factor, submission, withPasskey } = proof;
  return (
    <div class="stack" ref={form}>
      <Switch fallback={<p class="notice is-error">{sf('noPasskeys')}</p>}>
        <Match when={factor() === 'passkey'}>
          <AccountForm
            submission={submission}
            button={sf('usePasskey')}
            onSubmit={() => void withPasskey()}
            onCancel={props.onCancel}
          >
            <p class="muted">{sf('passkeyHelp')}</p>
          </AccountForm>
        </Match>
        <Match when={textProofs.find((each) => each.factor === factor())} keyed>
          {(by) => <TextProof {...props} by={by} proof={proof} />}
        </Match>
      </Switch>
      <OtherFactors proof={proof} />
    </div>
  );
}

function TextProof(props: ProofFormProps & { by: (typeof textProofs)[number]; proof: Proving }) {
  const { text, setText, submission, run } = props.proof;
  return (
    <AccountForm
      submission={submission}
      button={props.button}
      onSubmit={() => void run(() => props.prove({ [props.by.parameter]: text() }))}
      onCancel={props.onCancel}
    >
      <Field
        label={props.by.label()}
        type={props.by.type}
        autocomplete={props.by.autocomplete}
        value={text()}
        isWrong={submission.problem() !== undefined}
        onChange={setText}
      />
    </AccountForm>
  );
}

function OtherFactors({ proof: { others, choose } }: { proof: Proving }) {
  return (
    <Show when={others().length > 0}>
      <div class="form-actions">
        <For each={others()}>
          {(each) => (
            <button type="button" class="button" onClick={() => choose(each)}>
              {sf(labels[each as keyof typeof labels])}
            </button>
          )}
        </For>
      </div>
    </Show>
  );
}
