import type { Node, Plugin } from './swagger-ui.ts';

/** Renders an SVG response as an image above its text. */
export const pictures: Plugin = ({ React }) => {
  const element = React.createElement;
  return {
    wrapComponents: {
      responseBody:
        (Original: (props: object) => Node) =>
        (props: { content: unknown; contentType?: string }) =>
          typeof props.content === 'string' && props.contentType?.startsWith('image/svg+xml')
            ? element(
                'div',
                null,
                element('img', {
                  className: 'picture',
                  src: `data:image/svg+xml,${encodeURIComponent(props.content)}`,
                  alt: /<desc[^>]*>([^<]*)/.exec(props.content)?.[1] ?? '',
                }),
                element(Original, props),
              )
            : element(Original, props),
    },
  };
};
