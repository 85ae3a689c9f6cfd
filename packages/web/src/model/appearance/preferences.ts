import { createEffect } from 'solid-js';
import { setClock } from '../../i18n/format.ts';
import { useParley } from '../parley.tsx';
import { useWatched } from '../reactive.ts';
import { useSetting } from '../settings.ts';
import { accentOf, type OwnColor, sidebarOf } from './own-look.ts';

/** Values of the setting `color_scheme`. */
const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

/** The default of the setting `web_line_height_percent`. */
const usualLineHeight = 140;

/** Returns the density of rows and messages for a line height in percent. */
const densityOf = (lineHeight: number): 'compact' | 'middle' | 'roomy' =>
  lineHeight <= 130 ? 'compact' : lineHeight <= 148 ? 'middle' : 'roomy';

/** Applies the display settings of the person and the organization to the page, now and whenever they change. */
export function applyPreferences(): void {
  const colorScheme = useSetting<number>('color_scheme');
  const lineHeight = useSetting<number>('web_line_height_percent');
  const fontSize = useSetting<number>('web_font_size_px');
  const uses24Hours = useSetting<boolean | null>('twenty_four_hour_time');
  const hasHighContrast = useSetting<boolean>('high_contrast_mode');
  const { fields } = useParley().store;
  const mediaPercent = useWatched(
    (listener) => fields.watch('realm_media_preview_size', listener),
    () => fields.get('realm_media_preview_size') ?? 100,
  );
  const page = document.documentElement;
  const accent = useWatched(
    (listener) => fields.watch('realm_accent_color', listener),
    () => accentOf(fields.get('realm_accent_color')),
  );
  const sidebar = useWatched(
    (listener) => fields.watch('realm_sidebar_color', listener),
    () => sidebarOf(fields.get('realm_sidebar_color')),
  );
  const setColor = (name: 'accent' | 'sidebar', color: OwnColor | undefined) => {
    for (const part of ['hue', 'chroma'] as const) {
      if (color) page.style.setProperty(`--${name}-${part}`, color[part].toFixed(4));
      else page.style.removeProperty(`--${name}-${part}`);
    }
  };
  createEffect(() => setColor('accent', accent()));
  createEffect(() => {
    setColor('sidebar', sidebar());
    page.toggleAttribute('data-sidebar', sidebar() !== undefined);
  });
  createEffect(() => page.style.setProperty('--media-size', `${mediaPercent() / 100}`));
  createEffect(() => page.toggleAttribute('data-high-contrast', hasHighContrast() === true));
  createEffect(() => {
    const theme = themes[colorScheme() ?? 1];
    if (theme) page.dataset.theme = theme;
    else delete page.dataset.theme;
  });
  createEffect(() => {
    page.dataset.density = densityOf(lineHeight() ?? usualLineHeight);
  });
  createEffect(() => {
    const size = fontSize();
    // The setting's default of 16 pixels is also the browsers' default. It is not applied, so that the font size of the
    // person's browser settings is used. The same holds for 14 pixels.
    page.style.fontSize = size === undefined || size === 16 || size === 14 ? '' : `${(size / 16) * 100}%`;
  });
  createEffect(() => setClock(uses24Hours()));
}
