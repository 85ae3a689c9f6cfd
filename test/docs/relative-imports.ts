import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the files that a file imports with relative paths, for values or types.
 * @param file path below `folder`, as are the returned ones
 */
export function relativeImports(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    join(dirname(file), path!),
  );
}
