import type { ChannelId } from '../ids.ts';
import { canonicalOperator, type Narrow, type NarrowTerm } from './narrow.ts';

/** A message view as an address describes it. Example: `#narrow/channel/7-design/topic/colours/near/12`. */
export type NarrowAddress = {
  readonly narrow: Narrow;
  readonly near?: number;
  /** ID of a message whose topic is shown, even if the topic was moved after the address was created. */
  readonly with?: number;
};

/** Names that make an address readable. Parsing uses only the IDs. */
export type AddressNames = { channelName(channelId: ChannelId): string | undefined };

/**
 * Finds the channel that an address names. Addresses that people typed, or that other programs and older releases built, have the
 * channel's name instead of its ID. Undefined for an unknown channel.
 * @param text the decoded segment of the address, for example `7-design`, `7` or `design`
 */
export type ChannelLookup = (text: string) => number | undefined;

const prefix = '#narrow/';

/** Encodes a name for an address: percent-encoding with `.` in place of `%`, and `.2E` for a literal `.`. */
export function encodeFragmentPart(name: string): string {
  return encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.');
}

/** Decodes a name in an address; undefined if it is malformed. */
export function decodeFragmentPart(part: string): string | undefined {
  try {
    // Accepts ordinary percent-encoding too, because people and other programs create such addresses. In both encodings, a dot
    // in the name must be encoded.
    return decodeURIComponent(part.replaceAll('.', '%'));
  } catch {
    return undefined;
  }
}

/** Returns the address of a message view, which starts with `#narrow/`. Links in messages use the same format. */
export function narrowFragment({ narrow, near, with: withId }: NarrowAddress, names: AddressNames): string {
  const parts = narrow.flatMap((term) => [
    `${term.negated ? '-' : ''}${canonicalOperator(term.operator)}`,
    encodeOperand(term, names),
  ]);
  if (near !== undefined) parts.push('near', String(near));
  if (withId !== undefined) parts.push('with', String(withId));
  return prefix + parts.join('/');
}

function encodeOperand({ operator, operand }: NarrowTerm, names: AddressNames): string {
  const canonical = canonicalOperator(operator);
  if (canonical === 'channel' && typeof operand === 'number') {
    const name = names.channelName(operand);
    return name === undefined
      ? String(operand)
      : `${operand}-${encodeFragmentPart(name.replaceAll(' ', '-'))}`;
  }
  if (typeof operand === 'number') return String(operand);
  if (typeof operand === 'string') return encodeFragmentPart(operand);
  return `${operand.join(',')}${canonical === 'dm' ? `-${operand.length > 1 ? 'group' : 'dm'}` : ''}`;
}

/**
 * Returns the message view that an address describes; undefined for other or invalid addresses.
 * @param fragment starts with `#narrow/`, or is a complete address that contains it
 * @param findChannel finds channels by name. Without it, only an ID at the beginning of the segment counts
 */
export function parseNarrowFragment(
  fragment: string,
  findChannel?: ChannelLookup,
): NarrowAddress | undefined {
  const start = fragment.indexOf(prefix);
  if (start === -1) return undefined;
  const parts = fragment.slice(start + prefix.length).split('/');
  // Ignores a trailing slash, except after an operator, such as `topic`: there it means the empty topic.
  if (parts.length % 2 !== 0 && parts.at(-1) === '') parts.pop();
  if (parts.length === 0 || parts.length % 2 !== 0) return undefined;
  const narrow: NarrowTerm[] = [];
  const message: { near?: number; with?: number } = {};
  for (let at = 0; at < parts.length; at += 2) {
    const [name = '', encoded = ''] = parts.slice(at, at + 2);
    const negated = name.startsWith('-');
    const operator = canonicalOperator(name.slice(negated ? 1 : 0));
    const text = decodeFragmentPart(encoded);
    if (text === undefined) return undefined;
    if (operator === 'near' || operator === 'with') {
      if (!/^\d{1,16}$/.test(text)) return undefined;
      message[operator] = Number(text);
    } else {
      const operand = (operator === 'channel' && findChannel?.(text)) || operandOf(operator, text);
      narrow.push({ operator, operand, ...(negated && { negated }) });
    }
  }
  return { narrow, ...message };
}

/** Parses an operand. Ignores the readable name after an ID, because it may be outdated. */
function operandOf(operator: string, text: string): NarrowTerm['operand'] {
  if (operator === 'channel') {
    const [, id] = /^(\d{1,16})(?:-|$)/.exec(text) ?? [];
    return id === undefined ? text : Number(id);
  }
  if (operator === 'dm' || operator === 'dm-including') {
    const [, ids] = /^(\d[\d,]*)(?:-|$)/.exec(text) ?? [];
    return ids === undefined ? text : ids.split(',').filter(Boolean).map(Number);
  }
  if ((operator === 'sender' || operator === 'mentions') && /^\d{1,16}(?:-|$)/.test(text))
    return Number.parseInt(text, 10);
  if (operator === 'id' && /^\d{1,16}$/.test(text)) return Number(text);
  return text;
}
