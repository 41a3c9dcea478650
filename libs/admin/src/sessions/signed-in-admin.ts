/** The admin behind a request. */
export interface SignedInAdmin {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** The client's address. */
  address: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need an admin. */
    admin?: SignedInAdmin;
  }
}
