import type { Scenario } from '../bench.ts';
import { fullSize, generateMessages } from '../reading/generate.ts';
import { measureReading } from '../reading/measure.ts';
import { generateOrganization } from '../reading/organization.ts';
import { addReaders } from '../reading/readers.ts';

/**
 * Measures reading in an organization with 1,000,000 messages, for a reader of 1,000 channels and for a reader of a few quiet
 * channels.
 */
export const reading: Scenario = async (bench) => {
  const readers = await addReaders(bench.organization);
  const { databaseUrl } = bench.cluster;
  bench.say(`Generating ${fullSize.messages} messages`);
  const start = performance.now();
  await generateOrganization(databaseUrl, fullSize, readers);
  await generateMessages(databaseUrl, fullSize, readers);
  const seconds = (performance.now() - start) / 1_000;
  return [
    {
      name: `reading: ${fullSize.messages} messages generated`,
      value: seconds,
      unit: 's',
      aim: '≤ 180 s',
      met: seconds <= 180,
      method: 'inside PostgreSQL, by two connections, indexes included',
    },
    ...(await measureReading(bench.cluster, readers)),
  ];
};
