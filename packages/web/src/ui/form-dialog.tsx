import { createSignal, type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Dialog } from './dialog.tsx';
import { reasonOf } from './failures.ts';
import { useIsShown } from './is-shown.ts';

/**
 * Renders a dialog with a form, a button that acts, and a button that cancels. It closes when the action succeeds, and
 * otherwise shows why the action failed. It also serves as a confirmation: the body then explains the effects of the action.
 */
export function FormDialog(props: {
  title: string;
  button: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  act: () => Promise<unknown>;
  /** Text that says that the action failed. It precedes the reason. */
  failure?: string;
  onClose: () => void;
  children: JSX.Element;
}) {
  const [isBusy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const isShown = useIsShown();
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await props.act();
      if (isShown()) props.onClose();
    } catch (error) {
      setProblem([props.failure, reasonOf(error)].filter(Boolean).join(' '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {props.children}
        <div role="alert">
          <Show when={problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
        </div>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={() => props.onClose()}>
            {t('cancel')}
          </button>
          <button
            type="submit"
            class="button"
            classList={{
              'is-danger': props.isDangerous ?? false,
              'is-primary': !(props.isDangerous ?? false),
            }}
            disabled={isBusy() || (props.isDisabled ?? false)}
          >
            {props.button}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
