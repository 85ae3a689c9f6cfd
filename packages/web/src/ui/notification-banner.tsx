import { Bell } from 'lucide';
import { createEffect, createSignal, on, Show } from 'solid-js';
import { turnOnNotifications } from '../model/notifications/notifications.ts';
import { useParley } from '../model/parley.tsx';
import { useSetting } from '../model/settings.ts';
import { Icon } from './icon.tsx';
import { ui } from './texts.ts';

/** Time in milliseconds until the question is asked again after the person postponed it. */
const restMs = 30 * 86_400_000;

/** Asks for permission to show desktop notifications. Rendered once one could not be shown without it. */
export default function NotificationBanner() {
  const parley = useParley();
  const isWanted = useSetting<boolean>('enable_desktop_notifications');
  const [isOpen, setOpen] = createSignal(false);
  createEffect(
    on(
      () => isWanted() !== false,
      async (wanted) => {
        if (!wanted) return;
        const declinedAt = (await parley.device.read('notificationsDeclinedAt')) ?? 0;
        if (Date.now() - declinedAt > restMs) setOpen(true);
      },
    ),
  );
  const allow = async () => {
    setOpen(false);
    await turnOnNotifications(parley);
  };
  const decline = () => {
    setOpen(false);
    void parley.device.write('notificationsDeclinedAt', Date.now());
  };
  return (
    <Show when={isOpen()}>
      <section class="banner" aria-label={ui('notificationsTitle')}>
        <Icon of={Bell} />
        <span>{ui('notificationsAsk')}</span>
        <button type="button" class="button is-primary" onClick={() => void allow()}>
          {ui('notificationsAllow')}
        </button>
        <button type="button" class="button" onClick={decline}>
          {ui('notNow')}
        </button>
      </section>
    </Show>
  );
}
