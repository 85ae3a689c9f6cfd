import { onCleanup } from 'solid-js';
import type { Parley } from '../parley.tsx';

/** Time without input after which a person counts as idle, in milliseconds. */
const idleAfterMs = 5 * 60_000;

/** Events that show that the person is active. Text from an input method arrives as `input`, without keys. */
const signsOfActivity = ['pointerdown', 'keydown', 'input'] as const;

/** Reports to the server whether the person is active, at the interval that the server specifies. The answers tell who else is. */
export function startPresenceReports({ client, store }: Parley): void {
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
      last_update_id: store.people.presenceUpdateId,
      new_user_input: isNewInput,
    } as const;
    isNewInput = false;
    // A failed report is not retried, because the next one follows soon.
    void client.call('update-presence', params, { attempts: 1 }).then(
      (answer) => store.people.updatePresences(answer),
      () => undefined,
    );
  };
  const seconds = store.fields.get('server_presence_ping_interval_seconds') ?? 60;
  const timer = setInterval(report, seconds * 1000);
  for (const name of signsOfActivity) addEventListener(name, onInput, { passive: true });
  report();
  onCleanup(() => {
    clearInterval(timer);
    for (const name of signsOfActivity) removeEventListener(name, onInput);
  });
}
