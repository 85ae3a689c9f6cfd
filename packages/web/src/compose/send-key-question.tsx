import { createSignal, onMount, Show } from 'solid-js';
import { areaTexts } from '../i18n/area.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import english from '../texts/en/send-key.json' with { type: 'json' };
import { commandKey } from './send-tools.tsx';

const texts = areaTexts('send-key', english);
await texts.load();

/** Asks once on a device with which key the person sends, when Enter has just started a new line. */
export default function SendKeyQuestion(props: { onDone: () => void }) {
  const parley = useParley();
  const [isOpen, setOpen] = createSignal(false);
  onMount(async () => {
    const isKnown = (await parley.device.read('knowsSendKey')) ?? false;
    // A keyboard on the screen has a button beside it that sends.
    setOpen(!isKnown && !matchMedia('(hover: none)').matches);
  });
  const answer = (enterSends: boolean) => {
    setOpen(false);
    void parley.device.write('knowsSendKey', true);
    if (enterSends)
      void attempt(parley, parley.client.call('update-settings', { enter_sends: true }), t('notSaved'));
    props.onDone();
  };
  return (
    <Show when={isOpen()}>
      <div class="notice" role="status">
        <span>{texts.text('ask', { key: commandKey })}</span>
        <button type="button" class="button" onClick={() => answer(true)}>
          {texts.text('change')}
        </button>
        <button type="button" class="button" onClick={() => answer(false)}>
          {texts.text('keep')}
        </button>
      </div>
    </Show>
  );
}
