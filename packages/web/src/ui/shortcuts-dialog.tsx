import { For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Dialog } from './dialog.tsx';
import { type ShortcutText, sc, shortcutTexts } from './shortcuts-texts.ts';

type Name = ShortcutText | Parameters<typeof t>[0];

/** Returns the name of a key, which some buttons and views share. */
const nameOf = (name: Name): string => (shortcutTexts.has(name) ? sc(name) : t(name));

const groups: readonly (readonly [ShortcutText, readonly (readonly [string, Name])[]])[] = [
  [
    'keysGoing',
    [
      ['Ctrl K', 'palette'],
      ['n', 'keyNextTopic'],
      ['N', 'keyNextFollowed'],
      ['p', 'keyNextDirect'],
      ['I', 'inbox'],
      ['t', 'recentConversations'],
      ['a', 'combinedFeed'],
      ['d', 'drafts'],
      ['P', 'keyAllDirect'],
      ['A', 'keyPreviousChannel'],
      ['D', 'keyNextChannel'],
      ['/', 'search'],
      ['q', 'filterSidebar'],
      ['w', 'keyPeople'],
      ['g', 'keyMenu'],
      ['Esc', 'keyEscape'],
    ],
  ],
  [
    'keysReading',
    [
      ['j / ↓', 'keyDown'],
      ['k / ↑', 'keyUp'],
      ['Home', 'keyFirst'],
      ['G', 'keyLast'],
      ['End', 'toNewest'],
      ['s', 'keyTopic'],
      ['S', 'keyChannel'],
      ['v', 'keyImages'],
      ['M', 'keyMute'],
      ['Z', 'keyPause'],
      ['Ctrl P', 'keyPrint'],
      ['e', 'keyDone'],
      ['E', 'keyAllRead'],
      ['← →', 'keyFold'],
      ['z', 'undo'],
    ],
  ],
  [
    'keysWriting',
    [
      ['r / Enter', 'keyReply'],
      ['R', 'keyReplySender'],
      ['@', 'keyMentionSender'],
      ['c', 'keyCompose'],
      ['x', 'keyComposeDirect'],
      ['>', 'quote'],
      ['Ctrl Enter', 'send'],
      ['Ctrl B', 'bold'],
      ['Ctrl I', 'italic'],
    ],
  ],
  [
    'keysActing',
    [
      ['i', 'keyMessageMenu'],
      ['<', 'forward'],
      ['e', 'edit'],
      ['←', 'keyEditLast'],
      [':', 'react'],
      ['+', 'keyThumbsUp'],
      ['*', 'star'],
      ['m', 'move'],
      ['u', 'keySender'],
      ['U', 'markUnread'],
      ['V', 'readReceipts'],
      ['H', 'history'],
      ['?', 'keyboardShortcuts'],
    ],
  ],
];

export default function ShortcutsDialog(props: { onClose: () => void }) {
  return (
    <Dialog title={t('keyboardShortcuts')} isWide onClose={props.onClose}>
      <div class="shortcuts">
        <For each={groups}>
          {([title, keys]) => (
            <section>
              <h3>{sc(title)}</h3>
              <dl>
                <For each={keys}>
                  {([key, name]) => (
                    <div>
                      <dt>
                        <kbd>{key}</kbd>
                      </dt>
                      <dd>{nameOf(name)}</dd>
                    </div>
                  )}
                </For>
              </dl>
            </section>
          )}
        </For>
      </div>
    </Dialog>
  );
}
