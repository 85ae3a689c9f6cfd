import type { Ctx as ExportingCtx } from '../exporting/context.ts';

export type AuditStream = {
  /** With the scheme `https:`, `syslog+tls:` or `syslog+tcp:`; `http:` only to this machine. */
  url: string;
  /** Bearer token for HTTPS; empty for none. */
  token: string;
  /** PEM certificates of the receiver's authority; undefined for those that Node.js trusts. */
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
