import { WebSocket } from 'undici';

/** Address at which Node listens for a debugger after the signal SIGUSR1. Only one process at a time can use this port. */
const inspector = 'http://127.0.0.1:9229';

type Answer = { id: number; result?: { result?: { value?: unknown } }; error?: { message: string } };

/**
 * Measures the live bytes of a Node process: heap and buffers after a full garbage collection. The resident size would be
 * misleading, because it includes uncollected garbage.
 */
export async function liveBytes(pid: number): Promise<number> {
  await portIsFree();
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await debuggerUrl());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('The debugger does not answer.')));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let next = 1;
  const ask = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      waiting.set(next, resolve);
      socket.send(JSON.stringify({ id: next++, method, params }));
    });
  const evaluate = async (expression: string) =>
    (await ask('Runtime.evaluate', { expression, returnByValue: true })).result?.result?.value;
  try {
    const found = await evaluate('process.pid');
    if (found !== pid) throw new Error(`Another process (${found}) has the debugger's port.`);
    await ask('HeapProfiler.enable');
    await ask('HeapProfiler.collectGarbage');
    return (await evaluate(
      '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())',
    )) as number;
  } finally {
    // Closes the debugger's port, which the next process needs.
    await evaluate("setTimeout(() => process.getBuiltinModule('node:inspector').close(), 100).unref()");
    socket.close();
  }
}

/** Waits until no process uses the debugger's port. A process closes it with a short delay. */
async function portIsFree(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const isOpen = await fetch(`${inspector}/json/list`).then(
      (answer) => answer.text().then(() => true),
      () => false,
    );
    if (!isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function debuggerUrl(): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(`${inspector}/json/list`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt > 200) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
