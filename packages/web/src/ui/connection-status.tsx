import type { ConnectionState } from '@parley/client';
import { WifiOff } from 'lucide';
import { createSignal, onCleanup, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { useWatched } from '../model/reactive.ts';
import { Icon } from './icon.tsx';

/** What is said in a phase of the connection; nothing while all is well. */
const words: Partial<Record<ConnectionState['phase'], Parameters<typeof t>[0]>> = {
  offline: 'offline',
  'catching-up': 'catchingUp',
  connecting: 'connecting',
  failed: 'connectionFailed',
};

function wordsOf(phase: ConnectionState['phase']): string {
  const name = words[phase];
  return name === undefined ? '' : t(name);
}

/** Shows that the client is offline or catching up. Renders an empty region otherwise. */
export function ConnectionStatus() {
  const { connection } = useParley();
  const state = useWatched(
    (listener) => connection.state.watch(listener),
    () => connection.state.get(),
  );
  const [now, setNow] = createSignal(Date.now());
  const timer = setInterval(() => setNow(Date.now()), 1_000);
  onCleanup(() => clearInterval(timer));
  const seconds = () => {
    const present = state();
    return present.phase === 'offline' ? Math.max(1, Math.ceil((present.retryAt - now()) / 1000)) : 0;
  };
  const text = () => wordsOf(state().phase);
  return (
    <div
      role="status"
      aria-label={t('connection')}
      class="connection"
      classList={{ 'is-shown': text() !== '' }}
    >
      <Show when={text() !== ''}>
        <Icon of={WifiOff} />
        <span>{text()}</span>
        <Show when={state().phase === 'offline'}>
          {/* Hidden from screen readers, which would announce the countdown each second. */}
          <span aria-hidden="true">{t('nextAttempt', { count: seconds() })}</span>
          <button type="button" class="link-button" onClick={() => connection.wake()}>
            {t('tryNow')}
          </button>
        </Show>
        <Show when={state().phase === 'failed'}>
          <button type="button" class="link-button" onClick={() => location.reload()}>
            {t('reload')}
          </button>
        </Show>
      </Show>
    </div>
  );
}
