/**
 * Measures the analysis: prints the processor time for one message and one search, and the bytes that the terms take in a
 * `tsvector`. The exit code is 1 when a message of about 100 characters takes more than 100 µs.
 */
import { analyzeText, parseSearch } from '../src/index.ts';

const limitMicroseconds = 100;
const rounds = 3_000;

const messages = {
  English:
    'Can you review my pull request, please? It should be merged today, because we need it for the release.',
  German:
    'Kannst du bitte mal schauen, ob das geht? Der Server ist seit heute morgen um neun nicht erreichbar.',
  Japanese: '東京都でiPhoneを買うつもりですが、どこがいいと思いますか。新しいのが欲しいです。',
  code: 'Fixed in https://example.com/org/repo/pull/1234#discussion by renaming fetchInvoiceRows to loadRows.',
};

/** Returns the processor time of one call in microseconds. */
function costOf(run: () => void): number {
  for (let round = 0; round < rounds; round++) run();
  const begun = process.cpuUsage();
  for (let round = 0; round < rounds; round++) run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / rounds;
}

for (const [name, message] of Object.entries(messages)) {
  const cost = costOf(() => analyzeText(message));
  const { terms } = analyzeText(message);
  const bytes = terms.reduce(
    (sum, { term, positions }) => sum + 6 + Buffer.byteLength(term) + 2 * positions.length,
    0,
  );
  process.stdout.write(`${name}: ${cost.toFixed(1)} µs, ${terms.length} terms, ${bytes} bytes\n`);
  if (cost > limitMicroseconds) process.exitCode = 1;
}
process.stdout.write(`a search: ${costOf(() => parseSearch('releases servers deployment')).toFixed(1)} µs\n`);
