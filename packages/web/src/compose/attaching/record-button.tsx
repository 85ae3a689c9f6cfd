import { Mic } from 'lucide';
import { Show } from 'solid-js';
import { Icon } from '../../ui/icon.tsx';
import { co } from '../texts.ts';

/** Whether this browser can record. Pages without TLS have no microphone. */
export const canRecord = 'MediaRecorder' in globalThis && navigator.mediaDevices?.getUserMedia !== undefined;

/** Renders the button that begins a voice message. */
export default function RecordButton(props: { onRecord: () => void }) {
  return (
    <Show when={canRecord}>
      <button
        type="button"
        class="icon-button record"
        aria-label={co('record')}
        title={co('record')}
        onClick={() => props.onRecord()}
      >
        <Icon of={Mic} />
      </button>
    </Show>
  );
}
