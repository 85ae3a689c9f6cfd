/** Types of `brand-ids.mjs`, which tests import. */
export const typeOfId: (name: string) => string | undefined;
export function withBrandedIds(source: string, idsPath: string): string;
