/** Plays a voice message, with its waveform, at 1 to 2 times. */
import { t } from '../i18n/index.ts';
import type { LocalStore } from '../model/local-store.ts';
import { clockOf, nextRate, peaksOf } from './peaks.ts';
import { me, mediaTexts } from './texts.ts';

await mediaTexts.load();

const bars = 56;
/** Larger recordings are played without waveform. Decoding needs about ten times their size. */
const maxDecodedBytes = 8 * 1024 * 1024;
const stepSeconds = 5;

/** The recording that is being played. Another one that begins stops it. */
let playing: HTMLAudioElement | undefined;

/**
 * Shows the player of a recording.
 * @param device where the speed that the person chose last is kept
 */
export async function showPlayer(frame: HTMLElement, address: string, device?: LocalStore): Promise<void> {
  const audio = new Audio(address);
  audio.preload = 'metadata';
  audio.playbackRate = (await device?.read('playbackRate')) ?? 1;
  audio.preservesPitch = true;
  const play = button('voice-play', me('play'));
  const wave = document.createElement('div');
  wave.className = 'voice-wave';
  const time = document.createElement('span');
  time.className = 'voice-time';
  const rate = button('voice-rate', me('speed'));
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', me('voiceMessage'));
  frame.replaceChildren(play, wave, time, rate);
  const length = { seconds: Number.NaN };
  const update = () => show({ audio, play, wave, time, rate }, length.seconds || audio.duration);
  for (const name of ['play', 'pause', 'timeupdate', 'ended', 'ratechange', 'loadedmetadata'])
    audio.addEventListener(name, update);
  audio.addEventListener('error', () => giveUp(frame, address));
  play.addEventListener('click', () => toggle(audio));
  rate.addEventListener('click', () => {
    audio.playbackRate = nextRate(audio.playbackRate);
    void device?.write('playbackRate', audio.playbackRate);
  });
  makeSlider(wave, audio, () => length.seconds || audio.duration);
  update();
  const { peaks, seconds } = await shapeOf(address).catch(() => ({ peaks: undefined, seconds: Number.NaN }));
  length.seconds = seconds;
  wave.append(...(peaks ?? Array<number>(bars).fill(0.15)).map(barOf));
  update();
}

function button(className: string, name: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className;
  element.setAttribute('aria-label', name);
  return element;
}

function barOf(peak: number): HTMLElement {
  const bar = document.createElement('span');
  bar.style.blockSize = `${Math.round(12 + peak * 88)}%`;
  return bar;
}

function toggle(audio: HTMLAudioElement): void {
  if (!audio.paused) {
    audio.pause();
    return;
  }
  if (playing !== audio) playing?.pause();
  playing = audio;
  void audio.play().catch(() => undefined);
}

type Parts = {
  audio: HTMLAudioElement;
  play: HTMLElement;
  wave: HTMLElement;
  time: HTMLElement;
  rate: HTMLElement;
};

function show({ audio, play, wave, time, rate }: Parts, seconds: number): void {
  const done = seconds > 0 && Number.isFinite(seconds) ? audio.currentTime / seconds : 0;
  play.classList.toggle('is-playing', !audio.paused);
  play.setAttribute('aria-label', me(audio.paused ? 'play' : 'pause'));
  rate.textContent = `${audio.playbackRate}×`;
  rate.setAttribute('aria-label', `${me('speed')}: ${audio.playbackRate}`);
  time.textContent = clockOf(audio.currentTime > 0 ? audio.currentTime : seconds);
  wave.setAttribute('aria-valuenow', String(Math.round(audio.currentTime)));
  wave.setAttribute('aria-valuemax', String(Math.round(Number.isFinite(seconds) ? seconds : 0)));
  wave.setAttribute('aria-valuetext', `${clockOf(audio.currentTime)} / ${clockOf(seconds)}`);
  for (const [index, bar] of [...wave.children].entries())
    bar.classList.toggle('is-past', index / bars < done);
}

/** Lets people choose the position by pointer and by keys. */
function makeSlider(wave: HTMLElement, audio: HTMLAudioElement, seconds: () => number): void {
  wave.tabIndex = 0;
  wave.setAttribute('role', 'slider');
  wave.setAttribute('aria-label', me('position'));
  wave.setAttribute('aria-valuemin', '0');
  const goTo = (time: number) => {
    const most = seconds();
    if (Number.isFinite(most)) audio.currentTime = Math.max(0, Math.min(most, time));
  };
  const goToPointer = ({ clientX }: PointerEvent) => {
    const { left, width } = wave.getBoundingClientRect();
    const part = (clientX - left) / Math.max(1, width);
    goTo((getComputedStyle(wave).direction === 'rtl' ? 1 - part : part) * seconds());
  };
  wave.addEventListener('pointerdown', (event) => {
    wave.setPointerCapture(event.pointerId);
    goToPointer(event);
  });
  wave.addEventListener('pointermove', (event) => {
    if (wave.hasPointerCapture(event.pointerId)) goToPointer(event);
  });
  wave.addEventListener('keydown', (event) => {
    const step = { ArrowRight: stepSeconds, ArrowLeft: -stepSeconds }[event.key];
    if (step === undefined && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) toggle(audio);
    else goTo(audio.currentTime + step);
  });
}

/** Decodes a recording. Recorders of browsers leave out the length, so it comes from here, too. */
async function shapeOf(address: string): Promise<{ peaks: number[]; seconds: number }> {
  const response = await fetch(address);
  if (!response.ok || Number(response.headers.get('content-length')) > maxDecodedBytes)
    throw new Error('The recording is not decoded');
  const context = new OfflineAudioContext(1, 1, 16_000);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  return { peaks: peaksOf(decoded.getChannelData(0), bars), seconds: decoded.duration };
}

/** Leaves a link to a recording that the browser cannot play. */
function giveUp(frame: HTMLElement, address: string): void {
  const text = document.createElement('span');
  text.textContent = `${me('notPlayed')} `;
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.textContent = t('file');
  frame.replaceChildren(text, link);
}
