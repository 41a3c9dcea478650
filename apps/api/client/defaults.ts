import type { Plugin, SwaggerUi } from './swagger-ui.ts';

type Operation = [path: string, method: string];

/**
 * Sends all requests to the server of this page, the only one that its policy allows. By default
 * Swagger UI sends them to the first server of the document, its public URL.
 */
export const ownServer: Plugin = () => ({
  components: { ServersContainer: () => null },
  statePlugins: { oas3: { wrapSelectors: { selectedServer: () => () => '/' } } },
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
