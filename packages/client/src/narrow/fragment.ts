import { canonicalOperator, type Narrow, type NarrowTerm } from './narrow.ts';

/** A view of messages, as an address names it: `#narrow/channel/7-design/topic/colours/near/12`. */
export type NarrowAddress = {
  readonly narrow: Narrow;
  /** ID of the message to show. */
  readonly near?: number;
  /** ID of a message whose topic to show, wherever it was moved after the address was created. */
  readonly with?: number;
};

/** Names that make an address readable. Only the IDs in it count. */
export type AddressNames = { channelName(channelId: number): string | undefined };

const prefix = '#narrow/';

/** Encodes a name for an address: percent-encoded, `%` written as `.`, a literal `.` as `.2E`. */
export function encodeFragmentPart(name: string): string {
  return encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.');
}

/** Decodes a name in an address. Returns undefined when it cannot be decoded. */
export function decodeFragmentPart(part: string): string | undefined {
  try {
    // Percent signs are decoded, too, because people and other programs write such addresses.
    return decodeURIComponent(part.replaceAll('.', '%'));
  } catch {
    return undefined;
  }
}

/** Returns the address of a view. It starts with `#narrow/`. Links in messages have the same form. */
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
 * Returns the view that an address names; undefined for other addresses and invalid ones. `fragment` starts with
 * `#narrow/`, or is a complete address that contains it.
 */
export function parseNarrowFragment(fragment: string): NarrowAddress | undefined {
  const start = fragment.indexOf(prefix);
  if (start === -1) return undefined;
  const parts = fragment.slice(start + prefix.length).split('/');
  // A trailing slash has no meaning, unless it follows `topic`: then it names the empty topic.
  if (parts.length % 2 !== 0 && parts.at(-1) === '') parts.pop();
  if (parts.length === 0 || parts.length % 2 !== 0) return undefined;
  const narrow: NarrowTerm[] = [];
  const message: { near?: number; with?: number } = {};
  for (let at = 0; at < parts.length; at += 2) {
    const negated = parts[at]!.startsWith('-');
    const operator = canonicalOperator(parts[at]!.slice(negated ? 1 : 0));
    const text = decodeFragmentPart(parts[at + 1]!);
    if (text === undefined) return undefined;
    if (operator === 'near' || operator === 'with') {
      if (!/^\d{1,16}$/.test(text)) return undefined;
      message[operator] = Number(text);
    } else narrow.push({ operator, operand: operandOf(operator, text), ...(negated && { negated }) });
  }
  return { narrow, ...message };
}

/** Names follow the IDs. They may be outdated. */
function operandOf(operator: string, text: string): NarrowTerm['operand'] {
  if (operator === 'channel') {
    const [, id] = /^(\d{1,16})(?:-|$)/.exec(text) ?? [];
    return id === undefined ? text : Number(id);
  }
  if (operator === 'dm' || operator === 'dm-including') {
    const [, ids] = /^(\d[\d,]*)(?:-|$)/.exec(text) ?? [];
    return ids === undefined ? text : ids.split(',').filter(Boolean).map(Number);
  }
  if (operator === 'sender' && /^\d{1,16}(?:-|$)/.test(text)) return Number.parseInt(text, 10);
  if (operator === 'id' && /^\d{1,16}$/.test(text)) return Number(text);
  return text;
}
