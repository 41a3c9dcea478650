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
  /** Path of the body in the document: "paths", the path, the method, "requestBody". */
  specPath: Immutable;
  onChange(body: string): void;
}

interface HintProps {
  id: unknown;
  isSignedIn: boolean;
  onChoose(body: string): void;
}

/**
 * Shows the developer's expected requests per hour above the body of an approval, with a
 * button that enters them as the limit. The body stays as it is by default, so executing it
 * approves the default limit.
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
    if (status !== 'pending') return paragraph(`The request of ${who} is already ${status}.`);
    if (expected === null) return paragraph(`${who} did not state an expected number of requests.`);
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
        'Use as the limit',
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
