/** What a page or a file outside the API answers. */
export type PageContent = {
  /** Default 200. */
  status?: number;
  contentType: string;
  body: string | Uint8Array;
  /** Whether the body is already compressed. `headers` must then contain `content-encoding`. */
  isEncoded?: boolean;
  headers?: Readonly<Record<string, string | string[]>>;
};
