import type { Immutable, Plugin, SwaggerUi } from './swagger-ui.ts';

type Operation = [path: string, method: string];

/**
 * Sends all requests to the server of this page, the only one that its policy allows. By default
 * Swagger UI sends them to the first server of the document, its public URL.
 */
export const ownServer: Plugin = () => ({
  components: { ServersContainer: () => null },
  statePlugins: { oas3: { wrapSelectors: { selectedServer: () => () => '/' } } },
});

/**
 * Stores a typed value in the same place as one that a link fills in. By default Swagger UI stores
 * them apart and sends the typed one, even if it belongs to an earlier record.
 */
export const oneValue: Plugin = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        changeParamByIdentity:
          (_original: unknown, { specActions }: SwaggerUi) =>
          (operation: Operation, parameter: Immutable, value: string, isXml: boolean) => {
            const name = parameter.get('name') as string;
            const place = parameter.get('in') as string;
            return specActions.changeParam(operation, name, place, value, isXml);
          },
      },
    },
  },
});

/** Reports a missing file as body. By default Swagger UI then does nothing. */
export const missingBody: Plugin = () => ({
  statePlugins: {
    spec: {
      wrapSelectors: {
        validationErrors:
          (original: (operation: Operation) => string[], { oas3Selectors }: SwaggerUi) =>
          (_state: unknown, operation: Operation) => {
            const isMissing = oas3Selectors.requestBodyErrors(...operation)?.has(0) ?? false;
            const errors = original(operation);
            return isMissing ? [...errors, 'The request body is required.'] : errors;
          },
      },
    },
  },
});
