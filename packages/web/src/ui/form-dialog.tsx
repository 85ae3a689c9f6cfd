import { createSignal, type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { holdFocus } from '../lib/hold-focus.ts';
import { useIsShown } from '../lib/is-shown.ts';
import { reasonOf } from '../model/failures.ts';
import { Dialog } from './dialog.tsx';

/** Selects the fields in which a person types. */
const textFields =
  ':is(input:not([type="checkbox"], [type="radio"], [type="file"], [readonly]), textarea):not(:disabled)';

/**
 * Renders a dialog with a form, a button that acts, and a button that cancels. It closes when the action succeeds, and
 * otherwise shows why the action failed. It also serves as a confirmation: the body then explains the effects of the action.
 *
 * The first text field gets the focus. In dangerous dialogs the close button gets it, because the effects come first.
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
  let form: HTMLFormElement | undefined;
  let alert: HTMLDivElement | undefined;
  const run = async () => {
    const returnFocus = holdFocus();
    setBusy(true);
    setProblem(undefined);
    try {
      await props.act();
      if (isShown()) props.onClose();
    } catch (error) {
      const reason = reasonOf(error);
      setProblem(reason && [props.failure, reason].filter(Boolean).join(' '));
      // In long dialogs, the text would be below the visible part.
      alert?.scrollIntoView({ block: 'nearest' });
    } finally {
      setBusy(false);
      returnFocus();
    }
  };
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
        // In a text of several lines, Enter begins a line, so this key confirms, as it sends a message.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || props.isDangerous) return;
          event.preventDefault();
          if (!isBusy() && !props.isDisabled) form?.requestSubmit();
        }}
      >
        {props.children}
        <div role="alert" ref={alert}>
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
