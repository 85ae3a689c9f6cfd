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
      const ended = once(socket, 'close');
      // Prevents an unhandled rejection: the socket may fail while nothing waits for its end, but for the next chunk.
      ended.catch(() => undefined);
      // clamd may answer and close the connection before it has received the whole file. The answer then contains the reason.
      socket.on('error', () => undefined);
      try {
        socket.write('zINSTREAM\0');
        for await (const chunk of chunks) {
          if (socket.destroyed || answer !== '') break;
          const length = Buffer.allocUnsafe(4);
          length.writeUInt32BE(chunk.length);
          socket.write(length);
          if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), ended]);
        }
        if (!socket.destroyed) socket.write(Buffer.alloc(4));
        await ended;
      } finally {
        socket.destroy();
      }
      signal.throwIfAborted();
      const [, finding, verdict] = /^stream: (?:(.*) )?(OK|FOUND)\0?$/s.exec(answer.trim()) ?? [];
      if (verdict === 'OK') return { isHarmful: false };
      if (verdict === 'FOUND') return { isHarmful: true, finding: findingOf(finding ?? '') };
      throw new Error(`The scanner answered: ${findingOf(answer)}`);
    },
  };
}
