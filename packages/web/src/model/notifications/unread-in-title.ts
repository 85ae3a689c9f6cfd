import { type Accessor, createEffect, createMemo } from 'solid-js';
import { createWhenIdle } from '../../lib/timing/idle.ts';
import { reportUnread } from '../../lib/window/desktop-bridge.ts';
import type { Parley } from '../parley.tsx';
import { useValue } from '../reactive.ts';
import { useSetting } from '../settings.ts';
import { countKinds, shownCount } from './notification-rules.ts';
import { badgeIcon } from './tab-icon.ts';

/** Shows the number of unread messages in the page title and on the icons of tab and app. */
export function showUnreadInTitle({ store }: Parley, title: Accessor<string>): void {
  const totals = useValue(store.unread.totals);
  const setting = useSetting<number>('desktop_icon_count_display');
  const kind = () => setting() ?? countKinds.all;
  const shown = createMemo(() => shownCount(totals(), kind()));
  // Waits until the browser is idle, so that new messages are drawn first: updating title and icons takes as long as drawing a
  // message.
  const onTab = createWhenIdle(
    createMemo(() => ({
      title: `${shown() > 0 ? `(${shown()}) ` : ''}${title()}`,
      // If the setting counts all unread messages, the icon shows only direct messages and mentions as a number.
      concerning: kind() === countKinds.all ? totals().personal : shown(),
      all: shown(),
      direct: totals().direct,
    })),
  );
  createEffect(() => {
    document.title = `${onTab().title} – ${store.fields.get('realm_name') ?? 'Parley'}`;
  });
  createEffect(() => {
    badgeIcon(onTab().concerning, onTab().all, { hasDirect: onTab().direct > 0 });
    reportUnread(onTab().all);
    const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
    void setAppBadge?.call(navigator, onTab().all).catch(() => undefined);
  });
}
