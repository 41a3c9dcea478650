import { isSignedIn, tokenOf } from './session.ts';
import type { Immutable, Node, Plugin, SwaggerUi } from './swagger-ui.ts';

const APPROVE = '/admin/key-requests/{id}/approve';
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface KeyRequest {
  status: string;
  name: string;
  email: string;
  expectedRequestsPerHour: number | null;
}

interface RequestBodyProps {
  /** Where the body is in the document: "paths", the path, the method, "requestBody". */
  specPath: Immutable;
  onChange(body: string): void;
}

interface HintProps {
  id: unknown;
  isSignedIn: boolean;
  onChoose(body: string): void;
}

/**
 * Tells above the body of an approval what the developer expects to need, with a button that writes it
 * into the body. The body itself stays as it is: whoever just executes it approves the usual limit.
 */
export const approvalHint: Plugin = ({ React }) => {
  const element = React.createElement;
  return {
    wrapComponents: {
      RequestBody:
        (Original: (props: RequestBodyProps) => Node, ui: SwaggerUi) =>
        (props: RequestBodyProps) => {
          const [, path, method] = props.specPath.toJS() as string[];
          if (path !== APPROVE) return element(Original, props);
          const id = ui.specSelectors.parameterValues([path, method!]).get('path.id');
          return element(
            'div',
            null,
            element(Hint, { id, isSignedIn: isSignedIn(ui), onChoose: props.onChange }),
            element(Original, props),
          );
        },
    },
  };

  function Hint({ id, isSignedIn, onChoose }: HintProps): Node {
    const [request, setRequest] = React.useState<KeyRequest | undefined>(undefined);
    React.useEffect(() => {
      let isWanted = true;
      setRequest(undefined);
      if (typeof id !== 'string' || !ID.test(id) || !isSignedIn) return;
      void read(id).then((found) => isWanted && setRequest(found));
      return () => {
        isWanted = false;
      };
    }, [id, isSignedIn]);
    if (!request) return null;
    const { status, name, email, expectedRequestsPerHour: expected } = request;
    const who = `${name} <${email}>`;
    if (status !== 'pending') return paragraph(`The request of ${who} is ${status} already.`);
    if (expected === null) return paragraph(`${who} does not say how many requests are expected.`);
    const amount = expected.toLocaleString('en-US');
    return paragraph(
      `${who} expects ${amount} requests an hour. `,
      element(
        'button',
        {
          type: 'button',
          className: 'btn',
          onClick: () => onChoose(JSON.stringify({ limitPerHour: expected }, null, 2)),
        },
        'Make that the limit',
      ),
    );
  }

  function paragraph(...children: Node[]): Node {
    return element('p', { className: 'approval-hint', role: 'status' }, ...children);
  }
};

async function read(id: string): Promise<KeyRequest | undefined> {
  const response = await fetch(`/admin/key-requests/${id}`, {
    headers: { authorization: `Bearer ${tokenOf()}` },
  }).catch(() => undefined);
  if (!response?.ok) return undefined;
  return ((await response.json()) as { data: KeyRequest }).data;
}
