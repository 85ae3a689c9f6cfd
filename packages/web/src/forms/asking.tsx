import { createMemo, createSignal, type JSX, Show } from 'solid-js';
import { Cancelled, FormError } from '../model/failures.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { f } from './texts.ts';

type Question = {
  readonly title: string;
  readonly body: string;
  /** Content below the body, such as numbers that are still loading. */
  readonly more?: () => JSX.Element;
  readonly button: string;
  /** Reads the stored value. If another person changes it while the question is open, the dialog shows that first. */
  readonly stored?: () => unknown;
};

type Pending = Question & { act(): Promise<unknown>; settle(isDone: boolean): void };

/** Creates a confirmation for settings with serious consequences. Render `Question`, and save through `ask`. */
export function createAsking() {
  const [pending, setPending] = createSignal<Pending>();
  return {
    /** Asks for confirmation, then runs `act`. Rejects with `Cancelled` when the person declines. */
    ask: (question: Question, act: () => Promise<unknown>): Promise<void> =>
      new Promise((resolve, reject) => {
        const settle = (isDone: boolean) => (isDone ? resolve() : reject(new Cancelled()));
        setPending({ ...question, act, settle });
      }),
    Question: (): JSX.Element => (
      <Show when={pending()} keyed>
        {(present) => <QuestionDialog of={present} onClose={() => setPending(undefined)} />}
      </Show>
    ),
  };
}

function QuestionDialog(props: { of: Pending; onClose: () => void }) {
  const present = props.of;
  let isDone = false;
  const before = present.stored?.();
  const isChanged = createMemo(() => present.stored?.() !== before);
  const [isAware, setAware] = createSignal(false);
  return (
    <FormDialog
      title={present.title}
      button={present.button}
      isDangerous
      act={async () => {
        if (isChanged() && !isAware()) {
          setAware(true);
          throw new FormError(f('stillWanted'));
        }
        await present.act();
        isDone = true;
      }}
      onClose={() => {
        present.settle(isDone);
        props.onClose();
      }}
    >
      <p>{present.body}</p>
      {present.more?.()}
      <div role="alert">
        <Show when={isChanged()}>
          <p class="notice">{f('settingChangedMeanwhile')}</p>
        </Show>
      </div>
    </FormDialog>
  );
}
