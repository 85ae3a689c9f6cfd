import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Cluster } from '@parley/test-kit';
import type { Scenario } from '../bench.ts';
import { residentBytes } from '../processes.ts';
import { median } from '../stats.ts';

const mib = 1024 * 1024;
const fileMib = 1024;
const maxResident = 150;
const rounds = 3;
/** Multipart boundary in the format of browsers. */
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

/**
 * Measures upload and download of a file of 1 GiB, in comparison with a bare `node:http` server that writes to the same disk.
 */
export const files: Scenario = async (bench) => {
  const { cluster, sender } = bench;
  const authorization = `Basic ${Buffer.from(`${sender.email}:${sender.apiKey}`).toString('base64')}`;
  const folder = mkdtempSync(join(cluster.dataDir, 'bare-'));
  const bare = await startBare(join(folder, 'file'));
  const peaks = watchResident(cluster);
  bench.say(
    `at rest, MiB: ${['gateway', 'upload'].map((name) => `${name} ${Math.round(peaks.of(name) / mib)}`).join(', ')}`,
  );
  const figures = {
    up: [] as number[],
    down: [] as number[],
    bareUp: [] as number[],
    bareDown: [] as number[],
  };
  try {
    for (let round = 0; round < rounds; round++) {
      figures.bareUp.push((await timed(() => send(`${bare.url}/`, {}))).rate);
      figures.bareDown.push((await timed(() => receive(`${bare.url}/`, {}))).rate);
      const sent = await timed(() => send(`${cluster.url}/api/v1/user_uploads`, { authorization }, true));
      const { url } = JSON.parse(sent.value) as { url: string };
      figures.up.push(sent.rate);
      figures.down.push((await timed(() => receive(cluster.url + url, { authorization }))).rate);
      const { attachments } = await sender.api.get('/attachments');
      await sender.api.delete(`/attachments/${attachments.at(-1).id}`);
      const [up, down] = [Math.round(sent.rate), Math.round(figures.down.at(-1)!)];
      const memory = ['gateway', 'upload'].map((name) => `${name} ${Math.round(peaks.of(name) / mib)}`);
      bench.say(`${up} MiB/s up, ${down} MiB/s down; peak MiB: ${memory.join(', ')}`);
      bench.say(
        `bare: ${Math.round(figures.bareUp.at(-1)!)} MiB/s up, ${Math.round(figures.bareDown.at(-1)!)} MiB/s down`,
      );
    }
  } finally {
    peaks.stop();
    bare.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  const [up, down] = [median(figures.up), median(figures.down)];
  const [bareUp, bareDown] = [median(figures.bareUp), median(figures.bareDown)];
  const method = `median of ${rounds} files of 1 GiB; limit: a bare node:http server, one process, the same disk`;
  const resident = (service: 'gateway' | 'upload') => ({
    name: `resident memory of ${service} meanwhile, peak`,
    value: peaks.of(service) / mib,
    unit: 'MiB',
    aim: `< ${maxResident} MiB`,
    met: peaks.of(service) < maxResident * mib,
    method: 'VmRSS every 50 ms',
  });
  return [
    {
      name: 'upload of a file',
      value: up,
      unit: 'MiB/s',
      limit: bareUp,
      aim: '≥ 50 %',
      met: up >= bareUp / 2,
      method,
    },
    {
      name: 'download of a file',
      value: down,
      unit: 'MiB/s',
      limit: bareDown,
      aim: '≥ 50 %',
      met: down >= bareDown / 2,
      method,
    },
    resident('gateway'),
    resident('upload'),
  ];
};

async function timed<T>(task: () => Promise<T>): Promise<{ value: T; rate: number }> {
  const started = performance.now();
  const value = await task();
  return { value, rate: fileMib / ((performance.now() - started) / 1000) };
}

/** Uploads the file, optionally within a multipart form. Returns the answer's body. */
async function send(url: string, headers: Record<string, string>, inForm = false): Promise<string> {
  const head = inForm
    ? `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="file.bin"\r\ncontent-type: application/x-bench\r\n\r\n`
    : '';
  const tail = inForm ? `\r\n--${boundary}--\r\n` : '';
  const sending = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-length': head.length + fileMib * mib + tail.length,
      ...(inForm && { 'content-type': `multipart/form-data; boundary=${boundary}` }),
    },
  });
  const answered = once(sending, 'response');
  const piece = Buffer.alloc(256 * 1024, 'Parley');
  sending.write(head);
  for (let sent = 0; sent < fileMib * mib; sent += piece.length) {
    if (!sending.write(piece)) await once(sending, 'drain');
  }
  sending.end(tail);
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode !== 200)
    throw new Error(`The upload was answered with ${response.statusCode}: ${text}`);
  return text;
}

async function receive(url: string, headers: Record<string, string>): Promise<void> {
  const asking = request(url, { headers });
  asking.end();
  const [response] = await once(asking, 'response');
  let received = 0;
  for await (const chunk of response) received += chunk.length;
  if (received !== fileMib * mib) throw new Error(`${received} bytes came back.`);
}

async function startBare(path: string): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../bare-file-server.js'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${line.toString().trim()}`, process: child };
}

/** Records the peak resident memory of each service. */
function watchResident(cluster: Cluster) {
  const peaks = new Map<string, number>();
  const look = () => {
    for (const { service, pid } of cluster.processes()) {
      peaks.set(service, Math.max(peaks.get(service) ?? 0, residentBytes(pid)));
    }
  };
  look();
  const timer = setInterval(look, 50);
  return { stop: () => clearInterval(timer), of: (service: string) => peaks.get(service) ?? 0 };
}
