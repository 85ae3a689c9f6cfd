import { CaseSensitive, Paperclip, Smile } from 'lucide';
import { createEffect, createSignal, type JSX, on, Show, Suspense } from 'solid-js';
import { EmojiButton } from '../emoji/emoji-button.tsx';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import { createDrawn } from '../lib/timing/after-frame.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { formattingOf } from './formatting/format-state.ts';
import { keepInText } from './keep-in-text.ts';
import type { Writing } from './writing.ts';

/** Loaded after the first messages are drawn. */
const FormatBar = loadable(() => import('./formatting/format-bar.tsx'));

/**
 * Renders the buttons below the text of a message: files, emoji, and behind “Aa” everything else.
 * @param props.children the buttons that end the writing, such as the one that sends
 */
export function ComposeTools(props: {
  writing: Writing;
  /** Whether the box has hidden fields that say where the message goes. */
  hasRecipients?: boolean;
  children: JSX.Element;
}) {
  const parley = useParley();
  const { writing } = props;
  const isDrawn = createDrawn();
  return (
    <div class="compose-tools" ref={(tools) => keepInText(tools, writing.field)}>
      <AttachButton attach={writing.attach} />
      <InsertEmoji writing={writing} />
      <button
        type="button"
        class="icon-button"
        aria-label={t('formatting')}
        aria-expanded={formattingOf(parley).hasBar()}
        title={t('formatting')}
        onClick={() => formattingOf(parley).toggleBar()}
      >
        <Icon of={CaseSensitive} size={20} />
      </button>
      <Show when={formattingOf(parley).hasBar() && isDrawn()}>
        <Suspense>
          <FormatBar writing={writing} place={writing.place} hasRecipients={props.hasRecipients ?? false} />
        </Suspense>
      </Show>
      <span class="tool-space" />
      {props.children}
    </div>
  );
}

function AttachButton(props: { attach: (files: Iterable<File>) => void }) {
  let picker!: HTMLInputElement;
  return (
    <>
      <button
        type="button"
        class="icon-button attach"
        aria-label={t('attachFiles')}
        title={t('attachFiles')}
        onClick={() => picker.click()}
      >
        <Icon of={Paperclip} />
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          // A copy, because emptying the input also empties its list.
          props.attach([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

function InsertEmoji(props: { writing: Writing }) {
  const [isOpen, setOpen] = createSignal(false);
  createEffect(on(props.writing.place, () => setOpen(false), { defer: true }));
  return (
    <EmojiButton
      label={t('insertEmoji')}
      placement="top-start"
      isOpen={isOpen()}
      isKept
      onOpenChange={setOpen}
      onChoose={(each, toned) => {
        setOpen(false);
        props.writing.insert(`${toned ?? `:${each.emoji_name}:`} `);
      }}
    >
      <Icon of={Smile} />
    </EmojiButton>
  );
}
