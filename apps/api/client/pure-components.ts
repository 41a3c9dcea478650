import type { Component, Plugin } from './swagger-ui.ts';

type Props = Record<string, unknown>;

/**
 * Makes Swagger UI render examples, descriptions and responses only when they change. By default it
 * renders all of an operation with each character typed into it, which delays the next one.
 */
export const pureComponents: Plugin = ({ React }) => {
  const dependingOn = (prop: string) => (component: Component<Props>) =>
    React.memo(component, (before, after) => before[prop] === after[prop]);
  return {
    wrapComponents: {
      SyntaxHighlighter: dependingOn('children'),
      Markdown: dependingOn('source'),
      responseBody: dependingOn('content'),
    },
  };
};
