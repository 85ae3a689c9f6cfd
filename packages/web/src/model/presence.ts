import { onCleanup } from 'solid-js';
import type { Parley } from './parley.tsx';

/** Without input for so long a person counts as idle. */
const idleAfterMs = 5 * 60_000;

/** Tells the server, as often as it wants to know, whether the person is there. */
export function reportPresence({ client, store }: Parley): void {
  let lastInput = Date.now();
  let isNewInput = true;
  const onInput = () => {
    lastInput = Date.now();
    isNewInput = true;
  };
  const report = () => {
    const isActive = document.visibilityState === 'visible' && Date.now() - lastInput < idleAfterMs;
    const params = {
      status: isActive ? 'active' : 'idle',
      ping_only: true,
      new_user_input: isNewInput,
    } as const;
    isNewInput = false;
    // The next one comes soon.
    void client.call('update-presence', params, { attempts: 1 }).catch(() => undefined);
  };
  const seconds = (store.fields.get('server_presence_ping_interval_seconds') as number | undefined) ?? 60;
  const timer = setInterval(report, seconds * 1000);
  for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, onInput, { passive: true });
  report();
  onCleanup(() => {
    clearInterval(timer);
    for (const name of ['pointerdown', 'keydown'] as const) removeEventListener(name, onInput);
  });
}
