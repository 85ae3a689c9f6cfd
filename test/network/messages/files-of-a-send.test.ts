import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Network, Organization } from '@parley/test-kit';
import { expect, it, onTestFinished } from 'vitest';

const root = pathToFileURL(`${import.meta.dirname}/../../../`).pathname;

/** Returns a function that returns the files of services with functions that were called since its last call. */
async function watchCalls(): Promise<() => Promise<string[]>> {
  const session = new Session();
  session.connect();
  onTestFinished(() => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
      .map(({ url }) => relative(root, new URL(url, 'file:///').pathname))
      .filter((file) => /^services\/\w[\w-]*\/src\//.test(file) && !file.includes('/gen/'));
  };
}

it('a send calls functions in at most 31 files besides those that every request shares', async () => {
  const network = await Network.start({
    // Workers must not poll during each of the sends.
    env: { PARLEY_MESSAGING_DUE_INTERVAL_MS: '60000', PARLEY_MESSAGING_PREVIEW_INTERVAL_MS: '60000' },
  });
  onTestFinished(() => network.stop());
  const { alice } = await (await Organization.create(network)).add('alice');
  await alice.subscribe(['lunch']);
  const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'lunch' });
  const send = () => alice.send(channelId as number, 'Hello **there**', 'greetings');
  for (let count = 0; count < 3; count++) await send();
  const calledFiles = await watchCalls();
  let called: string[] | undefined;
  for (let count = 0; count < 10; count++) {
    await calledFiles();
    await send();
    const now = new Set(await calledFiles());
    // What another timer or request calls by chance is not called in each of the sends.
    called = called?.filter((file) => now.has(file)) ?? [...now];
  }
  // Workers handle the event of a message after it was sent. On a busy machine, they do so during each of the next sends.
  const own = called!.filter((file) =>
    /^services\/(messaging|channel|gateway\/src\/http)\/(?!src\/(workers|search|db\/searching|domain\/searching))/.test(
      file,
    ),
  );
  expect(own).toContain('services/gateway/src/http/messages/send-message.ts');
  expect(own).toContain('services/messaging/src/db/messages.ts');
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(31);
});
