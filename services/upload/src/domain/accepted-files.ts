import { type ErrorText, errorText } from '@parley/core';

export type AcceptedFiles = {
  /** Accepted content types. `image/*` stands for all images. An empty list accepts every type. */
  types: readonly string[];
  /** Rejected file name extensions in lower case, with the dot. */
  refusedExtensions: readonly string[];
};

/** Returns why a file is rejected, as a sentence for the person who uploads it; undefined when it is accepted. */
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
  // Some systems ignore dots and spaces at the end of a name, so `a.exe.` has the extension `.exe`.
  const bare = name.toLowerCase().replace(/[. ]+$/, '');
  const ending = refusedExtensions.find((extension) => bare.endsWith(extension));
  return ending === undefined
    ? undefined
    : errorText('Files whose names end in {ending} may not be uploaded here.', { ending });
}
