import type { components, paths } from './schema.js';

type Schemas = components['schemas'];

export type Business = Schemas['Business'];
export type Category = Schemas['Category'];
export type City = Schemas['City'];
export type County = Schemas['County'];
export type Region = Schemas['Region'];
export type DirectoryEvent = Schemas['Event'];
export type Deal = Schemas['Deal'];
export type Attribution = Schemas['Attribution'];
export type RateLimit = Schemas['RateLimit'];
export type Match = Schemas['Match'];
export type MatchQuery = Schemas['MatchQuery'];
export type ChangesPage = ResponseBody<'/api/v1/changes'>;
/** A changed record of any type in its current state, or a deleted one. */
export type Change = ChangesPage['data'][number];

/** Code of an error that the server reports. */
export type ServerErrorCode = Schemas[Extract<keyof Schemas, `${string}Failure`>]['error']['code'];

/** Paths with a GET operation that answers in JSON. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: JsonOperation } ? Path : never;
}[keyof paths];

interface JsonOperation {
  responses: { 200: { content: { 'application/json': unknown } } };
}

/** Body of the successful response. */
export type ResponseBody<Path extends ReadPath> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** Query parameters. Lists of values may also be single values. */
export type Query<Path extends ReadPath> = paths[Path] extends {
  get: { parameters: { query?: infer Parameters } };
}
  ? {
      [Name in Exclude<keyof NonNullable<Parameters>, 'format'>]?: OneOrMore<
        NonNullable<NonNullable<Parameters>[Name]>
      >;
    }
  : never;

type OneOrMore<Value> = Value extends readonly (infer Item)[] ? Item | readonly Item[] : Value;

/** Record with the fields that the query selects: by default all. */
export type Selected<Fields> = Fields extends readonly (infer Field)[]
  ? number extends Fields['length']
    ? Schemas['SparseBusiness']
    : Pick<Business, 'id' | Extract<Field, keyof Business>>
  : Fields extends keyof Business
    ? Pick<Business, 'id' | Fields>
    : Business;
