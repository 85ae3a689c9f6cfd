import { createSignal, type JSX, Show } from 'solid-js';
import { takeData } from '../compose/paste.ts';
import { shortenAddress } from '../compose/shorten-address.ts';
import { createTextCompletion } from '../compose/text-completion.ts';
import { excessOf, messageLengthLimit } from '../compose/text-facts.ts';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { useSetting } from '../model/settings.ts';

/**
 * Shows the form in which a message is edited. A text that is too long is not saved, because the server would shorten it. The keys that send a message save the edit; Escape closes the form.
 */
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
  const parley = useParley();
  const { store } = parley;
  const shorten = (of: HTMLTextAreaElement, address: string) => void shortenAddress(parley, of, address);
  const excess = () => excessOf(props.text, messageLengthLimit(store));
  const save = () => {
    if (excess() === 0) void props.onSave();
  };
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
        save();
      }}
      on:keydown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') props.onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
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
          dir={directionOf(props.text)}
          rows={Math.min(12, Math.max(props.minRows, props.text.split('\n').length))}
          required={props.required}
          value={props.text}
          on:input={(event) => {
            props.onInput(event.currentTarget.value);
            noteCursor();
          }}
          on:keydown={(event) => {
            if (completion.onKeyDown(event)) return;
            const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
            if (event.key !== 'Enter' || !isPlain || !enterSends()) return;
            event.preventDefault();
            save();
          }}
          on:keyup={noteCursor}
          onClick={noteCursor}
          onBlur={() => completion.close()}
          onPaste={(event) => takeData(event, field, { shorten })}
        />
      </div>
      {props.children}
      <Show when={excess() > 0}>
        <div class="notice is-error">{t('tooLong', { count: excess() })}</div>
      </Show>
      <div class="form-actions">
        <button type="submit" class="button is-primary" disabled={props.isBusy || excess() > 0}>
          {t('save')}
        </button>
        <button type="button" class="button" onClick={() => props.onClose()}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
