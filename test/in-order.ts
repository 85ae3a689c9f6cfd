import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Returns a sequencer that runs files in the order of these endings of their paths, after all others. */
export function inOrder(endings: readonly string[]) {
  const placeOf = ({ moduleId }: TestSpecification) =>
    endings.findIndex((ending) => moduleId.endsWith(ending));
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((one, other) => placeOf(one) - placeOf(other));
    }
  };
}
