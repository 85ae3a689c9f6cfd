import { z } from 'zod';
import { type Finding, fail, ok, warn } from './finding.ts';
import { reasonOf } from './reach.ts';

/** Where messaging keeps the search index, if that is OpenSearch. */
export type OpenSearchPlace = { url: string; alias: string };

const clusterStatus = z.enum(['green', 'yellow', 'red']);

/** What OpenSearch says about itself and the indexes of Parley. */
export type OpenSearchFacts = {
  version: string;
  status: z.infer<typeof clusterStatus>;
  /** Whether indexes refuse writes, because a disk is nearly full. */
  is_read_only: boolean;
};

const timeoutMs = 10_000;

/** Checks that OpenSearch answers and can take documents. Returns nothing where PostgreSQL keeps the search index. */
export async function examineOpenSearch({ url, alias }: OpenSearchPlace): Promise<Finding[]> {
  if (url === '') return [];
  try {
    return [judgeOpenSearch(await readOpenSearch(url, alias))];
  } catch (error) {
    return [
      fail(
        check,
        `OpenSearch could not be looked at: ${reasonOf(error)}. Searches for words fail.`,
        'Check PARLEY_MESSAGING_OPENSEARCH_URL, its name and password, and the network between.',
      ),
    ];
  }
}

const check = 'opensearch';

async function readOpenSearch(given: string, alias: string): Promise<OpenSearchFacts> {
  const { username, password, origin, pathname } = new URL(given);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const get = async <Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer> => {
    const response = await fetch(origin + pathname.replace(/\/+$/, '') + path, {
      headers: username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`it answers ${response.status} to ${path}`);
    return answer.parse(await response.json());
  };
  const { version } = await get('/', z.object({ version: z.object({ number: z.string() }) }));
  const { status } = await get(`/_cluster/health/${alias}-*`, z.object({ status: clusterStatus }));
  const settings = await get(`/${alias}-*/_settings/index.blocks.read_only_allow_delete`, z.unknown());
  return { version: version.number, status, is_read_only: JSON.stringify(settings).includes('"true"') };
}

export function judgeOpenSearch({ version, status, is_read_only }: OpenSearchFacts): Finding {
  if (Number.parseInt(version, 10) < 2)
    return fail(check, `OpenSearch is of version ${version}.`, 'Parley needs version 2 or newer.');
  if (status === 'red')
    return fail(
      check,
      'Parts of the search index in OpenSearch are missing (red).',
      'See the logs of OpenSearch.',
    );
  if (is_read_only)
    return fail(
      check,
      'OpenSearch refuses documents, because its disk is nearly full.',
      'Give it space; it accepts documents again by itself.',
    );
  if (status === 'yellow')
    return warn(
      check,
      'Replicas of the search index in OpenSearch are missing (yellow).',
      'Add nodes, or set PARLEY_MESSAGING_OPENSEARCH_REPLICAS to 0.',
    );
  return ok(check, `OpenSearch ${version} keeps the search index.`);
}
