import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { whenIdle } from '../timing/idle.ts';

/**
 * Loads Inter when the browser is idle, so that it never delays the first messages, and then uses it. Its stand-in (styles/tokens.css)
 * has the same metrics, so lines keep their places. Without the font, the stand-in stays.
 */
export function useReadingFont(): void {
  whenIdle(() => {
    const font = new FontFace('Inter', `url("${interUrl}") format("woff2")`, { weight: '100 900' });
    void font.load().then(
      () => {
        document.fonts.add(font);
        document.documentElement.toggleAttribute('data-font', true);
      },
      () => undefined,
    );
  });
}
