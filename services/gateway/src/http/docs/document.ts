/** The parts of the OpenAPI document. A test checks the document against the schema of OpenAPI 3.1. */
import type { JsonSchema } from '@parley/api';

export type Contents = Readonly<
  Record<string, { schema?: JsonSchema; encoding?: Readonly<Record<string, { contentType: string }>> }>
>;

export type DocumentedParameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  deprecated?: boolean;
  'x-aliases'?: readonly string[];
  /** Absent for JSON in a query, whose schema is in `content`. */
  schema?: JsonSchema;
  content?: Contents;
};

/** An answer, or a reference to one of the shared ones. */
export type DocumentedAnswer = {
  $ref?: string;
  description?: string;
  headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
  content?: Contents;
};

export type DocumentedOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  parameters?: readonly DocumentedParameter[];
  requestBody?: { required?: boolean; content: Contents };
  /** Ways to authenticate. An empty one stands for no credentials. */
  security: readonly Readonly<Record<string, readonly string[]>>[];
  'x-rate-limit'?: string;
  responses: Readonly<Record<string, DocumentedAnswer>>;
  'x-also'?: readonly string[];
  'x-long-poll'?: boolean;
};

export type OpenApiDocument = {
  openapi: string;
  info: { title: string; description: string } & Readonly<Record<string, unknown>>;
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  components: {
    securitySchemes: Readonly<Record<string, object>>;
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, DocumentedAnswer>>;
  };
};
