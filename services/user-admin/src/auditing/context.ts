import type { Ctx as ExportingCtx } from '../exporting/context.ts';

/** The server to which the audit log is streamed. */
export type AuditStream = {
  /**
   * URL of the receiver, with the scheme `https:`, `syslog+tls:` or `syslog+tcp:`. `http:` is possible only to this machine.
   */
  url: string;
  /** Bearer token for HTTPS; empty for none. */
  token: string;
  /**
   * PEM certificates of the authority that issued the receiver's certificate; undefined for the authorities that Node.js
   * trusts.
   */
  ca: string | undefined;
};

/** Dependencies of the handlers and workers of the module `auditing`. */
export type Ctx = ExportingCtx & {
  config: {
    /** Host name of this server, as the sender in syslog messages. */
    host: string;
    audit: {
      /** Days after which entries are deleted; 0 to keep all entries. */
      retentionDays: number;
      stream: AuditStream | undefined;
    };
  };
};
