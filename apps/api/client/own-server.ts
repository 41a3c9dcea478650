import type { Plugin } from './swagger-ui.ts';

/**
 * Sends all requests to the server of this page, the only one that its policy allows. By default
 * Swagger UI sends them to the first server of the document, its public URL.
 */
export const ownServer: Plugin = () => ({
  components: { ServersContainer: () => null },
  statePlugins: { oas3: { wrapSelectors: { selectedServer: () => () => '/' } } },
});
