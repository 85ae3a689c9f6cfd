import { t } from '../i18n/index.ts';

/** Renders the buttons at the end of a dialog: one that cancels, and one that acts. */
export function DialogActions(props: {
  button: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Called when the button is pressed. Without it, the button submits the form around it. */
  onAct?: () => void;
  onCancel: () => void;
}) {
  const isDangerous = () => props.isDangerous ?? false;
  return (
    <div class="dialog-actions">
      <button type="button" class="button" onClick={() => props.onCancel()}>
        {t('cancel')}
      </button>
      <button
        type={props.onAct ? 'button' : 'submit'}
        class="button"
        classList={{ 'is-danger': isDangerous(), 'is-primary': !isDangerous() }}
        disabled={props.isDisabled ?? false}
        onClick={() => props.onAct?.()}
      >
        {props.button}
      </button>
    </div>
  );
}
