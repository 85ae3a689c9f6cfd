import type { JSX } from 'solid-js';
import { t } from '../i18n/index.ts';

/** Shows the form in which a message is edited. Ctrl+Enter saves, Escape closes. */
export function EditFrame(props: {
  text: string;
  /** Minimum height of the text field, in lines. */
  minRows: number;
  fieldRef: (field: HTMLTextAreaElement) => void;
  isBusy?: boolean;
  /** Whether the text must not be empty. */
  required?: boolean;
  onInput: (text: string) => void;
  onSave: () => Promise<void>;
  onClose: () => void;
  /** Further fields of the form. */
  children?: JSX.Element;
}) {
  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        void props.onSave();
      }}
      on:keydown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') props.onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void props.onSave();
      }}
    >
      <textarea
        class="input"
        ref={(field) => props.fieldRef(field)}
        aria-label={t('editMessage')}
        dir="auto"
        rows={Math.min(12, Math.max(props.minRows, props.text.split('\n').length))}
        required={props.required}
        value={props.text}
        on:input={(event) => props.onInput(event.currentTarget.value)}
      />
      {props.children}
      <div class="form-actions">
        <button type="submit" class="button is-primary" disabled={props.isBusy}>
          {t('save')}
        </button>
        <button type="button" class="button" onClick={() => props.onClose()}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
