import { CalendarClock, SendHorizontal } from 'lucide';
import { Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { useSetting } from '../model/settings.ts';
import { Icon } from '../ui/icon.tsx';

/** Name of the key with which other keys become commands. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** Renders how a message is sent, and the buttons that schedule and send it. */
export function SendTools(props: {
  hasText: boolean;
  canSend: boolean;
  canSchedule: boolean;
  onSchedule: () => void;
  onSend: () => void;
}) {
  const enterSends = useSetting<boolean>('enter_sends');
  const hint = () => (enterSends() ? t('enterSends') : t('commandEnterSends', { key: commandKey }));
  return (
    <>
      <Show when={props.hasText}>
        <span class="send-hint">{hint()}</span>
      </Show>
      <button
        type="button"
        class="icon-button"
        aria-label={t('schedule')}
        title={t('schedule')}
        disabled={!props.canSchedule}
        onClick={() => props.onSchedule()}
      >
        <Icon of={CalendarClock} />
      </button>
      <button
        type="button"
        class="button is-primary send"
        aria-label={t('send')}
        title={hint()}
        disabled={!props.canSend}
        onClick={() => props.onSend()}
      >
        <Icon of={SendHorizontal} />
      </button>
    </>
  );
}
