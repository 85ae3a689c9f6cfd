import { errors } from '@parley/core';

const named: ReadonlySet<string> = new Set(['newest', 'oldest', 'first_unread', 'date']);

/** The anchor by which clients mean the newest message. The number is larger than any message ID. */
const beyondAllMessages = '10000000000000000';

/**
 * The number by which the terminal client means the newest message when it searches. No message has it: it lies above IDs of 32 bits, and
 * as the ID of an imported message it would be a day in April 1970.
 */
const newestOfTerminal = '10000000000';

/**
 * Converts an anchor to the form that the messaging service accepts: a name, or a message ID within the valid range.
 * @throws BAD_REQUEST for another text; REQUEST_VARIABLE_MISSING without an anchor, or without the date for the anchor `date`
 */
export function readAnchor(values: {
  anchor: string | undefined;
  anchor_date: string | undefined;
  use_first_unread_anchor: boolean | undefined;
}): string {
  const { anchor } = values;
  if (values.use_first_unread_anchor) return 'first_unread';
  if (anchor === undefined) throw errors.missingParameter('anchor');
  if (anchor === 'date' && values.anchor_date === undefined) throw errors.missingParameter('anchor_date');
  if (named.has(anchor)) return anchor;
  if (!/^-?\d+$/.test(anchor)) throw errors.badRequest('Invalid anchor');
  if (anchor.startsWith('-')) return '0';
  const digits = anchor.replace(/^0+(?=\d)/, '');
  const isBeyond =
    digits.length > beyondAllMessages.length ||
    (digits.length === beyondAllMessages.length && digits > beyondAllMessages);
  return isBeyond || digits === newestOfTerminal ? beyondAllMessages : digits;
}
