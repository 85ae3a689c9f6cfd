import { createServer } from 'node:net';
import { SetupError } from '@parley/embedded';

/**
 * Verifies that the launcher can listen on the public port of a host name or address.
 * @throws SetupError when it cannot
 */
export async function checkPort(host: string, port: number): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    throw new SetupError(`Port ${port} is taken by another program; set PARLEY_PORT to a free one.`);
  }
  throw new SetupError(`Port ${port} cannot be listened on (${code}); set PARLEY_PORT to another.`);
}
