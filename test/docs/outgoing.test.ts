import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Matches code that opens connections: HTTP clients, sockets, and libraries that use them. */
const opens =
  /(?<![.\w])fetch\(|from '(?:undici|node:net|node:tls|node:http|node:https|node:http2|node:dgram|nodemailer|aws4fetch|ldapts|openid-client|jose)'/;

/**
 * Files that may open connections or listen, each with the destination. Destinations come from the configuration, never from
 * people or messages. The only exception is `request-outside.ts`: with it, `upload` requests pictures and pages that messages
 * link to, and `notify` requests the push services that browsers specify. A file that requests such addresses must refuse
 * private ones (docs/threat-model.md), and its entry must describe how.
 */
const allowed: Readonly<Record<string, string>> = {
  'packages/client/src/transport/http.ts': 'the server that the user of the library names',
  'packages/file-text/src/refuse-network.ts': 'opens nothing; takes these functions away from a process',
  'packages/testcontainers/src/container.ts': 'the container that it has started',
  'packages/web/src/media/file-details.ts': 'the server that served the page: paths below /user_uploads/',
  'packages/web/src/media/file-size.ts': 'the server that served the page: paths below /user_uploads/',
  'packages/web/src/media/pdf-page.ts': 'the server that served the page: paths below /user_uploads/',
  'packages/web/src/media/voice-player.ts': 'the server that served the page: paths below /user_uploads/',
  'packages/web/src/emoji/all-emoji.ts': 'the server that served the page',
  'packages/web/src/model/people/pictures.ts':
    'the server that served the page: ownPicture refuses other addresses',
  'packages/web/src/service-worker/shell.ts': 'the server that served the page',
  'packages/outside/src/connection-pool.ts': 'opens nothing itself; connections of request-outside.ts',
  'packages/outside/src/request-outside.ts':
    'public addresses only: resolved once, each address checked, the connection checked again',
  'packages/rpc/src/byte-client.ts': 'services, at their configured addresses',
  'packages/rpc/src/files/byte-server.ts': 'listens',
  'services/messaging/src/search/opensearch-client.ts': 'the configured OpenSearch',
  'services/gateway/src/video-calls/provider-request.ts': 'the configured providers of video calls',
  'services/gateway/src/edge/intake/listen.ts': 'listens',
  'services/gateway/src/edge/intake/close-gently.ts': 'opens nothing; closes connections',
  'services/gateway/src/edge/answer/node-internals.ts': 'opens nothing; reads responses in progress',
  'services/gateway/src/edge/answer/one-write.ts': 'answers the client',
  'services/notify/src/mail/transport.ts': 'the configured mail server',
  'services/notify/src/push/apns.ts': 'the configured push service of Apple',
  'services/notify/src/push/post.ts':
    'the configured push service of Google, its tokens, and the configured forwarding service',
  'services/upload/src/scanning/clamd-scanner.ts': 'the configured virus scanner',
  'services/upload/src/storage/cloud-identity.ts': 'the token service of the configured store',
  'services/upload/src/storage/s3-store.ts': 'the configured object storage',
  'services/user-admin/src/auditing/streaming/https-sink.ts': 'the configured receiver of the audit log',
  'services/user-admin/src/auditing/streaming/syslog-sink.ts': 'the configured receiver of the audit log',
  'services/user-admin/src/ldap/directory.ts': 'the configured directory',
  'services/user-admin/src/identity-providers/jwt.ts':
    'the configured address of keys, through provider-request.ts',
  'services/user-admin/src/identity-providers/oidc.ts':
    'the configured providers, through provider-request.ts',
  'services/user-admin/src/identity-providers/provider-request.ts':
    'the configured identity providers, and addresses that their own documents name',
};

it('no shipped code opens a connection to an address that is neither configured nor guarded', () => {
  const found = globSync('{packages,services}/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|^packages\/(?:embedded|test-servers)\//.test(file))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      // Removes imports that open no connection: types, and functions that only parse addresses.
      return opens.test(
        text.replaceAll(
          /^import (?:type .*|\{ (?:(?:isIP\w*|SocketAddress|BlockList)(?:, )?)+ \} from 'node:net';)$/gm,
          '',
        ),
      );
    });
  // Checks both directions: an entry that is no longer needed would permit a future connection of that file.
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
