import type { Message } from '@parley/client';
import { For, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { emojiOf } from '../../lib/text/emoji-of.ts';
import { afterFrame } from '../../lib/timing/after-frame.ts';
import { toggleReaction } from '../../model/actions.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { activeSelection } from '../active-selection.ts';
import { allEntries, type MessageContext } from '../message-menu.ts';
import { ms } from '../texts.ts';

/** Emoji that people react with most, by their names. */
const usualReactions = [
  ['+1', '1f44d'],
  ['heart', '2764'],
  ['joy', '1f602'],
  ['tada', '1f389'],
  ['eyes', '1f440'],
  ['check', '2705'],
] as const;

/** Shows the emoji and the actions of a message at the lower edge, where a thumb reaches them. */
export default function MessageSheet(
  props: Pick<MessageContext, 'message' | 'narrow'> & { onClose: () => void },
) {
  const parley = useParley();
  const { message, narrow } = props;
  /** Closes the sheet first, because an action may open a dialog. */
  const act = (run: () => unknown) => {
    props.onClose();
    void run();
  };
  const entries = allEntries({ parley, message, narrow }).filter((entry) => entry !== 'separator');
  /** Opens the picker after the dialog has given the focus back, which would close it. */
  const chooseEmoji = () =>
    afterFrame(() => {
      const selection = activeSelection(parley);
      selection?.select(message.id);
      selection?.run('react');
    });
  return (
    <Sheet title={userName(parley.store, message.sender_id)} onClose={props.onClose}>
      <UsualReactions message={message} act={act} />
      <div class="sheet-entries">
        <button type="button" class="sheet-entry" onClick={() => act(chooseEmoji)}>
          <span class="tool-icon is-react" />
          {t('react')}
        </button>
        <For each={entries}>{(entry) => <SheetEntry entry={entry} onPress={() => act(entry.run)} />}</For>
      </div>
    </Sheet>
  );
}

function UsualReactions({ message, act }: { message: Message; act: (run: () => unknown) => void }) {
  const parley = useParley();
  const react = (name: string, code: string) =>
    toggleReaction(parley, message, { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' });
  const isOwn = (code: string) =>
    message.reactions.some((each) => each.emoji_code === code && each.user_id === parley.store.people.selfId);
  return (
    <div class="sheet-emoji" role="group" aria-label={t('react')}>
      <For each={usualReactions}>
        {([name, code]) => (
          <button
            type="button"
            class="icon-button"
            aria-label={ms('reactWith', { emoji: name })}
            aria-pressed={isOwn(code)}
            onClick={() => act(() => react(name, code))}
          >
            <span class="emoji" aria-hidden="true">
              {emojiOf(code)}
            </span>
          </button>
        )}
      </For>
    </div>
  );
}

function SheetEntry({ entry, onPress }: { entry: Exclude<MenuEntry, 'separator'>; onPress: () => void }) {
  return (
    <button
      type="button"
      class="sheet-entry"
      classList={{ 'is-danger': entry.isDangerous ?? false }}
      disabled={entry.isDisabled ?? false}
      onClick={onPress}
    >
      <Show when={entry.icon}>{(icon) => <Icon of={icon()} />}</Show>
      {entry.label}
    </button>
  );
}
