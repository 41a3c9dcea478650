import { responseIds } from './response-ids.ts';
import { approvalHint } from './approval-hint.ts';
import { confirm } from './confirm.ts';
import { decideListed } from './decide-listed.ts';
import { missingBody, oneValue, ownServer } from './defaults.ts';
import { findOperations } from './find-operations.ts';
import { fillInLinked, followLinks, linkedOperation, reveal } from './operation-links.ts';
import { type SwaggerResponse, ifMatch, rememberTag } from './if-match.ts';
import { maskToken } from './mask-token.ts';
import { pictures } from './pictures.ts';
import { pureComponents } from './pure-components.ts';
import { resolveParts } from './resolve-parts.ts';
import { askToSignIn, forget, isSignedIn, restore } from './session.ts';
import { signInForm } from './sign-in-form.ts';
import { type SwaggerUi, pageData } from './swagger-ui.ts';

declare const SwaggerUIBundle: (options: object) => SwaggerUiInstance;

interface SwaggerUiInstance {
  getSystem(): SwaggerUi;
}

const isAdmins = location.pathname.startsWith('/admin');

const instance = SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: pageData().document,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  filter: true,
  tryItOutEnabled: true,
  // By default Swagger UI sends the document to validator.swagger.io.
  validatorUrl: null,
  plugins: [
    findOperations,
    ownServer,
    missingBody,
    oneValue,
    reveal,
    resolveParts,
    ...(isAdmins
      ? [signInForm, responseIds, approvalHint, decideListed, confirm, ifMatch, maskToken, pictures]
      : []),
    // Last, so that it also covers what the others add.
    pureComponents,
  ],
  responseInterceptor: (response: SwaggerResponse & { status: number }) => {
    const ui = instance.getSystem();
    if (isAdmins) rememberTag(response, ui);
    if (isAdmins && response.status === 401) {
      forget(ui);
      askToSignIn(ui);
    }
    return response;
  },
  onComplete: () => {
    const ui = instance.getSystem();
    if (isAdmins) restore(ui);
    followLinks(ui);
    fillInLinked(ui);
    if (isAdmins && !isSignedIn(ui) && linkedOperation(ui)) askToSignIn(ui);
  },
});
