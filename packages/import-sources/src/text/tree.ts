import type { TextPart } from '@parley/archive';

/** A reference to something that gets its name and ID when it is imported. */
export type Reference = Exclude<TextPart, string>;

/** A piece of a line. Each dialect's parser builds these, and one writer makes Parley's Markdown of them. */
export type Inline =
  /** Text that is shown as it is, whatever characters it has. A newline in it is a line break. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'strike'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly url: string; readonly children: readonly Inline[] }
  | { readonly type: 'reference'; readonly to: Reference }
  /** An emoji by a name that Parley or the organization has. */
  | { readonly type: 'emoji'; readonly name: string }
  /** A moment, in seconds since 1970. */
  | { readonly type: 'time'; readonly time: number };

export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string; readonly language?: string | undefined }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | { readonly type: 'spoiler'; readonly title: string; readonly children: readonly Block[] }
  | {
      readonly type: 'list';
      /** Number of the first item; undefined: bullets. */
      readonly start?: number | undefined;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly type: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  /** A formula that stands alone. */
  | { readonly type: 'formula'; readonly text: string }
  | { readonly type: 'rule' };

/** Returns a piece of text. */
export const text = (value: string): Inline => ({ type: 'text', text: value });

export const paragraph = (...children: readonly Inline[]): Block => ({ type: 'paragraph', children });
