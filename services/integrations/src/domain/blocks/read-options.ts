import type { BlockOption, BlockOptionGroup } from '@parley/api';
import { z } from 'zod';

/** Maximum number of options that an app may offer at once. */
const maxOptions = 100;

const text = z
  .object({ text: z.string().min(1).max(75) })
  .transform(({ text }) => ({ type: 'plain_text' as const, text }));
const option = z.object({ text, value: z.string().max(150), description: text.optional() });
const list = z.array(option).max(maxOptions);
const answer = z.union([
  z.object({ options: list }),
  z.object({ option_groups: z.array(z.object({ label: text, options: list })).max(maxOptions) }),
]);

/** Returns the options in the answer of an app; undefined when there are none that can be read. */
export function readOptions(
  body: string,
): { options?: BlockOption[]; option_groups?: BlockOptionGroup[] } | undefined {
  try {
    const read = answer.safeParse(JSON.parse(body));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
