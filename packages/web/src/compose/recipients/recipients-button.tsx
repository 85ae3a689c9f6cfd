import { AtSign } from 'lucide';
import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Icon } from '../../ui/icon.tsx';

/** Renders the button that shows to whom the message goes, where that is what the view shows. */
export function RecipientsButton(props: { isShown: boolean }) {
  return (
    <Show when={props.isShown}>
      <button
        type="button"
        class="icon-button"
        aria-label={t('changeRecipients')}
        title={t('changeRecipients')}
        onClick={(event) => {
          const box = event.currentTarget.closest('.compose');
          box?.querySelector<HTMLElement>('#compose-topic, #compose-to')?.focus();
        }}
      >
        <Icon of={AtSign} />
      </button>
    </Show>
  );
}
