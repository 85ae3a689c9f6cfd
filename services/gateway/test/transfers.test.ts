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
