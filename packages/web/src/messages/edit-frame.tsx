import type { Place } from '@parley/client';
import { createMemo, type JSX, onCleanup, Show } from 'solid-js';
import { createUploads } from '../compose/attaching/uploads.ts';
import { ComposeTools } from '../compose/compose-tools.tsx';
import { MentionWarnings } from '../compose/mention-warnings.tsx';
import { takeData } from '../compose/pasting/paste.ts';
import { nearbyPeople } from '../compose/recipients/nearby.ts';
import { createWriting } from '../compose/writing.ts';
import { WritingArea } from '../compose/writing-area.tsx';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { useSetting } from '../model/settings.ts';
import { ui } from '../ui/texts.ts';
import { ms } from './texts.ts';

type FrameProps = {
  text: string;
  place?: Place | undefined;
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
};

/** Creates the text that is edited, with its uploads. Call it inside a component. */
function createEdited(props: FrameProps) {
  const parley = useParley();
  const queue = createUploads(parley, async (_, markdown) => writing.insertQuietly(markdown));
  onCleanup(() => queue.cancelAll());
  const place = createMemo(() => props.place);
  const writing = createWriting({
    text: createMemo(() => props.text),
    place,
    isOpen: () => true,
    queue,
    hasCommands: false,
    nearby: () => nearbyPeople(parley, place(), true),
    onText: (text) => props.onInput(text),
  });
  const excess = () => writing.facts().excess;
  const isReady = () => !props.isBusy && excess() === 0 && !writing.isUploading();
  const save = () => {
    if (isReady()) void props.onSave();
  };
  return { writing, excess, isReady, save };
}

/**
 * Shows the form in which a message is edited, with everything that the compose box has. A text that is too long is not saved, because the
 * server would shorten it. The keys that send a message save the edit; Escape closes the form.
 */
export function EditFrame(props: FrameProps) {
  const edited = createEdited(props);
  const { writing, excess, save } = edited;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') props.onClose();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onDragOver={(event) => event.dataTransfer?.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => takeData(event, writing.field(), { takeFiles: writing.attach })}
      on:keydown={onKeyDown}
    >
      <Box {...props} edited={edited} />
      {props.children}
      <MentionWarnings mentions={writing.facts().mentions} />
      <Show when={excess() > 0}>
        <div class="notice is-error">{t('tooLong', { count: excess() })}</div>
      </Show>
    </form>
  );
}

function Box(props: FrameProps & { edited: ReturnType<typeof createEdited> }) {
  const { writing, isReady, save } = props.edited;
  const enterSends = useSetting<boolean>('enter_sends');
  const saveByEnter = (event: KeyboardEvent) => {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (event.key !== 'Enter' || !isPlain || !enterSends()) return;
    event.preventDefault();
    save();
  };
  return (
    <div class="compose is-edit">
      <WritingArea
        writing={writing}
        label={ms('editMessage')}
        minRows={props.minRows}
        required={props.required ?? false}
        fieldRef={props.fieldRef}
        onKeyDown={saveByEnter}
      >
        <ComposeTools writing={writing}>
          <button type="button" class="button" onClick={() => props.onClose()}>
            {ui('cancel')}
          </button>
          <button type="submit" class="button is-primary" disabled={!isReady()}>
            {t('save')}
          </button>
        </ComposeTools>
      </WritingArea>
    </div>
  );
}
