/**
 * Whose access a signed address of a file depends on. The address is invalid when this access has ended: a person in one generation
 * of their access, which a number identifies; all administrators since a time, in milliseconds since the Unix epoch; nobody, for
 * addresses of operators.
 */
export type AddressHolder =
  | { kind: 'person'; userId: number; generation: number }
  | { kind: 'administrators'; since: number }
  | { kind: 'nobody' };

/** Returns the text of a holder, for use in a signed address. It contains only letters, digits and hyphens. */
export function holderText(holder: AddressHolder): string {
  switch (holder.kind) {
    case 'person':
      return `p${holder.userId}-${holder.generation}`;
    case 'administrators':
      return `a${holder.since}`;
    case 'nobody':
      return 'n';
  }
}

/** Returns the holder with a text; undefined for any other text. */
export function readHolder(text: string): AddressHolder | undefined {
  if (text === 'n') return { kind: 'nobody' };
  const [, since] = /^a(\d{1,15})$/.exec(text) ?? [];
  if (since !== undefined) return { kind: 'administrators', since: Number(since) };
  const [, userId, generation] = /^p(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (userId === undefined) return undefined;
  return { kind: 'person', userId: Number(userId), generation: Number(generation) };
}
