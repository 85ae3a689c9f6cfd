import { z } from 'zod';
import { json } from '../edge/parameter.ts';

/** Former values of the object that a request changes (docs/api/requests.md#expected-values). */
export const expectedValues = json(z.record(z.string(), z.unknown()))
  .optional()
  .describe(
    'Values of fields, as answers and events show them. When a stored value differs, nothing is changed: ' +
      '`EXPECTATION_MISMATCH` with the stored ones as `current`.',
  );
