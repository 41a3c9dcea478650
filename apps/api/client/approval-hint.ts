import { isSignedIn, read } from './session.ts';
import { defaultLimit, type KeyRequest, perHour, senderFacts } from './key-requests.ts';
import {
  type Node,
  objectIn,
  type Plugin,
  type RequestBodyProps,
  type SwaggerUi,
} from './swagger-ui.ts';

const APPROVE = '/admin/key-requests/{id}/approve';
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface HintProps {
  id: unknown;
  isSignedIn: boolean;
  body: Record<string, unknown>;
  onChoose(body: string): void;
}

/**
 * Shows the whole request and the limit that applies above the body of an approval, with a button
 * that enters the developer's expected rate as the limit. The body stays as it is by default, so
 * executing it approves the default limit.
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
            element(Hint, {
              id,
              isSignedIn: isSignedIn(ui),
              body: objectIn(props.requestBodyValue),
              onChoose: props.onChange,
            }),
            element(Original, props),
          );
        },
    },
  };

  function Hint({ id, isSignedIn, body, onChoose }: HintProps): Node {
    const [request, setRequest] = React.useState<KeyRequest | undefined>(undefined);
    React.useEffect(() => {
      let isWanted = true;
      setRequest(undefined);
      if (typeof id !== 'string' || !ID.test(id) || !isSignedIn) return;
      void read<KeyRequest>(`key-requests/${id}`).then((found) => isWanted && setRequest(found));
      return () => {
        isWanted = false;
      };
    }, [id, isSignedIn]);
    if (!request) return null;
    const { status, name, email, project, expectedRequestsPerHour: expected } = request;
    if (status !== 'pending') {
      return hint([`The request of ${name} <${email}> is already ${status}.`]);
    }
    const useExpected = element(
      'button',
      {
        type: 'button',
        className: 'btn',
        onClick: () => onChoose(JSON.stringify({ ...body, limitPerHour: expected }, null, 2)),
      },
      'Use the expected rate',
    );
    return hint(
      [element('strong', null, name)],
      [senderFacts(request).join(' · ')],
      [project],
      [
        `The key will allow ${perHour(Number(body.limitPerHour ?? defaultLimit()))}. `,
        ...(expected === null ? [] : [useExpected]),
      ],
    );
  }

  function hint(...paragraphs: Node[][]): Node {
    return element(
      'div',
      { className: 'approval-hint', role: 'status' },
      ...paragraphs.map((children) => element('p', null, ...children)),
    );
  }
};
