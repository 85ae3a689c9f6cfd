/** The shape of a recording, as the loudness of equal parts. This module knows no DOM. */

/** Returns the greatest loudness of each of `count` parts, from 0 to 1, where 1 is the loudest part. */
export function peaksOf(samples: ArrayLike<number>, count: number): number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * samples.length) / count);
    const to = Math.floor(((part + 1) * samples.length) / count);
    let peak = 0;
    for (let at = from; at < to; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const most = Math.max(...peaks, 0);
  return peaks.map((peak) => (most === 0 ? 0 : peak / most));
}

/** Returns a time as minutes and seconds, such as `1:05`. */
export function clockOf(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The speeds at which recordings are played, in the order in which a button goes through them. */
export const rates = [1, 1.25, 1.5, 1.75, 2] as const;

/** Returns the speed after another one. */
export const nextRate = (rate: number): number =>
  rates[(rates.findIndex((each) => each >= rate) + 1) % rates.length] ?? rates[0];

/** Returns the name of the file of a recording that ends now. */
export function recordingName(type: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  const ending = /mp4|aac/.test(type) ? 'm4a' : /ogg/.test(type) ? 'ogg' : 'weba';
  return `voice-message-${day}-${time}.${ending}`;
}
