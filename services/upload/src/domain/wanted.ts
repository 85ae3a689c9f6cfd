/** What an operator lets people upload. */
export type Wanted = {
  /** Types, or `image/*` for all of a kind; none named is anything. */
  types: readonly string[];
  /** Endings of names that are refused, with their dot. */
  refusedExtensions: readonly string[];
};

/** Why a file is not wanted, in words for whoever uploads it; undefined when it is. The name counts without its case. */
export function unwantedBecause(
  { types, refusedExtensions }: Wanted,
  name: string,
  contentType: string,
): string | undefined {
  const isOf = (type: string) =>
    type === contentType || (type.endsWith('/*') && contentType.startsWith(type.slice(0, -1)));
  if (types.length > 0 && !types.some(isOf)) {
    return `Files of the type ${contentType} may not be uploaded here.`;
  }
  // Some systems drop dots and blanks at the end.
  const bare = name.toLowerCase().replace(/[. ]+$/, '');
  const ending = refusedExtensions.find((extension) => bare.endsWith(extension));
  return ending && `Files whose names end in ${ending} may not be uploaded here.`;
}
