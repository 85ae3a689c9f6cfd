import { once } from 'node:events';
import { connect } from 'node:net';
import { findingOf, type Scanner } from './scanner.ts';

/** Maximum length of clamd's answer in characters. */
const maxAnswer = 4_096;

/** Creates a scanner that uses clamd over the network. Its command INSTREAM receives chunks, each after its length. */
export function createClamdScanner({ host, port }: { host: string; port: number }): Scanner {
  return {
    async scan(chunks, signal) {
      const socket = connect({ host, port, noDelay: true, signal });
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer = (answer + text).slice(0, maxAnswer);
      });
      // clamd may answer and close the connection before it has received the whole file. Sending then fails, but the answer
      // contains the reason. So an error of the connection is not thrown here, and counts only if there is no answer.
      socket.on('error', () => undefined);
      const closed = once(socket, 'close').then(
        () => undefined,
        (error: Error) => error,
      );
      let failure: Error | undefined;
      let hasWholeFile = false;
      try {
        socket.write('zINSTREAM\0');
        for await (const chunk of chunks) {
          if (socket.destroyed || answer !== '') break;
          const length = Buffer.allocUnsafe(4);
          length.writeUInt32BE(chunk.length);
          socket.write(length);
          if (!socket.write(chunk))
            await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
        }
        hasWholeFile = answer === '';
        if (!socket.destroyed) socket.write(Buffer.alloc(4));
        failure = await closed;
      } finally {
        socket.destroy();
      }
      signal.throwIfAborted();
      if (failure && answer === '') throw failure;
      const [, finding, verdict] = /^stream: (?:(.*) )?(OK|FOUND)\0?$/s.exec(answer.trim()) ?? [];
      // A part of a file may be harmless although the file is not.
      if (verdict === 'OK' && hasWholeFile) return { isHarmful: false };
      if (verdict === 'FOUND') return { isHarmful: true, finding: findingOf(finding ?? '') };
      throw new Error(`The scanner answered: ${findingOf(answer)}`, { cause: failure });
    },
  };
}
