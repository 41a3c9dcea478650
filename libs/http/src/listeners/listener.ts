import type { Environment } from '#libs/config/src/environment.js';
import type { Traits } from '../surfaces/surfaces.js';

/** An address that the program listens on, and what it answers there. */
export interface Listener {
  /** A name or an IP address. */
  host: string;
  port: number;
  /** The environment's names for both. */
  variables: [host: string, port: string];
  /** How people reach it. */
  origin: string;
  /** Whether a surface is answered here; where it is not, it is 404 like anything unknown. */
  serves(surface: Pick<Traits, 'listener'>): boolean;
}

/** The listener of callers; of everything, where admins have none of their own. */
export function publicListener(environment: Environment): Listener {
  const { HOST, PORT, PUBLIC_URL } = environment;
  const isShared = !adminListener(environment);
  const serves: Listener['serves'] = ({ listener }) => isShared || listener !== 'admin';
  return { host: HOST, port: PORT, variables: ['HOST', 'PORT'], origin: PUBLIC_URL, serves };
}

/** The listener of what is for admins and operators, where it is not the same. */
export function adminListener(environment: Environment): Listener | undefined {
  const { HOST, PORT, ADMIN_HOST: host = HOST, ADMIN_PORT: port = PORT, ADMIN_URL } = environment;
  if (host === HOST && port === PORT) return undefined;
  const serves: Listener['serves'] = ({ listener }) => listener !== 'public';
  return { host, port, variables: ['ADMIN_HOST', 'ADMIN_PORT'], origin: ADMIN_URL, serves };
}
