/** Sounds of new messages. They are synthesized, so there are no audio files to load. */

/** Tones of each sound, by value of the setting `notification_sound`: start times in seconds and frequencies in hertz. */
const sounds: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  zulip: [
    [0, 660],
    [0.12, 880],
  ],
  ding: [[0, 1_175]],
  none: [],
};

let audio: AudioContext | undefined;

/** Plays a sound by its name in the person's settings. */
export function playSound(name: string): void {
  const tones = sounds[name] ?? sounds.zulip ?? [];
  if (tones.length === 0) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [delay, frequency] of tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, now + delay);
    volume.gain.linearRampToValueAtTime(0.12, now + delay + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, now + delay + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + delay);
    tone.stop(now + delay + 0.35);
  }
}
