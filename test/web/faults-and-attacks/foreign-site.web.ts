import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults-and-attacks/foreign-site.web.ts');

let team: Team;
let server: Server;
let foreign: string;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { port } = new URL(team.url());
  // The same host with another port is a different origin but the same site, so its requests carry the session's cookies.
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/frame') {
      response.end(
        `<!doctype html><iframe src="http://127.0.0.1:${port}/" width="800" height="600"></iframe>`,
      );
    } else {
      response.end(`<!doctype html><form method="post" action="http://127.0.0.1:${port}/api/v1/messages">
        <input name="type" value="channel"><input name="to" value="design">
        <input name="topic" value="forged"><input name="content" value="forged"><button>Go</button></form>`);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  foreign = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server?.close();
  await team?.[Symbol.asyncDispose]();
});

const forged = () => team.alice.messages([{ operator: 'topic', operand: 'forged' }]);

describe.skipIf(!executable)('another site', () => {
  it('cannot show the client in a frame', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(`${foreign}/frame`);
    await page.waitForTimeout(1_500);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    expect(frame?.url() ?? '').not.toContain(new URL(team.url()).port);
    await page.context().close();
  });

  it('cannot post in the name of the person who is signed in', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(`${foreign}/form`);
    await page.getByRole('button', { name: 'Go' }).click();
    await page.waitForTimeout(1_000);
    expect(await forged()).toEqual([]);
    await page.goto(`${foreign}/form`);
    const address = `${new URL(team.url()).origin}/api/v1/messages`;
    const answer = await page.evaluate(
      `fetch(${JSON.stringify(address)}, { method: 'POST', credentials: 'include', body: new URLSearchParams({
        type: 'channel', to: 'design', topic: 'forged', content: 'forged' }) }).then((each) => each.text(), String)`,
    );
    expect(String(answer)).not.toContain('"success"');
    expect(await forged()).toEqual([]);
    await page.context().close();
  });
});
