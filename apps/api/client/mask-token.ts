import type { Immutable, Node, Plugin } from './swagger-ui.ts';

interface Request extends Immutable {
  get(key: 'headers'): Headers | undefined;
  set(key: 'headers', headers: Headers): Request;
}
interface Headers extends Immutable {
  map(change: (value: string, name: string) => string): Headers;
}
interface CurlProps {
  request: Request;
}

/** Masks the session's token in the curl command, which people paste into tickets and chats. */
export const maskToken: Plugin = ({ React }) => ({
  wrapComponents: {
    curl: (Original: (props: CurlProps) => Node) => (props: CurlProps) => {
      const headers = props.request.get('headers');
      const masked = headers?.map((value, name) =>
        name.toLowerCase() === 'authorization' ? 'Bearer ********' : value,
      );
      const request = masked ? props.request.set('headers', masked) : props.request;
      return React.createElement(Original, { ...props, request });
    },
  },
});
