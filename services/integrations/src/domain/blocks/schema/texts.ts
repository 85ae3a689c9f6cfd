/** Texts, addresses and options, of which blocks and their controls consist. */
import { unicodeEmoji } from '@parley/markdown';
import { z } from 'zod';
import { webAddress } from '../../markdown.ts';

/** Returns a plain text with characters instead of the names of emoji, because clients show it as it is. */
const withEmoji = (text: string): string =>
  text.replaceAll(/:([\w+-]{1,60}):/g, (whole, name: string) => {
    const code = unicodeEmoji(name);
    return code === undefined
      ? whole
      : String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
  });

const long = (max: number) => z.string().min(1).max(max);
export const plain = (max: number) =>
  z
    .object({ type: z.literal('plain_text'), text: long(max) })
    .transform(({ text }) => ({ type: 'plain_text' as const, text: withEmoji(text) }));
export const marked = (max: number) => z.object({ type: z.literal('mrkdwn'), text: long(max) });
export const text = (max: number) => z.union([plain(max), marked(max)]);
export const address = z
  .string()
  .max(3_000)
  .refine((url) => webAddress(url) !== '', 'is no web address');
export const style = z.enum(['primary', 'danger']).optional();
export const confirm = z
  .object({
    title: plain(100),
    text: text(300),
    confirm: plain(30),
    deny: plain(30),
    style,
  })
  .optional();
export const option = z.object({
  text: text(75),
  value: z.string().max(150),
  description: text(75).optional(),
  url: address.optional(),
});
export const options = (max: number) => z.array(option).min(1).max(max);
export const groups = z
  .array(z.object({ label: plain(75), options: options(100) }))
  .min(1)
  .max(100);
