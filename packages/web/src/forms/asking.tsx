import { createSignal, type JSX, Show } from 'solid-js';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Cancelled } from './saving.tsx';

type Question = { readonly title: string; readonly body: string; readonly button: string };

type Pending = Question & { act(): Promise<unknown>; settle(isDone: boolean): void };

/** Asks before a setting with consequences is changed. Render `Question`, and save through `ask`. */
export function createAsking() {
  const [pending, setPending] = createSignal<Pending>();
  return {
    /** Asks, then acts. Rejects when the person says no. */
    ask: (question: Question, act: () => Promise<unknown>): Promise<void> =>
      new Promise((resolve, reject) => {
        const settle = (isDone: boolean) => (isDone ? resolve() : reject(new Cancelled()));
        setPending({ ...question, act, settle });
      }),
    Question: (): JSX.Element => (
      <Show when={pending()} keyed>
        {(present) => {
          let isDone = false;
          return (
            <FormDialog
              title={present.title}
              button={present.button}
              isDangerous
              act={async () => {
                await present.act();
                isDone = true;
              }}
              onClose={() => {
                present.settle(isDone);
                setPending(undefined);
              }}
            >
              <p>{present.body}</p>
            </FormDialog>
          );
        }}
      </Show>
    ),
  };
}
