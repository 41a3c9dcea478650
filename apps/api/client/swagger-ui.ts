/** Parts of Swagger UI 5 that these modules use. The package declares no types. */

export type Node = unknown;
export type Component<Props> = (props: Props) => Node;

export interface React {
  createElement<Props extends object>(
    type: string | Component<Props>,
    props: Props | null,
    ...children: Node[]
  ): Node;
  memo<Props>(
    component: Component<Props>,
    isEqual: (before: Props, after: Props) => boolean,
  ): Component<Props>;
  useState<T>(initial: T): [T, (value: T) => void];
  useEffect(effect: () => (() => void) | void, dependencies: unknown[]): void;
}

/** Map or list of Immutable.js. */
export interface Immutable {
  get(key: string): unknown;
  has(key: string | number): boolean;
  toJS(): unknown;
}

export interface AccessToken {
  access_token: string;
  token_type: string;
  expires_in: number;
}

export interface SwaggerUi {
  /** Functions of Swagger UI that plugins replace. */
  fn: Record<string, unknown>;
  React: React;
  getComponent(name: string): Component<Record<string, unknown>>;
  authActions: {
    authorizeOauth2(authorized: { auth: object; token: AccessToken }): void;
    logout(names: string[]): void;
    showDefinitions(definitions: unknown): void;
  };
  authSelectors: { authorized(): Immutable | undefined; definitionsToAuthorize(): unknown };
  layoutActions: {
    /** Added by the plugin of the same name. */
    reveal(part: string[]): void;
    updateFilter(phrase: string): void;
  };
  layoutSelectors: { currentFilter(): unknown };
  oas3Actions: {
    setRequestBodyValue(change: { value: string; pathMethod: [string, string] }): void;
  };
  oas3Selectors: {
    requestBodyErrors(path: string, method: string): Immutable | undefined;
    requestBodyValue(path: string, method: string): unknown;
  };
  specActions: {
    changeParam(
      operation: [path: string, method: string],
      name: string,
      place: string,
      value: string,
      isXml: boolean,
    ): void;
  };
  specSelectors: {
    parameterValues(operation: [path: string, method: string]): Immutable;
    specJson(): Immutable;
  };
}

/** Props of the component that edits the body of a request. */
export interface RequestBodyProps {
  /** Path of the body in the document: "paths", the path, the method, "requestBody". */
  specPath: Immutable;
  requestBodyValue?: unknown;
  onChange(body: string): void;
}

export type Plugin = (system: SwaggerUi) => object;

export interface Operation {
  path: string;
  method: string;
  tag: string;
  operationId: string;
  summary: string;
  description?: string;
  parameters: { name: string; in: string }[];
}

/** An operation as the document states it. */
interface DocumentedOperation extends Pick<Operation, 'operationId' | 'summary' | 'description'> {
  tags: string[];
  parameters?: Operation['parameters'];
}

/** Returns the operations of the displayed document. */
export function operationsOf({ specSelectors }: SwaggerUi): Operation[] {
  const { paths = {} } = specSelectors.specJson().toJS() as {
    paths?: Record<string, Record<string, DocumentedOperation>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { tags, parameters = [], ...operation }]) => ({
      ...operation,
      path,
      method,
      tag: tags[0]!,
      parameters,
    })),
  );
}

/** Parses a JSON object. Any other text counts as an empty object. */
export function objectIn(text: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the settings that the server puts on the page's root element. */
export function pageData(): DOMStringMap {
  return document.querySelector<HTMLElement>('#swagger-ui')!.dataset;
}
