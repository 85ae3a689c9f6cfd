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

/**
 * Asks for a second factor, or for the password. The form starts with the first of `factors` that this browser supports. The person
 * can choose another second factor.
 */
export function ProofForm(props: {
  factors: readonly string[];
  button: string;
  /** Sends a code of an authenticator app, a recovery code, or the password. */
  prove: (proof: Proof) => Promise<unknown>;
  /** Asks the browser for a passkey signature and sends it. */
  provePasskey: () => Promise<unknown>;
  onProven: () => void;
  /** Renders a button that cancels, if the form is in a dialog. */
  onCancel?: () => void;
}) {
  const usable = () => props.factors.filter((factor) => factor !== 'passkey' || knowsPasskeys());
  const [chosen, setChosen] = createSignal<string>();
  const factor = () => chosen() ?? usable()[0];
  const others = () => usable().filter((each) => each !== factor() && each in labels);
  const [text, setText] = createSignal('');
  const submission = createSubmission();
  let form: HTMLDivElement | undefined;
  const focusField = () => form?.querySelector('input')?.focus();
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
          {(proof) => (
            <AccountForm
              submission={submission}
              button={props.button}
              onSubmit={() => void run(() => props.prove({ [proof.parameter]: text() }))}
              onCancel={props.onCancel}
            >
              <Field
                label={proof.label()}
                type={proof.type}
                autocomplete={proof.autocomplete}
                value={text()}
                isWrong={submission.problem() !== undefined}
                onChange={setText}
              />
            </AccountForm>
          )}
        </Match>
      </Switch>
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
    </div>
  );
}
