import {
  type Immutable,
  type Node,
  objectIn,
  type Operation,
  operationsOf,
  type Plugin,
  type SwaggerUi,
} from './swagger-ui.ts';
import { read } from './session.ts';

interface ExecuteProps {
  path: string;
  method: string;
}

interface Question {
  consequence: string;
  /** Text that the admin must type. Without it, one more click suffices. */
  typed?: string;
}

/** Asks the admin to confirm operations that cannot be undone, or only in part. */
export const confirm: Plugin = ({ React }) => {
  const element = React.createElement;
  return {
    wrapComponents: {
      execute: (Original: (props: ExecuteProps) => Node, ui: SwaggerUi) => (props: ExecuteProps) =>
        element(
          'div',
          {
            className: 'confirmed-execute',
            onClickCapture: (event: Event) => void intercept(event, props, ui),
          },
          element(Original, props),
        ),
    },
  };
};

/** Button whose click passes, because the admin has confirmed it. */
let confirmed: HTMLElement | undefined;

/** Operations, with their input, whose questions are being prepared. */
const asking = new Set<string>();

async function intercept(event: Event, props: ExecuteProps, ui: SwaggerUi): Promise<void> {
  const button = (event.target as Element).closest<HTMLElement>('.execute');
  if (!button || button === confirmed) return;
  const input = inputOf(props, ui);
  if (asking.has(input)) return event.stopPropagation();
  const question = questionOf(props, ui);
  if (!question) return;
  event.stopPropagation();
  asking.add(input);
  const asked = await question;
  asking.delete(input);
  // The admin changed the input while the names were read.
  if (inputOf(props, ui) !== input) return;
  if (!isConfirmed(asked)) return;
  confirmed = button;
  button.click();
  confirmed = undefined;
}

function inputOf({ path, method }: ExecuteProps, ui: SwaggerUi): string {
  const parameters = ui.specSelectors.parameterValues([path, method]);
  const body = ui.oas3Selectors.requestBodyValue(path, method);
  return JSON.stringify([path, method, parameters, body]);
}

function questionOf(
  { path, method }: ExecuteProps,
  ui: SwaggerUi,
): Question | Promise<Question> | undefined {
  const parameters = ui.specSelectors.parameterValues([path, method]);
  const id = (parameters.get('path.id') ?? parameters.get('path.idOrSlug') ?? '') as string;
  // Swagger UI asks for a missing id.
  if (!id && path.includes('{')) return undefined;
  const operation = operationsOf(ui).find((each) => each.path === path && each.method === method)!;
  if (operation.operationId === 'revokeKey') return revocation(id);
  const body = ui.oas3Selectors.requestBodyValue(path, method);
  if (operation.operationId === 'mergeBusiness') return merge(id, body);
  if (operation.operationId === 'mergeDuplicate') return mergeOfPair(body);
  if (operation.operationId === 'undoImport') {
    return {
      consequence: `Undoing the import ${id} restores earlier values and removes the businesses it added.`,
    };
  }
  if (operation.operationId === 'startImport') return completeImport(parameters);
  if (method === 'delete' && id) return removal(operation, id);
  return undefined;
}

function completeImport(parameters: Immutable): Question | undefined {
  const complete = parameters.get('query.complete') as string | undefined;
  if (!complete || String(parameters.get('query.dryRun')) === 'true') return undefined;
  const effect = complete === 'close' ? 'marks as closed' : 'removes';
  const source = (parameters.get('query.source') ?? 'its source') as string;
  return {
    consequence: `The import ${effect} every business of ${source} that the file lacks. A dry run counts them.`,
  };
}

function removal({ summary, description }: Operation, id: string): Question {
  return { consequence: [`${summary}: ${id}.`, description].filter(Boolean).join('\n\n') };
}

async function revocation(id: string): Promise<Question> {
  const key = await read(`keys/${id}`);
  const secrets = key?.secrets as { start: string }[] | undefined;
  return {
    consequence: `Revoking the key "${named(key, id)}" is permanent. Its requests fail at once, and its owner gets an email.`,
    typed: secrets?.[0]?.start ?? id,
  };
}

function mergeOfPair(body: unknown): Question {
  const { keep = '' } = objectIn(body) as { keep?: string };
  return { consequence: `The merge keeps "${keep}", and removes the other business of the pair.` };
}

async function merge(into: string, body: unknown): Promise<Question> {
  const { from = '' } = objectIn(body) as { from?: string };
  const [removed, kept] = await Promise.all([
    read(`businesses/${from}`),
    read(`businesses/${into}`),
  ]);
  return {
    consequence: `The merge removes "${named(removed, from)}" and redirects it to "${named(kept, into)}". Restoring it moves nothing back.`,
    typed: named(removed, from),
  };
}

function isConfirmed({ consequence, typed }: Question): boolean {
  if (typed === undefined) return window.confirm(`${consequence}\n\nContinue?`);
  return window.prompt(`${consequence}\n\nType ${typed} to continue.`)?.trim() === typed;
}

function named(record: Record<string, unknown> | undefined, id: string): string {
  return (record?.name ?? record?.label ?? id) as string;
}
