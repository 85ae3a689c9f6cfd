import { ApiError, type Message, type MessageId, type Place, placeKey, placeOf } from '@parley/client';
import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { TypingReporter } from '../compose/typing.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import type { Edit } from '../model/drafts/edits.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { HeldKeys, holdKeys } from '../ui/opening.tsx';
import { activeSelection } from './active-selection.ts';
import { EditFrame } from './edit-frame.tsx';
import { sourceOf } from './message-menu.ts';
import { ms } from './texts.ts';

/** Time in milliseconds within which the row of a moved message appears in the list that continues the conversation. */
const rowMovesWithinMs = 3_000;

/** Stores the text of an edit. It is not stored over the change of another person unseen. Call it inside a component. */
function createSaving(messageId: MessageId, edit: Edit, close: () => void) {
  const parley = useParley();
  const [isBusy, setBusy] = createSignal(false);
  const [isChangedElsewhere, setChangedElsewhere] = createSignal(false);
  async function save(): Promise<void> {
    if (isBusy()) return;
    const content = edit.text() ?? '';
    if (content === edit.original) return close();
    setBusy(true);
    const isSaved = await attempt(
      parley,
      store(parley, messageId, content, edit).catch((error: unknown) => {
        if (isChangeElsewhere(error)) setChangedElsewhere(true);
        throw error;
      }),
      t('notSaved'),
    );
    setBusy(false);
    if (isSaved) close();
  }

  return { isBusy, isChangedElsewhere, save };
}

type FormProps = { message: Message; onClose: () => void };

/** Loads the text of an edit, or continues one whose row was rendered again. Call it inside a component. */
function createEditing(props: FormProps, fieldOf: () => HTMLTextAreaElement | undefined) {
  const parley = useParley();
  const messageId = props.message.id;
  const edit = parley.edits.of(messageId)!;
  const typing = new TypingReporter(parley);

  onMount(async () => {
    // The text is already loaded: only the row of the message was rendered again.
    if (edit.text() !== undefined) {
      resume();
      return;
    }
    if (!(await attempt(parley, begin()))) props.onClose();
    else {
      fieldOf()?.focus();
      // The form is higher than the text that it replaces, so its end may be outside the visible part.
      fieldOf()?.form?.scrollIntoView({ block: 'nearest' });
    }
  });

  onCleanup(() => {
    typing.stop();
    // The message has moved, and its row moves to another list. What is typed meanwhile belongs to the form.
    if (edit.field !== fieldOf()) return;
    if (edit.selected && parley.edits.of(messageId) === edit && hasMoved(edit, placeNow(parley, messageId))) {
      edit.release = holdKeys(rowMovesWithinMs);
    }
  });

  /** Gives the focus back to the form if it had it when its row left the document. */
  function resume(): void {
    edit.place = placeNow(parley, messageId) ?? edit.place;
    resumeTyping(edit, fieldOf());
  }

  async function begin(): Promise<void> {
    const source = await sourceOf(parley, messageId);
    edit.original = source;
    edit.setText(source);
  }

  function changed(content: string): void {
    edit.setText(content);
    typing.typed({ place: edit.place, messageId });
  }

  return { edit, changed };
}

/** Edits the content of a message in place. */
export default function EditForm(props: FormProps) {
  let field: HTMLTextAreaElement | undefined;
  const { edit, changed } = createEditing(props, () => field);
  const parley = useParley();
  /** Closes the form. The message takes the focus, so that keys act on it; fingers leave it as any other. */
  function close(): void {
    const article = field?.closest<HTMLElement>('article');
    props.onClose();
    if (matchMedia('(hover: none)').matches) activeSelection(parley)?.clear();
    else article?.focus({ preventScroll: true });
  }

  const { isBusy, isChangedElsewhere, save } = createSaving(props.message.id, edit, close);
  return (
    <Show when={edit.text() !== undefined} fallback={<Loading />}>
      <EditFrame
        text={edit.text() ?? ''}
        place={edit.place}
        minRows={2}
        fieldRef={(element) => {
          field = element;
          edit.field = element;
          followFocus(edit, element);
        }}
        isBusy={isBusy()}
        onInput={changed}
        onSave={save}
        onClose={close}
      >
        <Show when={isChangedElsewhere()}>
          <p class="notice" role="alert">
            {ms('editedElsewhere')}
          </p>
        </Show>
      </EditFrame>
    </Show>
  );
}

/** Returns where a message is now; undefined if this client does not know it. */
function placeNow({ store }: Parley, messageId: MessageId): Place | undefined {
  const message = store.messages.known.get(messageId);
  return message && placeOf(message, store.people.selfId);
}

const hasMoved = (edit: Edit, now: Place | undefined): boolean =>
  now !== undefined && placeKey(now) !== placeKey(edit.place);

/** Gives the focus back to the field, if it had it, and then the keys that were pressed meanwhile. */
function resumeTyping(edit: Edit, field: HTMLTextAreaElement | undefined): void {
  const { selected } = edit;
  if (selected) {
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(...selected);
  }
  edit.release?.();
  edit.release = undefined;
}

/** Notes whether the field of an edit has the focus, and where the cursor is. */
function followFocus(edit: Edit, element: HTMLTextAreaElement): void {
  const note = () => {
    if (document.activeElement === element) edit.selected = [element.selectionStart, element.selectionEnd];
  };
  for (const name of ['focus', 'keyup', 'input', 'pointerup']) element.addEventListener(name, note);
  // Browsers may report a removal in the same way as a click elsewhere.
  element.addEventListener('blur', () =>
    setTimeout(() => {
      if (element.isConnected && document.activeElement !== element) edit.selected = undefined;
    }),
  );
}

const isChangeElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'EXPECTATION_MISMATCH';

/** Sends the change on condition that the message is unchanged since the edit began. */
async function store(parley: Parley, messageId: MessageId, content: string, edit: Edit): Promise<void> {
  const hash = await sha256(edit.original ?? '');
  try {
    await parley.client.call('update-message', {
      message_id: messageId,
      content,
      ...(hash !== undefined && { prev_content_sha256: hash }),
    });
  } catch (error) {
    // The form reports the other change. A second attempt overwrites that change, because it names the new text's hash.
    if (isChangeElsewhere(error)) edit.original = await sourceOf(parley, messageId);
    throw error;
  }
}

/** Returns the SHA-256 hash of a text; undefined on pages without TLS, where browsers offer no `crypto.subtle`. */
async function sha256(text: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Placeholder of the form while the message is loaded from the server. */
function Loading() {
  return (
    <>
      <HeldKeys />
      <div class="skeleton" />
    </>
  );
}
