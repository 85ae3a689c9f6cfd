import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Returns a vitest sequencer. Files whose paths end with one of `endings` run last, in the order of `endings`. */
export function inOrder(endings: readonly string[]) {
  const placeOf = ({ moduleId }: TestSpecification) =>
    endings.findIndex((ending) => moduleId.endsWith(ending));
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((one, other) => placeOf(one) - placeOf(other));
    }
  };
}
