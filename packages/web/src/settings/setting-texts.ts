import type { personalSettings } from '@parley/client/settings';

type Descriptions = typeof personalSettings;

/** The groups of settings that screens show. */
export type Subject = Exclude<Descriptions[keyof Descriptions]['subject'], 'elsewhere'>;

/** Settings whose label is the text of their name. */
export type ShownSetting = {
  [Name in keyof Descriptions]: Descriptions[Name]['subject'] extends Subject ? Name : never;
}[keyof Descriptions];

/** Values that are offered by a text: those of choices, and offered sizes. Seconds and languages have words of their own. */
type WordedValue<Description> = Description extends { readonly unit: 'seconds' | 'language' }
  ? never
  : Description extends { readonly offered: readonly (infer Value extends number | boolean | null)[] }
    ? Value
    : Description extends {
          readonly type: 'choice';
          readonly values: readonly (infer Value extends string | number)[];
        }
      ? Value
      : never;

/** The label of each value that people choose by a text. A former name of a value has none. */
type ValueText = Exclude<
  {
    [Name in ShownSetting]: `${Name}_${WordedValue<Descriptions[Name]>}`;
  }[ShownSetting],
  'web_home_view_recent_topics'
>;

export type SettingText = ShownSetting | ValueText;
