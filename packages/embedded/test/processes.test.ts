import { afterEach, expect, it, vi } from 'vitest';
import { endProcess } from '../src/index.ts';

/** An ID above the highest one that Linux gives to a process. Signals to it fail with ESRCH. */
const pid = 2 ** 22 + 1;

afterEach(() => vi.restoreAllMocks());

/** Makes `process.kill` succeed as if the process lived, except for one signal. */
function failAt(failing: NodeJS.Signals, fail: typeof process.kill) {
  return vi
    .spyOn(process, 'kill')
    .mockImplementation((id, signal) => (signal === failing ? fail(id, signal) : true));
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'regards a process as ended that ends just before %s',
  async (signal) => {
    const kill = failAt(signal, process.kill.bind(process));
    await endProcess(pid, 'SIGTERM', 0);
    expect(kill).toHaveBeenLastCalledWith(pid, signal);
  },
);

it.each(['SIGTERM', 'SIGKILL'] as const)('fails if it may not send %s', async (signal) => {
  failAt(signal, () => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  await expect(endProcess(pid, 'SIGTERM', 0)).rejects.toThrow('kill EPERM');
});
