import type { Environment } from '#libs/config/src/environment.js';
import type { Traits } from '../surfaces/surfaces.js';

/** An address that the program listens on, and the surfaces it serves. */
export interface Listener {
  /** Host name or IP address. */
  host: string;
  port: number;
  /** Environment variables that set the two. */
  variables: [host: string, port: string];
  /** Public URL. */
  origin: string;
  /** Reports whether the listener serves a surface. Others get 404, like any unknown URL. */
  serves(surface: Pick<Traits, 'listener'>): boolean;
}

/** Returns the listener for clients. It serves everything unless admins have a separate listener. */
export function publicListener(environment: Environment): Listener {
  const { HOST, PORT, PUBLIC_URL } = environment;
  const isShared = !adminListener(environment);
  const serves: Listener['serves'] = ({ listener }) => isShared || listener !== 'admin';
  return { host: HOST, port: PORT, variables: ['HOST', 'PORT'], origin: PUBLIC_URL, serves };
}

/** Returns the separate listener for admins and operators, if configured. */
export function adminListener(environment: Environment): Listener | undefined {
  const { HOST, PORT, ADMIN_HOST: host = HOST, ADMIN_PORT: port = PORT, ADMIN_URL } = environment;
  if (host === HOST && port === PORT) return undefined;
  const serves: Listener['serves'] = ({ listener }) => listener !== 'public';
  return { host, port, variables: ['ADMIN_HOST', 'ADMIN_PORT'], origin: ADMIN_URL, serves };
}
