import { type Accessor, createSignal } from 'solid-js';
import { holdFocus } from '../lib/keys-and-focus/hold-focus.ts';
import { reasonOf } from './failures.ts';

export type Submission = {
  readonly isBusy: Accessor<boolean>;
  /** What the last submission threw; undefined while there is no failure. */
  readonly error: Accessor<unknown>;
  /** Why the last submission failed; undefined while there is no failure. */
  readonly problem: Accessor<string | undefined>;
  /** Forgets why the last submission failed. */
  clear(): void;
  /** Runs the action of the form. Resolves with whether the action succeeded. */
  run(act: () => Promise<unknown>): Promise<boolean>;
};

/** Returns the state of a form: whether a submission is running, and why the last one failed. */
export function createSubmission(): Submission {
  const [isBusy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<unknown>();
  const clear = () => void setError(undefined);
  return {
    isBusy,
    error,
    problem: () => (error() === undefined ? undefined : reasonOf(error())),
    clear,
    async run(act) {
      const returnFocus = holdFocus();
      setBusy(true);
      clear();
      try {
        await act();
        return true;
      } catch (thrown) {
        setError(() => thrown);
        return false;
      } finally {
        setBusy(false);
        returnFocus();
      }
    },
  };
}
