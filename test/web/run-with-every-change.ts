/**
 * Path patterns of the browser tests that `.ci/run` runs for every change: the way in, channels, writing, and what one does with
 * messages. Together they take up to three minutes.
 */
export const shortWebTests = ['test/web/*/{channels,first-run,joining,messages,writing}.web.ts'];

/** Path patterns of all browser tests. They match the short ones too. */
export const allWebTests = ['test/web/**/*.{test,web}.ts'];
