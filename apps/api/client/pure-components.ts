import type { Component, Plugin, SwaggerUi } from './swagger-ui.ts';

type Props = Record<string, unknown>;

/** Maximum length of a text that is highlighted. Longer ones would block the page for seconds. */
const MOST_HIGHLIGHTED = 50_000;

/**
 * Makes Swagger UI render examples, descriptions and responses only when they change. By default it
 * renders all of an operation with each character typed into it, which delays the next one. Long
 * texts are not highlighted.
 */
export const pureComponents: Plugin = ({ React }) => {
  const dependingOn = (prop: string) => (component: Component<Props>) =>
    React.memo(component, (before, after) => before[prop] === after[prop]);
  const highlighter = (Original: Component<Props>, { getComponent }: SwaggerUi) =>
    dependingOn('children')((props) => {
      const isLong = String(props.children).length > MOST_HIGHLIGHTED;
      return React.createElement(isLong ? getComponent('PlainTextViewer') : Original, props);
    });
  return {
    wrapComponents: {
      SyntaxHighlighter: highlighter,
      Markdown: dependingOn('source'),
      responseBody: dependingOn('content'),
    },
  };
};
