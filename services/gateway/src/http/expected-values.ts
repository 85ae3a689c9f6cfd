import { z } from 'zod';
import { json } from '../edge/declaration/parameter.ts';

/** If a stored value differs, the request changes nothing (docs/api/requests.md#expected-values). */
export const expectedValues = json(z.record(z.string(), z.unknown()))
  .optional()
  .describe(
    'Values of fields, as answers and events show them. When a stored value differs, nothing is changed: ' +
      '`EXPECTATION_MISMATCH` with the stored ones as `current`.',
  );
