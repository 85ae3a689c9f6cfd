import fc from 'fast-check';
import { resolveQuickly } from './test/quick-imports.ts';

resolveQuickly();

// Property tests use the same seed on every machine. Another seed explores other cases: PARLEY_PROPERTY_SEED=$RANDOM
// npm test.
fc.configureGlobal({ seed: Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_120) });
