import { type JSX, Show } from 'solid-js';
import { useIsShown } from '../lib/is-shown.ts';
import { createSubmission } from '../model/submission.ts';
import { Dialog, DialogActions } from './dialog.tsx';

/** Selects the fields in which a person types. */
const textFields =
  ':is(input:not([type="checkbox"], [type="radio"], [type="file"], [readonly]), textarea):not(:disabled)';

type FormDialogProps = {
  title: string;
  button: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  act: () => Promise<unknown>;
  /** Text that says that the action failed. It precedes the reason. */
  failure?: string;
  onClose: () => void;
  children: JSX.Element;
};

/** Creates the state of the form, and sends it. Call it inside a component. */
function createSending(
  props: FormDialogProps,
  formOf: () => HTMLFormElement | undefined,
  alertOf: () => HTMLElement | undefined,
) {
  const isShown = useIsShown();
  const submission = createSubmission();
  const problem = () =>
    submission.problem() && [props.failure, submission.problem()].filter(Boolean).join(' ');
  const run = async () => {
    if (await submission.run(props.act)) {
      if (isShown()) props.onClose();
      // In long dialogs, the text would be below the visible part.
    } else alertOf()?.scrollIntoView({ block: 'nearest' });
  };
  // In a text of several lines, Enter begins a line, so this key confirms, as it sends a message.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || props.isDangerous) return;
    event.preventDefault();
    if (!submission.isBusy() && !props.isDisabled) formOf()?.requestSubmit();
  };
  return { submission, problem, run, onKeyDown };
}

/**
 * Renders a dialog with a form, a button that acts, and a button that cancels. It closes when the action succeeds, and
 * otherwise shows why the action failed. It also serves as a confirmation: the body then explains the effects of the action.
 *
 * The first text field gets the focus. In dangerous dialogs the close button gets it, because the effects come first.
 */
export function FormDialog(props: FormDialogProps) {
  let form: HTMLFormElement | undefined;
  let alert: HTMLDivElement | undefined;
  const { submission, problem, run, onKeyDown } = createSending(
    props,
    () => form,
    () => alert,
  );
  return (
    <Dialog
      title={props.title}
      focusFirst={() =>
        props.isDangerous ? undefined : (form?.querySelector<HTMLElement>(textFields) ?? undefined)
      }
      onClose={props.onClose}
    >
      <form
        class="stack"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
        onKeyDown={onKeyDown}
      >
        {props.children}
        <div role="alert" ref={alert}>
          <Show when={problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
        </div>
        <DialogActions
          button={props.button}
          isDangerous={props.isDangerous ?? false}
          isDisabled={submission.isBusy() || (props.isDisabled ?? false)}
          onCancel={props.onClose}
        />
      </form>
    </Dialog>
  );
}
