import type { organizationSettings } from '@parley/client/settings';

type Descriptions = typeof organizationSettings;

/** The groups of settings that screens show. */
export type Subject = Exclude<Descriptions[keyof Descriptions]['subject'], 'elsewhere' | 'profile'>;

/** Settings whose label is the text of their name. Those of `profile` have labels of their own. */
type Shown = {
  [Name in keyof Descriptions]: Descriptions[Name]['subject'] extends Subject ? Name : never;
}[keyof Descriptions];

/** The label of each value that people choose by a text. The providers of calls have names of their own. */
type ValueText = {
  [Name in Exclude<Shown, 'video_chat_provider' | 'media_preview_size'>]: Descriptions[Name] extends {
    readonly type: 'choice';
    readonly values: readonly (infer Value extends string | number)[];
  }
    ? `${Name}_${Value}`
    : never;
}[Exclude<Shown, 'video_chat_provider' | 'media_preview_size'>];

export type SettingText = Shown | ValueText;
