import { createSignal, type JSX } from 'solid-js';
import { createTextCompletion } from '../compose/text-completion.ts';
import { t } from '../i18n/index.ts';
import { useSetting } from '../model/settings.ts';

/** Shows the form in which a message is edited. The keys that send a message save the edit; Escape closes the form. */
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
  let field: HTMLTextAreaElement | undefined;
  const [cursor, setCursor] = createSignal(0);
  const noteCursor = () => field && setCursor(field.selectionStart);
  const enterSends = useSetting<boolean>('enter_sends');
  const completion = createTextCompletion({
    text: () => props.text,
    cursor,
    field: () => field,
    nearby: () => new Set(),
    hasCommands: false,
  });
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
      <div class="completion-anchor is-above">
        <completion.List />
        <textarea
          class="input"
          ref={(element) => {
            field = element;
            props.fieldRef(element);
          }}
          aria-autocomplete="list"
          aria-controls={completion.isOpen() ? completion.listId : undefined}
          aria-activedescendant={completion.activeId()}
          aria-label={t('editMessage')}
          dir="auto"
          rows={Math.min(12, Math.max(props.minRows, props.text.split('\n').length))}
          required={props.required}
          value={props.text}
          on:input={(event) => {
            props.onInput(event.currentTarget.value);
            noteCursor();
          }}
          on:keydown={(event) => {
            if (event.isComposing || completion.onKeyDown(event)) return;
            const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
            if (event.key !== 'Enter' || !isPlain || !enterSends()) return;
            event.preventDefault();
            void props.onSave();
          }}
          on:keyup={noteCursor}
          onClick={noteCursor}
          onBlur={() => completion.close()}
        />
      </div>
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
