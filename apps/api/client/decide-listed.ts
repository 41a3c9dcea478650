import { DECISIONS, defaultLimit, type KeyRequest, perHour, senderFacts } from './key-requests.ts';
import {
  type Node,
  objectIn,
  type Plugin,
  type RequestBodyProps,
  type SwaggerUi,
} from './swagger-ui.ts';

interface Decision {
  id: string;
  decision: 'approve' | 'reject';
  limitPerHour?: number;
  reason?: string;
}

/** Requests of the last list that "Decide on these" took over, by id. At most one page. */
let listed = new Map<string, KeyRequest>();
/** Body to fill in when the operation is displayed. Swagger UI resets an earlier one. */
let unfilled: string | undefined;

/** Returns the name of a request that "Decide on these" listed. */
export function listedName(id: string): string | undefined {
  return listed.get(id)?.name;
}

/** Fills in an approval of each request. */
export function decideOn(requests: KeyRequest[], { oas3Actions }: SwaggerUi): void {
  listed = new Map(requests.map((request) => [request.id, request]));
  unfilled = bodyOf(requests.map(({ id }) => ({ id, decision: 'approve' })));
  // Renders the body again if the operation is already open.
  oas3Actions.setRequestBodyValue({ value: unfilled, pathMethod: [DECISIONS, 'post'] });
}

/**
 * Shows each decision of the body with its request. A typed reason turns an approval into a
 * rejection.
 */
export const decideListed: Plugin = ({ React }) => {
  const element = React.createElement;
  return {
    wrapComponents: {
      RequestBody: (Original: (props: RequestBodyProps) => Node) => (props: RequestBodyProps) => {
        const [, path] = props.specPath.toJS() as string[];
        React.useEffect(() => {
          if (path !== DECISIONS || !unfilled) return;
          props.onChange(unfilled);
          unfilled = undefined;
        }, [unfilled]);
        if (path !== DECISIONS) return element(Original, props);
        const decisions = decisionsIn(props.requestBodyValue);
        const change = (index: number, decision: Decision) =>
          props.onChange(bodyOf(decisions.map((each, at) => (at === index ? decision : each))));
        return element(
          'div',
          null,
          element(
            'ol',
            { className: 'decisions' },
            ...decisions.map((decision, index) =>
              lineOf(decision, (changed) => change(index, changed)),
            ),
          ),
          decisions.length > 0 &&
            element('p', { className: 'decision-count', role: 'status' }, summaryOf(decisions)),
          element(Original, props),
        );
      },
    },
  };

  function lineOf(decision: Decision, onChange: (changed: Decision) => void): Node {
    const { id } = decision;
    const request = listed.get(id);
    const name = request?.name ?? id;
    return element(
      'li',
      { key: id },
      element('strong', null, name),
      request && element('span', { className: 'facts' }, senderFacts(request).join(' · ')),
      request && element('span', { className: 'project' }, request.project),
      element(
        'span',
        { className: 'decision' },
        element('input', {
          'aria-label': `Limit per hour for ${name}`,
          inputMode: 'numeric',
          placeholder: perHour(defaultLimit()),
          disabled: isRejected(decision),
          value: decision.limitPerHour ?? '',
          onChange: ({ target }: { target: HTMLInputElement }) =>
            onChange({ ...decision, limitPerHour: numberIn(target.value) || undefined }),
        }),
        element('input', {
          'aria-label': `Reason to reject ${name}`,
          placeholder: 'Reason to reject',
          value: decision.reason ?? '',
          onChange: ({ target }: { target: HTMLInputElement }) =>
            onChange(
              target.value
                ? { id, decision: 'reject', reason: target.value }
                : { id, decision: 'approve' },
            ),
        }),
      ),
    );
  }
};

function isRejected({ decision }: Decision): boolean {
  return decision === 'reject';
}

function summaryOf(decisions: Decision[]): string {
  const rejected = decisions.filter(isRejected).length;
  return `Execute approves ${decisions.length - rejected} and rejects ${rejected}.`;
}

/** Reads a number, which may have thousands separators, as the placeholder does. */
function numberIn(text: string): number {
  return Number(text.replaceAll(',', ''));
}

function bodyOf(decisions: Decision[]): string {
  return JSON.stringify({ decisions }, null, 2);
}

function decisionsIn(body: unknown): Decision[] {
  const { decisions } = objectIn(body);
  return Array.isArray(decisions)
    ? decisions.filter(
        (each): each is Decision => typeof (each as Decision | null)?.id === 'string',
      )
    : [];
}
