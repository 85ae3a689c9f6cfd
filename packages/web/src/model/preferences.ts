import { createEffect } from 'solid-js';
import { setClock } from '../i18n/format.ts';
import { useParley } from './parley.tsx';
import { useWatched } from './reactive.ts';
import { useSetting } from './settings.ts';

/** Values of the setting `color_scheme`. */
const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

/** The default of the setting `web_line_height_percent`. */
const usualLineHeight = 140;

/** Applies the display settings of the person and the organization to the page, now and whenever they change. */
export function applyPreferences(): void {
  const colorScheme = useSetting<number>('color_scheme');
  const lineHeight = useSetting<number>('web_line_height_percent');
  const fontSize = useSetting<number>('web_font_size_px');
  const uses24Hours = useSetting<boolean>('twenty_four_hour_time');
  const hasHighContrast = useSetting<boolean>('high_contrast_mode');
  const { fields } = useParley().store;
  const mediaPercent = useWatched(
    (listener) => fields.watch('realm_media_preview_size', listener),
    () => fields.get('realm_media_preview_size') ?? 100,
  );
  const page = document.documentElement;
  createEffect(() => page.style.setProperty('--media-size', `${mediaPercent() / 100}`));
  createEffect(() => page.toggleAttribute('data-high-contrast', hasHighContrast() === true));
  createEffect(() => {
    const theme = themes[colorScheme() ?? 1];
    if (theme) page.dataset.theme = theme;
    else delete page.dataset.theme;
  });
  createEffect(() => {
    page.dataset.density = (lineHeight() ?? usualLineHeight) > 130 ? 'roomy' : 'compact';
  });
  createEffect(() => {
    const size = fontSize();
    // The setting's default of 16 pixels is also the browsers' default. It is not applied, so that the font size of the
    // person's browser settings is used. The same holds for 14 pixels.
    page.style.fontSize = size === undefined || size === 16 || size === 14 ? '' : `${(size / 16) * 100}%`;
  });
  createEffect(() => setClock(uses24Hours()));
}
