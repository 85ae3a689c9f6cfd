type Allowed =
  | { readonly type: 'flag'; readonly canBeNull?: boolean }
  | { readonly type: 'flags' }
  | { readonly type: 'number'; readonly least: number; readonly most?: number; readonly canBeNull?: boolean }
  | {
      readonly type: 'text';
      readonly minLength: number;
      readonly maxLength?: number;
      readonly canBeNull?: boolean;
    }
  | { readonly type: 'choice'; readonly values: readonly (string | number | boolean)[] };

/** What a client needs to know about a setting of the organization to show and change it. */
export type SettingDescription = Allowed & {
  /** The group in which screens show it; `elsewhere` for those that have a screen of their own, or none. */
  readonly subject: string;
  readonly default: unknown;
  readonly changedBy: 'administrators' | 'owners';
  /** What a number or a text is, where its bounds do not say it. */
  readonly unit?:
    | 'seconds'
    | 'hours'
    | 'days'
    | 'percent'
    | 'weekday'
    | 'channel'
    | 'private channel'
    | 'language'
    | 'address'
    | 'color';
  /** Values to offer, of a setting with many. */
  readonly offered?: readonly number[];
  /** How to write that there is no value. */
  readonly none?: 'unlimited' | 'default';
  /** The setting has an effect only while another one has this value. */
  readonly needs?: { readonly name: string; readonly value: boolean | number };
};

/** What a client needs to know about a personal setting to show and change it. */
export type PersonalSettingDescription = Allowed & {
  /** The group in which screens show it; `elsewhere` for those that have a screen of their own, or none. */
  readonly subject: string;
  readonly default: unknown;
  /** What a number or a text is, where its bounds do not say it. */
  readonly unit?:
    | 'seconds'
    | 'pixels'
    | 'percent'
    | 'language'
    | 'moment'
    | 'minute of the day'
    | 'days of the week';
  /** Values to offer, of a setting with many. */
  readonly offered?: readonly (number | boolean | null)[];
  /** The setting has an effect only while another one of the person, or of the organization, has this value. */
  readonly needs?:
    | { readonly name: string; readonly value: boolean }
    | { readonly organization: string; readonly value: boolean };
};

/** The values that a setting with this description has. */
export type ValueOf<Description> = Description extends { readonly type: 'flag' }
  ? boolean | (Description extends { readonly canBeNull: true } ? null : never)
  : Description extends { readonly type: 'choice'; readonly values: readonly (infer Value)[] }
    ? Value
    : Description extends { readonly type: 'number' }
      ? number | (Description extends { readonly canBeNull: true } ? null : never)
      : Description extends { readonly type: 'text' }
        ? string | (Description extends { readonly canBeNull: true } ? null : never)
        : Readonly<Record<string, unknown>>;
