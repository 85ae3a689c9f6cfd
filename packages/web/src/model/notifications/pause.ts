/** Changes of the person's quiet times, and a signal of them. */
import { type Accessor, createMemo } from 'solid-js';
import { nearTimeOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { attempt } from '../actions.ts';
import { type Parley, useParley } from '../parley.tsx';
import { useWatched } from '../reactive.ts';
import { inOneHour, ownQuietUntil } from './quiet-times.ts';

/** Pauses the person's notifications everywhere until a time in Unix seconds; 0 ends the pause. Shows a failure, and offers to undo it. */
export async function pauseUntil(parley: Parley, until: number): Promise<void> {
  const { client, store } = parley;
  const before = store.settings.get<number>('notifications_paused_until') ?? 0;
  const set = (wanted: number) =>
    attempt(parley, client.call('update-settings', { notifications_paused_until: wanted }), t('notSaved'));
  if (!(await set(until))) return;
  const text =
    until === 0 ? t('notificationsResumed') : t('notificationsPaused', { time: nearTimeOf(until) });
  parley.toasts.show(text, { undo: () => void set(before) });
}

/** Pauses the person's notifications for an hour, or ends a pause. */
export function pauseOrResume(parley: Parley): void {
  const until = parley.store.settings.get<number>('notifications_paused_until') ?? 0;
  void pauseUntil(parley, until * 1000 > Date.now() ? 0 : inOneHour(new Date()));
}

/** Returns a signal of until when the person wants no notifications, in Unix milliseconds; undefined when they want them now. */
export function useQuietUntil(): Accessor<number | undefined> {
  const { store, minute } = useParley();
  const changes = useWatched(
    (listener) => store.settings.watchAll(listener),
    () => ({}),
  );
  return createMemo(() => {
    minute();
    changes();
    return ownQuietUntil(store, Date.now());
  });
}
