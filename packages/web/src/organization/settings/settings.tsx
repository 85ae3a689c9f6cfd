import { createSignal, Show } from 'solid-js';
import { attempt } from '../../model/actions.ts';
import { useParley } from '../../model/parley.tsx';
import { useIsAdministrator } from '../../model/self.ts';
import { o } from '../texts.ts';
import { SubjectSettings } from './setting.tsx';
import { useSetting } from './use-setting.ts';

/** Renders the settings of the organization with their explanations. */
export default function SettingsSection() {
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <Show when={!isAdministrator()}>
        <p class="muted">
          {o('onlyAdministrators')} <a href="#organization/people">{o('people')}</a>
        </p>
      </Show>
      <SubjectSettings subject="messages" />
      <SubjectSettings subject="identity" />
      <SubjectSettings subject="privacy" />
      <SubjectSettings subject="digests" />
      <SubjectSettings subject="announcements" />
      <SubjectSettings subject="language" />
      <SubjectSettings subject="welcome">
        <TryWelcome />
      </SubjectSettings>
      <SubjectSettings subject="calls" />
      <SubjectSettings subject="gifs" />
    </>
  );
}

/** Renders the button that sends the welcome message to the reader. */
function TryWelcome() {
  const parley = useParley();
  const { client } = parley;
  const text = useSetting('welcome_message_custom_text');
  const [isBusy, setBusy] = createSignal(false);
  const tryIt = async () => {
    setBusy(true);
    const sending = client.call('test-welcome-bot-custom-message', {
      welcome_message_custom_text: text.value() ?? '',
    });
    if (await attempt(parley, sending)) parley.toasts.show(o('triedWelcome'));
    setBusy(false);
  };
  return (
    <Show when={!text.isDisabled() && (text.value() ?? '') !== ''}>
      <div class="form-actions">
        <button type="button" class="button" disabled={isBusy()} onClick={() => void tryIt()}>
          {o('tryWelcome')}
        </button>
      </div>
    </Show>
  );
}
