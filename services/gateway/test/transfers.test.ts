import { errors } from '@parley/core';
import type { ReadFileRequest } from '@parley/proto/upload/v1/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transfers } from '../src/http/routes.ts';
import { send, startTestGateway, type TestGateway } from './support.ts';

let gateway: TestGateway;
let root: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  root = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => gateway?.[Symbol.asyncDispose]());

const pathOf = ({ path, takesRest }: (typeof transfers)[number]) => (takesRest ? `${path}/1/a/b.png` : path);

describe.each(transfers.map((transfer) => [pathOf(transfer), transfer] as const))('%s', (url, transfer) => {
  it('answers preflight requests of other origins', async () => {
    const { status, headers } = await fetch(root + url, { method: 'OPTIONS' });
    expect(status).toBe(204);
    if (transfer.isForPrograms) return expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const methods = headers.get('access-control-allow-methods')!.split(', ');
    expect(methods).toEqual(expect.arrayContaining([...transfer.methods]));
    expect(headers.get('access-control-allow-headers')!.toLowerCase()).toContain('authorization');
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it('refuses other methods and lists the supported ones', async () => {
    const refused = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !transfer.methods.includes(method),
    );
    for (const method of refused) {
      const { status, headers, body } = await send(gateway, { method, url, anonymous: true });
      expect(status).toBe(405);
      expect(body).toMatchObject({ result: 'error', code: 'METHOD_NOT_ALLOWED' });
      expect(String(headers.allow).split(', ')).toEqual(
        expect.arrayContaining([...transfer.methods, 'OPTIONS']),
      );
    }
  });
});

it('answers a transfer that fails before its handler runs', async () => {
  // Requests of the framework's `inject` have no socket, so setting the socket's timeout throws.
  const { status } = await send(gateway, { method: 'GET', url: '/user_avatars/1/a.png', anonymous: true });
  expect(status).toBe(500);
});

it('gives pictures of other hosts only an eighth of the transfers, so that slow hosts do not delay files', async () => {
  const released = Promise.withResolvers<void>();
  let reading = 0;
  await using busy = await startTestGateway({ config: { maxTransfers: 16 } });
  Object.assign(busy.ctx.rpc.files, {
    readFile: async ({ file }: ReadFileRequest) => {
      if (file?.$case === 'externalPicture') {
        reading++;
        await released.promise;
      }
      throw errors.notFound();
    },
  });
  const address = await busy.app.listen({ host: '127.0.0.1', port: 0 });
  const statusOf = async (path: string) => (await fetch(address + path)).status;
  const slow = [statusOf('/external_content/a/b'), statusOf('/external_content/a/b')];
  await expect.poll(() => reading).toBe(2);
  expect(await statusOf('/external_content/a/b')).toBe(503);
  expect(await statusOf('/user_avatars/1/a.png')).toBe(404);
  released.resolve();
  expect(await Promise.all(slow)).toEqual([404, 404]);
  expect(await statusOf('/external_content/a/b')).toBe(404);
});
