import { Check, X } from 'lucide';
import { createSignal, onCleanup, onMount } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { clockOf, recordingName } from './peaks.ts';
import { me, mediaTexts } from './texts.ts';

await mediaTexts.load();

/** A recording ends by itself after this time, in milliseconds. */
const longestMs = 15 * 60_000;
const levels = 40;
const levelEveryMs = 80;

const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

type RecorderProps = { onFile: (file: File) => void; onClose: () => void };

/** Begins a recording, and tells its length and how loud it is. Call it inside a component. */
function createRecording(props: RecorderProps) {
  const parley = useParley();
  const [seconds, setSeconds] = createSignal(0);
  const [loudness, setLoudness] = createSignal<readonly number[]>([]);
  let recording: Recording | undefined;
  let isGone = false;
  onMount(async () => {
    try {
      const begun = await Recording.begin((level) => {
        setLoudness((all) => [...all.slice(1 - levels), level]);
        setSeconds((Date.now() - begun.startedAt) / 1000);
        if (Date.now() - begun.startedAt > longestMs) void finish();
      });
      recording = begun;
      if (isGone) begun.stop();
    } catch {
      if (isGone) return;
      parley.toasts.show(me('noMicrophone'));
      props.onClose();
    }
  });
  onCleanup(() => {
    isGone = true;
    recording?.stop();
  });
  const finish = async () => {
    const file = await recording?.finish();
    if (file && !isGone) props.onFile(file);
    props.onClose();
  };
  return { seconds, loudness, finish };
}

/** Records a voice message. Shows how loud it is and how long; ends by a button, and gives the file away. */
export default function Recorder(props: RecorderProps) {
  const { seconds, loudness, finish } = createRecording(props);
  return (
    <div class="recorder" role="group" aria-label={me('recording')}>
      <span class="recorder-dot" />
      <span class="voice-time" role="timer">
        {clockOf(seconds())}
      </span>
      <div class="voice-wave" aria-hidden="true">
        {loudness().map((level) => (
          <span class="is-past" style={{ 'block-size': `${Math.round(12 + level * 88)}%` }} />
        ))}
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={me('discardRecording')}
        title={me('discardRecording')}
        onClick={() => props.onClose()}
      >
        <Icon of={X} size={20} />
      </button>
      <button
        type="button"
        class="button is-primary"
        aria-label={me('stopRecording')}
        title={me('stopRecording')}
        onClick={() => void finish()}
      >
        <Icon of={Check} />
      </button>
    </div>
  );
}

/** A recording from the microphone. */
class Recording {
  readonly startedAt = Date.now();
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #context = new AudioContext();
  readonly #parts: Blob[] = [];
  readonly #timer: ReturnType<typeof setInterval>;

  private constructor(stream: MediaStream, onLevel: (level: number) => void) {
    this.#stream = stream;
    const type = types.find((each) => MediaRecorder.isTypeSupported(each));
    this.#recorder = new MediaRecorder(stream, {
      ...(type && { mimeType: type }),
      audioBitsPerSecond: 32_000,
    });
    this.#recorder.ondataavailable = ({ data }) => this.#parts.push(data);
    this.#recorder.start(1_000);
    const analyser = this.#context.createAnalyser();
    this.#context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      onLevel(Math.min(1, Math.max(...samples.map(Math.abs)) * 1.5));
    }, levelEveryMs);
  }

  /** @throws DOMException when there is no microphone, or the person does not allow it */
  static async begin(onLevel: (level: number) => void): Promise<Recording> {
    return new Recording(await navigator.mediaDevices.getUserMedia({ audio: true }), onLevel);
  }

  async finish(): Promise<File> {
    const ended = new Promise<void>((resolve) => {
      this.#recorder.onstop = () => resolve();
    });
    this.stop();
    await ended;
    const [type = ''] = this.#recorder.mimeType.split(';');
    return new File(this.#parts, recordingName(type, new Date()), { type });
  }

  /** Ends the recording, and lets go of the microphone. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    for (const track of this.#stream.getTracks()) track.stop();
    if (this.#context.state !== 'closed') void this.#context.close();
  }
}
