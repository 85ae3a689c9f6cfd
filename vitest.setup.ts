import fc from 'fast-check';
import { afterEach } from 'vitest';
import { takeWarnings } from './packages/test-servers/src/warnings.ts';
import { resolveQuickly } from './test/quick-imports.ts';

resolveQuickly();

// Property tests use the same seed on every machine. Another seed explores other cases: PARLEY_PROPERTY_SEED=$RANDOM
// npm test.
fc.configureGlobal({ seed: Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_120) });

afterEach(({ task }) => {
  const warnings = takeWarnings();
  if (task.result?.state !== 'fail' || warnings.length === 0) return;
  process.stderr.write(`Services logged before the end of "${task.name}":\n${warnings.join('\n')}\n`);
});
