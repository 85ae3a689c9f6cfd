/** Parts of an operation in the OpenAPI document that are needed to generate random requests. */
export type Operation = {
  readonly id: string;
  readonly method: string;
  /** Path from the server's root, with parameters in braces. */
  readonly path: string;
  readonly pathNames: readonly string[];
  readonly params: readonly Param[];
};

export type Param = { readonly name: string; readonly required: boolean; readonly schema: Schema };

export type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
};

type Described = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
    readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
};

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

/** Returns every operation of the document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const form = Object.values(described.requestBody?.content ?? {})[0]?.schema;
      const inQuery = (described.parameters ?? [])
        .filter((each) => each.in === 'query')
        .map(({ name, required = false, schema, content }) => ({
          name,
          required,
          schema: schema ?? Object.values(content ?? {})[0]?.schema ?? {},
        }));
      const inForm = Object.entries(form?.properties ?? {}).map(([name, schema]) => ({
        name,
        required: form?.required?.includes(name) ?? false,
        schema,
      }));
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
        params: [...inQuery, ...inForm],
      };
    }),
  );
}
