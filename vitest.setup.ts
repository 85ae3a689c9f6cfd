import fc from 'fast-check';

// The same runs everywhere; another seed explores further: PARLEY_PROPERTY_SEED=$RANDOM npm test.
fc.configureGlobal({ seed: Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_120) });
