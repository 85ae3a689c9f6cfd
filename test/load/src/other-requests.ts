// Sends small requests at a constant rate, as other clients would while polls are being answered. Runs as a separate process,
// so that the work of the load generator does not delay it. Reports the duration of each request when the parent process stops
// it.
import { Pool } from 'undici';

const [authorization, perSecond, ...urls] = process.argv.slice(2) as [string, string, ...string[]];
const pools = urls.map((url) => new Pool(url, { connections: 4, pipelining: 1 }));
const everyMs = 1000 / Number(perSecond);

let took: number[] = [];
let asked = 0;

async function ask(): Promise<void> {
  const started = performance.now();
  const { statusCode, body } = await pools[asked++ % pools.length]!.request({
    method: 'GET',
    path: '/api/v1/users/me',
    headers: { authorization },
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`Another request was answered ${statusCode}.`);
  took.push(performance.now() - started);
}

let timer: NodeJS.Timeout | undefined;
process.on('message', (what) => {
  if (what === 'start') {
    took = [];
    timer = setInterval(() => void ask(), everyMs);
  } else {
    clearInterval(timer);
    process.send?.(took);
  }
});
process.on('disconnect', () => process.exit());
await ask();
process.send?.([]);
