import { onCleanup } from 'solid-js';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { hasKeys } from '../model/device/has-keys.ts';
import type { Parley } from '../model/parley.tsx';

/** Prints the whole conversation on view when the person presses Ctrl+P: the page has only the messages near the reader. */
export function printWholeConversations(parley: Parley): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const present = parley.router.route();
    if (!hasKeys(parley) || event.code !== 'KeyP' || event.shiftKey || event.altKey) return;
    if (event.ctrlKey === event.metaKey || present.view !== 'messages') return;
    event.preventDefault();
    const printing = import('./print.tsx').then(({ printConversation }) =>
      printConversation(parley, present.narrow),
    );
    void attempt(parley, printing, t('notPrinted'));
  };
  addEventListener('keydown', onKeyDown);
  onCleanup(() => removeEventListener('keydown', onKeyDown));
}
