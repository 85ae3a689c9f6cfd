import { type Message, placeOf } from '@parley/client';
import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { TypingReporter } from '../compose/typing.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { HeldKeys } from '../ui/opening.tsx';
import { EditFrame } from './edit-frame.tsx';
import { sourceOf } from './message-menu.ts';

/** Edits the content of a message in place. */
export default function EditForm(props: { message: Message; onClose: () => void }) {
  const parley = useParley();
  const [text, setText] = createSignal<string>();
  const [isBusy, setBusy] = createSignal(false);
  const typing = new TypingReporter(parley);
  let original = '';
  let field: HTMLTextAreaElement | undefined;

  onMount(async () => {
    const isThere = await attempt(
      sourceOf(parley, props.message.id).then((source) => {
        original = source;
        setText(source);
      }),
    );
    if (!isThere) props.onClose();
    else field?.focus();
  });

  onCleanup(() => typing.stop());

  /** Closes the form. The message takes the focus, so that keys act on it. */
  function close(): void {
    const article = field?.closest<HTMLElement>('article');
    props.onClose();
    article?.focus({ preventScroll: true });
  }

  function changed(content: string): void {
    setText(content);
    const place = placeOf(props.message, parley.store.people.selfId);
    typing.typed({ place, messageId: props.message.id });
  }

  async function save(): Promise<void> {
    const content = text() ?? '';
    if (content === original) return close();
    setBusy(true);
    const call = parley.client.call('update-message', { message_id: props.message.id, content });
    if (await attempt(call, t('notSaved'))) close();
    setBusy(false);
  }

  return (
    <Show when={text() !== undefined} fallback={<Loading />}>
      <EditFrame
        text={text() ?? ''}
        minRows={2}
        fieldRef={(element) => {
          field = element;
        }}
        isBusy={isBusy()}
        onInput={changed}
        onSave={save}
        onClose={close}
      />
    </Show>
  );
}

/** Stands for the form while the message is read from the server. */
function Loading() {
  return (
    <>
      <HeldKeys />
      <div class="skeleton" />
    </>
  );
}
