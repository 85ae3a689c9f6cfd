import { type ErrorText, errorText } from '@parley/core';

/** The files that the operator allows people to upload. */
export type AcceptedFiles = {
  /** Accepted content types, or `image/*` for all of a kind. An empty list accepts every type. */
  types: readonly string[];
  /** Refused file name extensions with their dot, in lower case. */
  refusedExtensions: readonly string[];
};

/**
 * Returns the reason for refusing a file, as a sentence for the person who uploads it; undefined when it is accepted.
 */
export function refusalOfFile(
  { types, refusedExtensions }: AcceptedFiles,
  name: string,
  contentType: string,
): ErrorText | undefined {
  const isOf = (type: string) =>
    type === contentType || (type.endsWith('/*') && contentType.startsWith(type.slice(0, -1)));
  if (types.length > 0 && !types.some(isOf)) {
    return errorText('Files of the type {type} may not be uploaded here.', { type: contentType });
  }
  // Some systems ignore dots and spaces at the end of a name.
  const bare = name.toLowerCase().replace(/[. ]+$/, '');
  const ending = refusedExtensions.find((extension) => bare.endsWith(extension));
  return ending === undefined
    ? undefined
    : errorText('Files whose names end in {ending} may not be uploaded here.', { ending });
}
