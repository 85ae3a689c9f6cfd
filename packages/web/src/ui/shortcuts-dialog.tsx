import { For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Dialog } from './dialog.tsx';

type Name = Parameters<typeof t>[0];
const groups: readonly (readonly [Name, readonly (readonly [string, Name])[]])[] = [
  [
    'keysGoing',
    [
      ['n', 'keyNextTopic'],
      ['p', 'keyNextDirect'],
      ['i', 'inbox'],
      ['t', 'recentConversations'],
      ['a', 'combinedFeed'],
      ['d', 'drafts'],
      ['/', 'search'],
      ['Ctrl K', 'keyPalette'],
      ['q', 'filterSidebar'],
      ['Esc', 'keyEscape'],
    ],
  ],
  [
    'keysReading',
    [
      ['j / ↓', 'keyDown'],
      ['k / ↑', 'keyUp'],
      ['G', 'keyLast'],
      ['End', 'toNewest'],
      ['s', 'keyTopic'],
      ['S', 'keyChannel'],
    ],
  ],
  [
    'keysWriting',
    [
      ['r', 'keyReply'],
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
      ['e', 'edit'],
      [':', 'react'],
      ['*', 'star'],
      ['m', 'move'],
      ['?', 'keyboardShortcuts'],
    ],
  ],
];

/** Lists the keyboard shortcuts. */
export default function ShortcutsDialog(props: { onClose: () => void }) {
  return (
    <Dialog title={t('keyboardShortcuts')} isWide onClose={props.onClose}>
      <div class="shortcuts">
        <For each={groups}>
          {([title, keys]) => (
            <section>
              <h3>{t(title)}</h3>
              <dl>
                <For each={keys}>
                  {([key, name]) => (
                    <div>
                      <dt>
                        <kbd>{key}</kbd>
                      </dt>
                      <dd>{t(name)}</dd>
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
